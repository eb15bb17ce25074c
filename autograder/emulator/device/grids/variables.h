// Every device has its own copy of each `__device__` and `__constant__` variable (h200-facts 2),
// but the program has one address for it. What lies at that address is the copy of one device at a
// time, and is exchanged when code of another device goes on. With one device nothing ever happens
// here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

/// A variable of a module that was just loaded: what it holds now every device begins with.
void note_variable(std::uintptr_t begin, std::size_t size);

/// The program asked for the variable's address with this device current.
void note_symbol_address(std::uintptr_t begin, int device);
/// The device that the address of a variable belongs to when it was only asked for on others than
/// `device`; -1 for every other word.
int foreign_variable(std::uintptr_t word, int device);

/// The device whose copies lie at the variables' addresses.
extern int variables_shown;
void exchange_variables(int device);
inline void show_variables(int device) {
  if (device != variables_shown) [[unlikely]]
    exchange_variables(device);
}

}  // namespace emu

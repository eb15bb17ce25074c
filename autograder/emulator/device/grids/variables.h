// Every device has its own copy of each `__device__` and `__constant__` variable (h200-facts 2),
// but the program has one address for it. What lies at that address is the copy of one device at a
// time, and is exchanged when code of another device goes on. With one device nothing ever happens
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "checker/shadow/shadow.h"

namespace emu {

/// A variable of a module that was just loaded: what it holds now every device begins with.
void note_variable(std::uintptr_t begin, std::size_t size);

/// The program asked for the variable's address with this device current.
void note_symbol_address(std::uintptr_t begin, int device);
/// The device that the address of a variable belongs to when it was only asked for on others than
/// `device`; -1 for every other word.
int foreign_variable(std::uintptr_t word, int device);

/// The device whose copies lie at the variables' addresses.
int variables_shown();
/// The device's copies lie there from now on.
void show_variables(int device);

/// One device's copy of one variable while it is not shown, and what the checker knows of it.
struct VariableCopy {
  std::vector<char> bytes;
  std::vector<checker::Cell> cells;
};
struct Variable {
  std::uintptr_t first_cell = 0, end_cell = 0;  // addresses; no other variable's cells
  std::size_t size = 0;
  std::vector<VariableCopy> copies;  // by device
  std::uint32_t asked_for = 0;       // bits: the devices for which the program has its address
};
struct VariableCopies {
  std::map<std::uintptr_t, Variable> all;  // by address; when modules are loaded
  int shown = 0;                           // by show_variables
};

}  // namespace emu

// What a guided program may call: its own functions, and those that it names (emulator/program.h).
//
// Known from emulator_begin_program() on. In a program that was not compiled so all may be called.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/own.h"

namespace emu {

/// The program's code, the number that stands in front of each of its functions, and the functions
/// of libraries that it may call.
struct Guided {
  std::uintptr_t code = 0;
  std::size_t code_size = 0;
  std::uint32_t entry_mark = 0;
  memory::OwnVector<std::uintptr_t> admitted;      // sorted
  memory::OwnVector<std::uintptr_t> descriptions;  // of its classes, sorted
  std::uintptr_t begin = 0, end = 0;               // of its segments
};

/// The functions of the C++ library's that programs call without naming them. They need not be
/// found again in each run where they are found before it is forked.
void admit_known_classes();

bool may_call(std::uintptr_t function);
/// Whether the program was compiled so.
bool is_guided();

/// Ends the run unless a compiler has written what describes a class, of the program's or of a
/// library's: the C++ library calls the functions that are named there.
void must_be_description(const void* of_class);

/// Ends the run: "the program WHAT: its memory was overwritten …".
[[noreturn]] void refuse_program(const char* what);

}  // namespace emu

// What a guided program may call: its own functions, and those that it names (emulator/program.h).
//
// Known from emulator_begin_program() on. In a program that was not compiled so all may be called.
#pragma once

#include <cstdint>

namespace emu {

bool may_call(std::uintptr_t function);
/// Whether the program was compiled so.
bool is_guided();

/// Ends the run unless `description`, of a class, is as a compiler has written it.
void must_be_constant(const void* description);

/// Ends the run: "the program WHAT: its memory was overwritten …".
[[noreturn]] void refuse_program(const char* what);

}  // namespace emu

// Where the code of an exercise may go on, for programs that are not trusted: an indirect call
// begins a function of its own or one that the emulator admits, and a return goes to where the
// function was called, which is an own function or the emulator. An address that was put together
// from numbers, or a return address that was overwritten, ends the run.
//
// The compiler's assembler text is rewritten. In front of each function, and behind each call that
// one of the exercise's functions may return to, stands a number that nobody knew when the exercise
// was written; every indirect call and every return looks for it first. A function also writes down
// where it will return to, and returns only there (device/threads/shadow_stack.h). Constructors of
// static variables are put where only the emulator finds them, since the loader calls them unlooked
// at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace emu::toolchain {

/// Whether this machine's assembler text can be rewritten: x86-64.
bool guides_control_flow();

/// The numbers of one compilation; they need to be unknown only until it.
struct ControlFlowMarks {
  std::uint32_t entry = 0;
  std::uint32_t behind_call = 0;
};
ControlFlowMarks random_marks();

/// `assembly`: what g++ or clang++ write with -S, -fno-jump-tables and without inline assembler.
std::string guide_control_flow(std::string_view assembly, ControlFlowMarks marks);

}  // namespace emu::toolchain

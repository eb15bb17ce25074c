// Accesses to memory of programs that are not trusted: each is looked at, whether or not the
// compiler calls a hook for it. Compilers call none for a struct that is handed over by value or
// returned to where an operator or `new (place)` wants it.
//
// In front of every instruction of the compiler's assembler text that reads or writes memory
// stands a call of a look: a few comparisons with what is closed (device/border/looks.cpp), and a
// call of the emulator where it may be. There are none for what lies in the function's own frame,
// for a whole variable of the program's, and for what the loader has bound.
//
// Of a write to device memory that no hook has told of the look tells the checker. That is all that
// is done to programs that are trusted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace emu::toolchain {

enum class Watched : std::uint8_t {
  kAllAccesses,
  kUntoldWrites,  ///< those to device memory that no hook has told of
};

/// `assembly`: what g++ or clang++ write with -S and -mno-red-zone for x86-64. An access that
/// cannot be looked at becomes an error of the assembler's.
std::string look_at_memory(std::string_view assembly, Watched watched = Watched::kAllAccesses);

}  // namespace emu::toolchain

// The shadow stack: return addresses of a program that is not trusted, kept where it cannot write.
//
// Each of its functions writes down, when it is entered, where it will return to, and returns only
// if that still stands on the stack (toolchain/objects/control_flow.h). What is written down lies
// in a mirror of the stack, its shadow: the deeper the call, the higher its place. So nothing has
// to be counted, and exceptions may leave out as many returns as they like.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/memory.h"

extern "C" {
/// The running stack's mirror: a return address at address `a` is written down at
/// `emulator_returns - a`.
extern std::uintptr_t emulator_returns;
}

namespace emu {

// A device thread's stack, in the zone that memory.h reserves: a guard page, the stack, and its
// mirror, which begins on the stack's first page, since most programs call little, and has as much
// room as the stack.

inline constexpr std::size_t kStackSize = 256 << 10;  // with its guard page
inline constexpr std::size_t kStackDistance = 2 * kStackSize;

inline constexpr std::uintptr_t begin_of_stack(std::uint32_t number) {
  return memory::kStacksBegin + number * kStackDistance;
}
/// Where the mirror begins, and the stack ends. Stacks that ended at equal distances would meet in
/// the same cache sets: each is shifted a little.
inline constexpr std::uintptr_t begin_of_shadow_stack(std::uint32_t number) {
  constexpr std::size_t kOnFirstPage = 512;
  return begin_of_stack(number) + kStackSize - kOnFirstPage - number % 53 * 64;
}

struct ShadowStack {
  std::uintptr_t of_host = 0;                   // reserved at start-up
  std::uintptr_t deepest = ~std::uintptr_t{0};  // frame of an exception that is under way
};
/// Before main: a limit on memory that is set later must not count it.
void reserve_hosts_shadow_stack();

/// The program is about to be entered by the emulator's function whose frame is at `frame`.
void use_shadow_stack(const void* frame);
/// The return address that stands at `place`, on the running stack; 0 where none was written down.
std::uintptr_t kept_return(std::uintptr_t place);
/// An exception is thrown, or has come as far as here.
void note_exception(const void* frame);
/// It has left out all calls below `frame`.
void forget_returns(std::uintptr_t frame);

}  // namespace emu

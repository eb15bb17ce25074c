#include "device/threads/shadow_stack.h"

#include <algorithm>
#include <cstring>

#include "device/state.h"
#include "memory/own.h"

std::uintptr_t emulator_returns = 0;

namespace emu {

namespace {

struct Range {
  std::uintptr_t begin;
  std::size_t size;
};

// More than any stack, so that one that is full is told as such.
constexpr std::size_t kHostsRoom = std::size_t{1} << 30;

Range shadow_stack_of(std::uintptr_t frame) {
  if (!memory::in_stacks(reinterpret_cast<const void*>(frame)))
    return {state.border.shadow_stack.of_host, kHostsRoom};
  const auto number = static_cast<std::uint32_t>((frame - memory::kStacksBegin) / kStackDistance);
  return {begin_of_shadow_stack(number), kStackSize};
}

}  // namespace

void reserve_hosts_shadow_stack() {
  state.border.shadow_stack.of_host =
      reinterpret_cast<std::uintptr_t>(memory::reserve_table(kHostsRoom));
}

void use_shadow_stack(const void* frame) {
  const auto end = reinterpret_cast<std::uintptr_t>(frame);
  const Range shadow = shadow_stack_of(end);
  // Otherwise the program has been entered on this stack before, from a frame farther out, and what
  // that has written down may still be wanted.
  if (emulator_returns - end - shadow.begin >= shadow.size) emulator_returns = shadow.begin + end;
}

std::uintptr_t kept_return(std::uintptr_t place) {
  return *reinterpret_cast<const std::uintptr_t*>(emulator_returns - place);
}

void note_exception(const void* frame) {
  state.border.shadow_stack.deepest =
      std::min(state.border.shadow_stack.deepest, reinterpret_cast<std::uintptr_t>(frame));
}

void forget_returns(std::uintptr_t frame) {
  // One that a library has thrown comes from little below the program's call of it.
  constexpr std::uintptr_t kMostInLibraries = 4096;
  const bool is_known = frame - state.border.shadow_stack.deepest < shadow_stack_of(frame).size / 2;
  const std::uintptr_t from =
      is_known ? state.border.shadow_stack.deepest : frame - kMostInLibraries;
  state.border.shadow_stack.deepest = ~std::uintptr_t{0};
  std::memset(reinterpret_cast<void*>(emulator_returns - frame), 0, frame - from + sizeof frame);
}

}  // namespace emu

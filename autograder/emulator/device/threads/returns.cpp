#include "device/threads/returns.h"

#include <algorithm>
#include <cstring>

#include "device/state.h"
#include "memory/own.h"

std::uintptr_t emulator_returns = 0;

namespace emu {

namespace {

struct Mirror {
  std::uintptr_t begin;
  std::size_t size;
};

// More than any stack, so that one that is full is told as such.
constexpr std::size_t kHostsRoom = std::size_t{1} << 30;

Mirror mirror_beside(std::uintptr_t frame) {
  if (!memory::in_stacks(reinterpret_cast<const void*>(frame)))
    return {state.border.returns.hosts_mirror, kHostsRoom};
  const auto number = static_cast<std::uint32_t>((frame - memory::kStacksBegin) / kStackDistance);
  return {begin_of_mirror(number), kStackSize};
}

}  // namespace

void reserve_hosts_mirror() {
  state.border.returns.hosts_mirror =
      reinterpret_cast<std::uintptr_t>(memory::reserve_table(kHostsRoom));
}

void mirror_returns(const void* frame) {
  const auto end = reinterpret_cast<std::uintptr_t>(frame);
  const Mirror mirror = mirror_beside(end);
  // Otherwise the program has been entered on this stack before, from a frame farther out, and what
  // that has written down may still be wanted.
  if (emulator_returns - end - mirror.begin >= mirror.size) emulator_returns = mirror.begin + end;
}

std::uintptr_t kept_return(std::uintptr_t place) {
  return *reinterpret_cast<const std::uintptr_t*>(emulator_returns - place);
}

void note_exception(const void* frame) {
  state.border.returns.deepest =
      std::min(state.border.returns.deepest, reinterpret_cast<std::uintptr_t>(frame));
}

void forget_returns(std::uintptr_t frame) {
  // One that a library has thrown comes from little below the program's call of it.
  constexpr std::uintptr_t kMostInLibraries = 4096;
  const bool is_known = frame - state.border.returns.deepest < mirror_beside(frame).size / 2;
  const std::uintptr_t from = is_known ? state.border.returns.deepest : frame - kMostInLibraries;
  state.border.returns.deepest = ~std::uintptr_t{0};
  std::memset(reinterpret_cast<void*>(emulator_returns - frame), 0, frame - from + sizeof frame);
}

}  // namespace emu

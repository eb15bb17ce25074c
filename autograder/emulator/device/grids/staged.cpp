// Before a launch: the stub's call, which copies the arguments and looks for addresses among them.
#include "device/grids/staged.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "device/grids/block.h"
#include "device/grids/kernel.h"
#include "device/state.h"
#include "emulator/program.h"
#include "memory/zones.h"

namespace emu {

namespace {

/// What a word among the arguments is the address of. Words of a struct may be old ones, in places
/// that nothing has been written to, so that of them only those count that mean memory which is
/// alive: frames of the thread's own functions, from `frames` on, or its block's.
Leak leak_of(std::uintptr_t word, bool is_pointer, std::uintptr_t frames) {
  if (current_block) {
    if (word >= frames && word < running->stack_end()) return Leak::kOwnLocal;
    if (word - current_block->shared_begin < current_block->shared_used) return Leak::kOwnShared;
  }
  if (!is_pointer) return Leak::kNone;
  if (memory::in_stacks(reinterpret_cast<void*>(word))) return Leak::kOtherLocal;
  return memory::in_shared(word) ? Leak::kOtherShared : Leak::kNone;
}

void note_leaks(const Argument& argument, std::uintptr_t frames) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= argument.size; at += sizeof frames) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<const char*>(argument.begin) + at, sizeof word);
    const Leak leak = leak_of(word, argument.is_pointer, frames);
    if (leak != Leak::kNone) state.staging.staged.leaks[static_cast<std::size_t>(leak)] = true;
  }
}

}  // namespace

void discard_staged() {
  const StagedLaunch old = std::exchange(state.staging.staged, {});
  if (!old.arguments) return;
  if (old.constructed) call_program(old.how->destroy, old.arguments);
  std::free(old.arguments);
}

void* buffer_for(const KernelBody& how) {
  const std::size_t align = std::max<std::size_t>(how.align, 16);
  return std::aligned_alloc(align, (how.size + align - 1) / align * align);
}

void* hand_over_arguments() {
  if (!state.staging.staged.constructed)
    return std::exchange(state.staging.staged.arguments, nullptr);
  void* bits = buffer_for(*state.staging.staged.how);
  std::memcpy(bits, state.staging.staged.arguments, state.staging.staged.how->size);
  return bits;
}

void stage(KernelIdentity& identity, const KernelBody& how, const void* arguments,
           const std::initializer_list<Argument>& named) {
  discard_staged();
  const auto frames = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  for (const Argument& argument : named) note_leaks(argument, frames);
  state.staging.staged.identity = &identity;
  state.staging.staged.how = &how;
  state.staging.staged.arguments = buffer_for(how);
  state.staging.staged.constructed = how.copy && !current_block;
  if (state.staging.staged.constructed)
    call_program(how.copy, state.staging.staged.arguments, arguments);
  else
    std::memcpy(state.staging.staged.arguments, arguments, how.size);
}

// The stub tells what it is when it is called; with zeros for arguments it is as true.
Kernel& meet_kernel(const void* address, const KernelPointer& how) {
  constexpr std::size_t kAlignment = 4096;  // more than any parameter asks for
  std::size_t size = kAlignment;
  for (std::size_t i = 0; i < how.count; ++i) size = std::max(size, how.sizes[i]);
  size = (size + kAlignment - 1) / kAlignment * kAlignment;
  void* zeros = std::memset(std::aligned_alloc(kAlignment, size), 0, size);
  std::vector<void*> arguments(how.count + 1, zeros);
  call_program(how.stage, address, arguments.data());
  std::free(zeros);
  state.staging.staged.identity->address = address;
  Kernel& kernel = kernel_of(*state.staging.staged.identity);
  discard_staged();
  return kernel;
}

}  // namespace emu

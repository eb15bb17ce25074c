// Shared memory: static variables get their place when a block first comes to them, behind the
// dynamic part.
#include <algorithm>

#include "device/block.h"
#include "device/device.h"
#include "memory/memory.h"

namespace emu {

namespace {
constexpr std::size_t kStaticSharedLimit = 48 << 10;

void* place(Block& block, std::size_t size, std::size_t align) {
  const std::size_t offset = (block.shared_used + align - 1) / align * align;
  block.shared_used = std::min(offset + size, kSharedPerSm);
  checker::set_shared(block.shared_begin, block.shared_begin + block.shared_used);
  auto* address = reinterpret_cast<void*>(block.shared_begin + offset);
  checker::forget(address, size);
  return address;
}

void check_static_size(const Block& block) {
  const std::size_t used = block.shared_used - block.grid->dynamic_shared;
  Kernel& kernel = block.grid->kernel;
  if (used <= kernel.static_shared) return;
  kernel.static_shared = used;
  if (used <= kStaticSharedLimit) return;
  checker::diagnose({.rule = "device-api",
                     .message = "kernel " + kernel.name + " uses too much shared data (" +
                                std::to_string(used) +
                                " bytes, 49152 max): static __shared__ "
                                "variables are limited to 48 KB; use dynamic shared memory and "
                                "cudaFuncSetAttribute for more (K7)",
                     .where = {kernel.identity->file, kernel.identity->line, kernel.name},
                     .other = {},
                     .cites = "K7"});
}
}  // namespace

void place_shared(SharedSlot& slot, std::size_t size, std::size_t align) {
  Block& block = *current_block;
  slot.block = block.serial;
  for (const auto& [known, address] : block.shared_slots)
    if (known == &slot) {
      slot.address = address;
      return;
    }
  slot.address = place(block, size, align);
  block.shared_slots.emplace_back(&slot, slot.address);
  check_static_size(block);
}

void* dynamic_shared() { return reinterpret_cast<void*>(current_block->shared_begin); }

}  // namespace emu

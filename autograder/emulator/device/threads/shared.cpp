// Shared memory: static variables get their place when a block first comes to them, behind the
// dynamic part. Behind each part is a gap in which no access is right, so that an index beyond one
// array is not taken for one into the next.
#include <algorithm>

#include "card/numbers.h"
#include "device/clusters/cluster.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "memory/memory.h"

namespace emu {

namespace {
constexpr std::size_t kGap = 128;  // at least

constexpr std::size_t aligned(std::size_t offset, std::size_t align) {
  return (offset + align - 1) / align * align;
}

/// [begin, end) is a part of its own, followed by a gap.
void add_part(Block& block, std::size_t begin, std::size_t end) {
  block.shared_used = std::min(aligned(end + kGap, 16), kSharedRoom);
  auto* const memory = reinterpret_cast<char*>(block.shared_begin);
  if (end > block.shared_used) return;
  checker::forget(memory + begin, end - begin);
  checker::mark_outside(memory + end, block.shared_used - end);
}

std::uintptr_t place(Block& block, std::size_t size, std::size_t align) {
  const std::size_t offset = aligned(block.shared_used, align);
  add_part(block, offset, offset + size);
  if (&block == current_block)
    checker::set_shared(block.shared_begin, block.shared_begin + block.shared_used);
  block.static_shared = aligned(block.static_shared, align) + size;
  return block.shared_begin + offset;
}

void check_static_size(const Block& block) {
  Kernel& kernel = block.grid->kernel;
  if (block.static_shared <= kernel.static_shared) return;
  kernel.static_shared = block.static_shared;
  if (block.static_shared <= card::kSharedDefault) return;
  report_finding({.rule = "device-api",
                  .message = "kernel " + kernel.name + " uses too much shared data (" +
                             std::to_string(block.static_shared) +
                             " bytes, 49152 max): static __shared__ "
                             "variables are limited to 48 KB; use dynamic shared memory and "
                             "cudaFuncSetAttribute for more",
                  .where = {kernel.identity->file, kernel.identity->line, kernel.name},
                  .cites = "K7"});
}

/// The translator puts the variable's name into that of its struct: emu_shared_NAME_LINE_COLUMN.
std::string name_of(const SharedSlot& slot) {
  constexpr std::string_view kMark = "emu_shared_";
  const std::string_view spelled = slot.spelled;
  const std::size_t mark = spelled.rfind(kMark);
  if (mark == std::string_view::npos) return "";
  std::string_view name = spelled.substr(mark + kMark.size());
  name = name.substr(0, name.find_first_of("];>,"));
  for (int number = 0; number < 2; ++number) name = name.substr(0, name.rfind('_'));
  return std::string(name);
}

std::uintptr_t distance(std::uintptr_t address, std::uintptr_t begin, std::size_t size) {
  if (address < begin) return begin - address;
  return address < begin + size ? 0 : address - (begin + size) + 1;
}

}  // namespace

checker::SharedPart nearest_part(std::uintptr_t address) {
  checker::SharedPart nearest;
  if (!current_block) return nearest;
  const Block* const neighbour = neighbour_at(address);
  const Block& block = neighbour ? *neighbour : *current_block;
  const std::string of = neighbour ? " of block " + std::to_string(block.linear) : "";
  if (block.grid->dynamic_shared != 0)
    nearest = {"", block.shared_begin, block.grid->dynamic_shared, of};
  for (const PlacedShared& placed : block.shared_slots)
    if (nearest.size == 0 || distance(address, placed.begin, placed.size) <
                                 distance(address, nearest.begin, nearest.size))
      nearest = {name_of(*placed.slot), placed.begin, placed.size, of};
  return nearest;
}

void begin_shared(Block& block) {
  if (block.grid->dynamic_shared != 0) add_part(block, 0, block.grid->dynamic_shared);
}

void place_shared(SharedSlot& slot, std::size_t size, std::size_t align) {
  Block& block = *current_block;
  slot.block = block.serial;
  for (const PlacedShared& placed : block.shared_slots)
    if (placed.slot == &slot) {
      slot.address = reinterpret_cast<void*>(placed.begin);
      return;
    }
  const std::uintptr_t begin = place(block, size, align);
  slot.address = reinterpret_cast<void*>(begin);
  block.shared_slots.push_back({&slot, begin, size, align});
  check_static_size(block);
}

std::uintptr_t placed_in(Block& block, const PlacedShared& variable) {
  for (const PlacedShared& placed : block.shared_slots)
    if (placed.slot == variable.slot) return placed.begin;
  if (block.live == 0) return block.shared_begin;  // it has ended: no access there is right
  const std::uintptr_t begin = place(block, variable.size, variable.align);
  block.shared_slots.push_back({variable.slot, begin, variable.size, variable.align});
  return begin;
}

void* dynamic_shared() { return reinterpret_cast<void*>(current_block->shared_begin); }

}  // namespace emu

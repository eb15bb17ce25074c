#include "memory/host_heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>

#include "memory/state.h"

namespace emu::memory {

namespace {

constexpr std::uint32_t kPattern = 0xE0DD'F00D;  // no number that programs begin with
constexpr std::size_t kMostFilled = 16 << 20;    // bytes; larger blocks are not filled

struct Canary {
  std::uintptr_t begin;
  std::size_t size;
  friend bool operator==(const Canary&, const Canary&) = default;
};
constexpr std::uintptr_t kCanaryMask = 0x9D5A'17C3'6EB1'402F;

using Blocks = std::map<std::uintptr_t, HostBlock>;

Canary canary_of(const HostBlock& block) {
  return {block.begin ^ kCanaryMask, block.size ^ kCanaryMask};
}

bool is_mapped(std::uintptr_t begin, std::size_t size) {
  unsigned char resident[2];
  const std::uintptr_t first = begin & ~(kPage - 1);
  return mincore(reinterpret_cast<void*>(first), begin + size - first, resident) == 0;
}

bool has_canary(const HostBlock& block) {
  Canary found;
  const std::uintptr_t end = block.begin + block.size;
  if (!is_mapped(end, sizeof found)) return false;
  std::memcpy(&found, reinterpret_cast<const void*>(end), sizeof found);
  return found == canary_of(block);
}

void fill(const HostBlock& block) {
  if (block.size > kMostFilled) return;
  auto* const bytes = reinterpret_cast<char*>(block.begin);
  for (std::size_t i = 0; i + sizeof kPattern <= block.size; i += sizeof kPattern)
    std::memcpy(bytes + i, &kPattern, sizeof kPattern);
}

/// What lay there before was freed without our knowledge.
void remember(const HostBlock& block) {
  Blocks& blocks = state.host_blocks;
  auto after = blocks.lower_bound(block.begin);
  if (after != blocks.begin()) {
    const auto before = std::prev(after);
    if (before->second.begin + before->second.size > block.begin) blocks.erase(before);
  }
  while (after != blocks.end() && after->first < block.begin + block.size)
    after = blocks.erase(after);
  blocks[block.begin] = block;
}

}  // namespace

void* host_take(const std::function<void*(std::size_t)>& allocate, std::size_t size,
                const void* site, bool fresh) {
  if (size > PTRDIFF_MAX - sizeof(Canary)) return allocate(size);
  void* const pointer = allocate(size + sizeof(Canary));
  if (!pointer) return nullptr;
  const HostBlock block{reinterpret_cast<std::uintptr_t>(pointer), size, site};
  const Canary canary = canary_of(block);
  std::memcpy(static_cast<char*>(pointer) + size, &canary, sizeof canary);
  if (fresh) fill(block);
  const std::lock_guard guard(state.host_lock);
  try {
    remember(block);
  } catch (const std::bad_alloc&) {  // it was the last: nothing is known of it
  }
  return pointer;
}

void host_forget(void* pointer) {
  const std::lock_guard guard(state.host_lock);
  state.host_blocks.erase(reinterpret_cast<std::uintptr_t>(pointer));
}

std::optional<HostBlock> find_host_block(std::uintptr_t address) {
  const std::lock_guard guard(state.host_lock);
  const Blocks& blocks = state.host_blocks;
  const auto after = blocks.upper_bound(address);
  if (after == blocks.begin()) return std::nullopt;
  const HostBlock& block = std::prev(after)->second;
  // One past the end is where a pointer to its end points.
  if (address - block.begin > block.size || !has_canary(block)) return std::nullopt;
  return block;
}

bool shows_unwritten(const HostBlock& block) { return block.size <= kMostFilled; }

bool is_unwritten(const HostBlock& block, std::uintptr_t begin, std::size_t size) {
  if (!shows_unwritten(block)) return false;
  const std::size_t first = (begin - block.begin + 3) / 4 * 4;
  const std::size_t last = std::min(begin - block.begin + size, block.size) / 4 * 4;
  if (first >= last) return false;
  const auto* const bytes = reinterpret_cast<const char*>(block.begin + first);
  return next_unwritten(bytes, 0, last - first).size == last - first;
}

UnwrittenBytes next_unwritten(const char* bytes, std::size_t offset, std::size_t size) {
  const auto is_pattern = [&](std::size_t at) {
    return at + sizeof kPattern <= size && std::memcmp(bytes + at, &kPattern, sizeof kPattern) == 0;
  };
  UnwrittenBytes found{(offset + 3) / 4 * 4, 0};
  while (found.offset < size && !is_pattern(found.offset)) found.offset += sizeof kPattern;
  while (is_pattern(found.offset + found.size)) found.size += sizeof kPattern;
  return found;
}

}  // namespace emu::memory

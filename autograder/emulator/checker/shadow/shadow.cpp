#include "checker/shadow/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "checker/looks.h"
#include "checker/open_range.h"
#include "checker/shadow/bytes.h"
#include "checker/state.h"
#include "memory/memory.h"
#include "memory/own.h"
#include "memory/zones.h"

namespace emu::checker {

namespace {

constexpr std::uintptr_t kShadowBegin = memory::kArenaBegin << 2;
constexpr std::size_t kShadowSize = memory::kArenaSize << 2;
constexpr std::size_t kReturnPages = 4 << 20;  // from here on clearing hands pages back
constexpr unsigned kChunkBits = 16;

// Behind the arena's cells, and as those at kPatchDistance from their patches.
constexpr std::uintptr_t kVariableCells = kShadowBegin + kShadowSize;
constexpr std::size_t kVariableCellsSize = std::size_t{64} << 30;
constexpr std::size_t kChunkCells = (std::size_t{1} << kChunkBits) / 4;
static_assert(kShadowBegin == memory::kOwnBegin &&
              kVariableCells + kVariableCellsSize <= memory::kOwnTables &&
              memory::kOwnHeap + memory::kOwnHeapSize <= kShadowBegin + kPatchDistance &&
              kPatchDistance + kShadowSize + kVariableCellsSize <= memory::kOwnSize);

void clear_cells(Cell* first, Cell* last) {
  drop_bytes(first, last);
  std::memset(static_cast<void*>(first), 0, static_cast<std::size_t>(last - first) * sizeof(Cell));
}

/// Whole pages: they go back to the system.
void return_cells(Cell* first, Cell* last) {
  return_bytes(first, last);
  madvise(first, static_cast<std::size_t>(last - first) * sizeof(Cell), MADV_DONTNEED);
}

/// Whole granules only.
void clear_arena(std::uintptr_t begin, std::uintptr_t end_address) {
  auto first = reinterpret_cast<std::uintptr_t>(arena_cell(begin));
  const auto last = reinterpret_cast<std::uintptr_t>(arena_cell(end_address));
  if (last - first >= kReturnPages) {
    const std::uintptr_t whole = (first + kCellPage - 1) & ~(kCellPage - 1),
                         end = last & ~(kCellPage - 1);
    clear_cells(reinterpret_cast<Cell*>(first), reinterpret_cast<Cell*>(whole));
    return_cells(reinterpret_cast<Cell*>(whole), reinterpret_cast<Cell*>(end));
    first = end;
  }
  clear_cells(reinterpret_cast<Cell*>(first), reinterpret_cast<Cell*>(last));
}

/// Bytes of one granule; its other bytes may belong to somebody else.
void clear_bytes(std::uintptr_t begin, std::uintptr_t end) {
  Cell* cell = begin == end ? nullptr : cell_of(begin);
  if (!cell) return;
  for (std::uintptr_t a = begin; a < end; ++a) set_byte(*cell, a & 3, {});
}

Cell* new_chunk() {
  const std::size_t first = state.shadow.chunks.size() * kChunkCells;
  if ((first + kChunkCells) * sizeof(Cell) > kVariableCellsSize) {
    std::fputs("emulator: too many variables for the race checker\n", stderr);
    std::abort();
  }
  return reinterpret_cast<Cell*>(kVariableCells) + first;
}

/// Address space for `size` bytes that come into being when touched.
void* reserve_at(void* wanted, std::size_t size) {
  void* got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == wanted) return got;
  std::perror(
      "emulator: cannot reserve address space for shadow memory (a limit on it, `ulimit -v`, "
      "must be lifted)");
  std::abort();
}

}  // namespace

void add_variable_cells(std::uintptr_t begin, std::size_t size) {
  for (std::uintptr_t c = begin >> kChunkBits; c <= (begin + size - 1) >> kChunkBits; ++c) {
    if (state.shadow.chunks.contains(c)) continue;
    state.shadow.chunks.emplace(c, new_chunk());
    now.variables.begin = std::min(now.variables.begin, c << kChunkBits);
    now.variables.end = std::max(now.variables.end, (c + 1) << kChunkBits);
  }
  looks::close(looks::kDeviceVariables, now.variables.begin,
               now.variables.end - now.variables.begin);
  forget_open();
}

void reserve_shadow() {
  reserve_at(reinterpret_cast<void*>(kShadowBegin), kShadowSize + kVariableCellsSize);
  reserve_at(reinterpret_cast<void*>(kShadowBegin + kPatchDistance),
             kShadowSize + kVariableCellsSize);
  reserve_wide_cells();
}

void expect_use_of(const memory::Allocation& allocation) {
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  constexpr std::size_t kPage = 4096;
  if (allocation.size < kLarge || allocation.kind == memory::Kind::kShared) return;
  const auto first = reinterpret_cast<std::uintptr_t>(arena_cell(allocation.begin)) & ~(kPage - 1);
  const std::size_t size = allocation.size / 4 * sizeof(Cell);
  madvise(reinterpret_cast<void*>(first), size, MADV_HUGEPAGE);
}

Cell* variable_cell(std::uintptr_t address) {
  const std::uintptr_t chunk = address >> kChunkBits;
  if (chunk != state.shadow.latest_chunk) {
    if (!near_variables(address)) return nullptr;
    const auto found = state.shadow.chunks.find(chunk);
    if (found == state.shadow.chunks.end()) return nullptr;
    state.shadow.latest_chunk = chunk;
    state.shadow.latest_cells = found->second;
  }
  return state.shadow.latest_cells + (address & ((1u << kChunkBits) - 1)) / 4;
}

Cell* cell_of(std::uintptr_t address) {
  if (memory::in_arena(reinterpret_cast<void*>(address))) return arena_cell(address);
  return variable_cell(address);
}

void clear_shadow(std::uintptr_t begin, std::size_t size) {
  const std::uintptr_t end = begin + size;
  const std::uintptr_t first = (begin + 3) & ~std::uintptr_t{3}, last = end & ~std::uintptr_t{3};
  if (first > last) {
    clear_bytes(begin, end);
    return;
  }
  clear_bytes(begin, first);
  clear_bytes(last, end);
  if (memory::in_arena(reinterpret_cast<void*>(begin))) {
    clear_arena(first, last);
    return;
  }
  for (std::uintptr_t a = first; a < last; a += 4)
    if (Cell* cell = variable_cell(a)) clear_cells(cell, cell + 1);
}

void fill_outside(std::uintptr_t begin, std::uintptr_t end) {
  const std::uintptr_t first = (begin + 3) & ~std::uintptr_t{3};
  for (std::uintptr_t a = begin; a < first; ++a) set_byte(*arena_cell(a), a & 3, {kOutside, 0});
  clear_cells(arena_cell(first), arena_cell(end));
  std::fill(arena_cell(first), arena_cell(end), Cell{kOutside, 0});
}

std::size_t shadow_bytes(std::uintptr_t begin, std::size_t size) {
  const Cell *first = arena_cell(begin), *last = arena_cell(begin + size - 1) + 1;
  std::size_t bytes = static_cast<std::size_t>(last - first) * sizeof(Cell);
  const Patch* counted = nullptr;
  for (const Cell* c = first; c < last; ++c) {
    if (is_split(*c) && !is_narrow(*c)) bytes += sizeof(FourCells);
    const Patch* patch = &patch_of(*c);
    const auto in_use = [](Stamp kind) { return kind != 0; };
    if (patch != std::exchange(counted, patch) && std::ranges::any_of(patch->kinds, in_use))
      bytes += sizeof(Patch);
  }
  return bytes;
}

}  // namespace emu::checker

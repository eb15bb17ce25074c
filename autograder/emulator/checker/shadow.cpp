#include "checker/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "memory/memory.h"
#include "memory/zones.h"

namespace emu::checker {

namespace {

constexpr std::uintptr_t kShadowBegin = memory::kArenaBegin << 2;
constexpr std::size_t kShadowSize = memory::kArenaSize << 2;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kReturnPages = 4 << 20;  // from here on clearing hands pages back
constexpr unsigned kChunkBits = 16;

constexpr std::size_t kMostSplit = std::size_t{1} << 31;
FourCells* split_table;
std::uint64_t split_count = 0;
std::vector<std::uint64_t>* split_free;

std::unordered_map<std::uintptr_t, Cell*>* chunks;
std::uintptr_t latest_chunk = 0;
Cell* latest_cells = nullptr;

void* reserve_at(void* wanted, std::size_t size, int flags) {
  void* got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  if (got != MAP_FAILED && (!wanted || got == wanted)) return got;
  std::perror(
      "emulator: cannot reserve address space for shadow memory (a limit on it, `ulimit -v`, "
      "must be lifted)");
  std::abort();
}

void clear_cells(Cell* first, Cell* last) {
  if (split_count != split_free->size())
    for (const Cell* c = first; c < last; ++c)
      if (is_split(*c)) split_free->push_back(c->write >> kPhaseBits);
  std::memset(static_cast<void*>(first), 0, static_cast<std::size_t>(last - first) * sizeof(Cell));
}

/// Whole granules only.
void clear_arena(std::uintptr_t begin, std::uintptr_t end_address) {
  auto first = reinterpret_cast<std::uintptr_t>(arena_cell(begin));
  const auto last = reinterpret_cast<std::uintptr_t>(arena_cell(end_address));
  if (last - first >= kReturnPages) {
    const std::uintptr_t whole = (first + kPage - 1) & ~(kPage - 1), end = last & ~(kPage - 1);
    clear_cells(reinterpret_cast<Cell*>(first), reinterpret_cast<Cell*>(whole));
    madvise(reinterpret_cast<void*>(whole), end - whole, MADV_DONTNEED);
    first = end;
  }
  clear_cells(reinterpret_cast<Cell*>(first), reinterpret_cast<Cell*>(last));
}

/// Bytes of one granule; its other bytes may belong to somebody else.
void clear_bytes(std::uintptr_t begin, std::uintptr_t end) {
  if (begin == end) return;
  Cell* cell = cell_of(begin);
  if (!cell || cell->write == 0) return;
  if (!is_split(*cell)) split(*cell);
  for (std::uintptr_t a = begin; a < end; ++a) split_cells(*cell).byte[a & 3] = {};
}

void add_chunks(std::uintptr_t begin, std::size_t size) {
  for (std::uintptr_t c = begin >> kChunkBits; c <= (begin + size - 1) >> kChunkBits; ++c) {
    if (chunks->contains(c)) continue;
    const std::size_t cells = (std::size_t{1} << kChunkBits) / 4;
    chunks->emplace(c, static_cast<Cell*>(reserve_at(nullptr, cells * sizeof(Cell), 0)));
    variable_hull.begin = std::min(variable_hull.begin, c << kChunkBits);
    variable_hull.end = std::max(variable_hull.end, (c + 1) << kChunkBits);
  }
}

}  // namespace

VariableHull variable_hull;

void reserve_shadow() {
  if (split_table) return;
  void* cells = reserve_at(reinterpret_cast<void*>(kShadowBegin), kShadowSize, MAP_FIXED_NOREPLACE);
  // Not for shared memory, of which many blocks use a little each.
  madvise(cells, (memory::kSharedBegin - memory::kArenaBegin) << 2, MADV_HUGEPAGE);
  split_table = static_cast<FourCells*>(reserve_at(nullptr, kMostSplit * sizeof(FourCells), 0));
  split_free = new std::vector<std::uint64_t>;
  chunks = new std::unordered_map<std::uintptr_t, Cell*>;
  memory::on_register = add_chunks;
}

Cell* variable_cell(std::uintptr_t address) {
  const std::uintptr_t chunk = address >> kChunkBits;
  if (chunk != latest_chunk) {
    if (!near_variables(address)) return nullptr;
    const auto found = chunks->find(chunk);
    if (found == chunks->end()) return nullptr;
    latest_chunk = chunk;
    latest_cells = found->second;
  }
  return latest_cells + (address & ((1u << kChunkBits) - 1)) / 4;
}

Cell* cell_of(std::uintptr_t address) {
  if (memory::in_arena(reinterpret_cast<void*>(address))) return arena_cell(address);
  return variable_cell(address);
}

FourCells& split_cells(const Cell& cell) { return split_table[cell.write >> kPhaseBits]; }

void split(Cell& cell) {
  std::uint64_t number = 0;
  if (!split_free->empty()) {
    number = split_free->back();
    split_free->pop_back();
  } else if (++split_count < kMostSplit) {
    number = split_count;
  } else {
    std::fputs("emulator: too many single bytes accessed for the race checker\n", stderr);
    std::abort();
  }
  split_table[number] = {{cell, cell, cell, cell}};
  cell = {.write = number << kPhaseBits, .read = 0};
}

void join_bytes(Cell& cell, Cell whole) {
  split_free->push_back(cell.write >> kPhaseBits);
  cell = whole;
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
  if (begin != first) {
    Cell& cell = *arena_cell(begin);
    if (!is_split(cell)) split(cell);
    for (std::uintptr_t a = begin; a < first; ++a) split_cells(cell).byte[a & 3] = {kOutside, 0};
  }
  clear_cells(arena_cell(first), arena_cell(end));
  std::fill(arena_cell(first), arena_cell(end), Cell{kOutside, 0});
}

}  // namespace emu::checker

// The own heap gives pieces of powers of two and keeps what comes back in a list for each.
#include "memory/own.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "memory/state.h"

namespace emu::memory {

namespace {

constexpr std::size_t kSmallest = 64;

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "emulator: %s\n", what);
  std::abort();
}

void map_own(std::uintptr_t begin, std::size_t size) {
  void* wanted = reinterpret_cast<void*>(begin);
  const void* got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != wanted)
    give_up(
        "cannot reserve address space for its tables (a limit on it, `ulimit -v`, must be "
        "lifted)");
}

std::size_t piece_size(std::size_t size) { return std::bit_ceil(std::max(size, kSmallest)); }
Piece*& list_of(std::size_t piece) { return state.given_back[std::countr_zero(piece)]; }

}  // namespace

void* reserve_table(std::size_t size) {
  const std::uintptr_t begin = state.tables_end;
  state.tables_end += (size + kPage - 1) & ~(kPage - 1);
  if (state.tables_end > kOwnHeap) give_up("no address space is left for its tables");
  map_own(begin, state.tables_end - begin);
  return reinterpret_cast<void*>(begin);
}

void reserve_table_at(std::uintptr_t begin, std::size_t size) { map_own(begin, size); }

void reserve_own_heap() {
  if (state.heap_end != 0) return;
  map_own(kOwnHeap, kOwnHeapSize);
  state.heap_end = kOwnHeap;
}

void* own_take(std::size_t size) {
  const std::size_t piece = piece_size(size);
  if (Piece*& list = list_of(piece)) return std::exchange(list, list->next);
  reserve_own_heap();
  if (piece > kOwnHeap + kOwnHeapSize - state.heap_end)
    give_up("its record of the run is too large");
  return reinterpret_cast<void*>(std::exchange(state.heap_end, state.heap_end + piece));
}

void own_give(void* room, std::size_t size) {
  Piece*& list = list_of(piece_size(size));
  list = new (room) Piece{list};
}

}  // namespace emu::memory

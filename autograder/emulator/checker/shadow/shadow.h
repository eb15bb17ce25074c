// Shadow memory: for every four bytes who wrote them last and who read them since.
//
// A cell is 16 bytes; the arena's cells lie at four times the address, so that finding one is a
// shift and a mask. Pages come into being when touched. Where bytes of a granule were accessed by
// different threads, the cell is *split*: see bytes.h. Variables of modules lie outside the arena
// and have cells by the 64 KiB.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/current.h"
#include "checker/shadow/stamp.h"

namespace emu::checker {

struct Cell {
  Stamp write;
  Stamp read;
  friend bool operator==(const Cell&, const Cell&) = default;
};

inline Cell* arena_cell(std::uintptr_t address) {
  return reinterpret_cast<Cell*>((address << 2) & ~std::uintptr_t{15});
}
inline bool near_variables(std::uintptr_t address) {
  return address >= now.variables.begin && address < now.variables.end;
}
/// The cell of an address in a registered variable's neighborhood; null elsewhere.
Cell* variable_cell(std::uintptr_t address);
/// Either; null where there is no shadow.
Cell* cell_of(std::uintptr_t address);

/// What the write stamp says where no variable lies. Its phase is never reached, so that no glance
/// takes it for one that is in order.
inline constexpr Stamp kOutside = kPhaseMask;
inline bool is_outside(const Cell& cell) { return cell.write == kOutside; }

/// From any cell to what bytes.h keeps for it.
inline constexpr std::uintptr_t kPatchDistance = std::uintptr_t{2} << 40;

/// Reserves the shadow of the arena and of variables. Once, before main.
void reserve_shadow();
/// Large pages for the cells of a large allocation. Small ones have none: a large page takes as
/// long to clear as many a run takes.
void expect_use_of(const memory::Allocation& allocation);
/// Registered variables have cells from now on.
void add_variable_cells(std::uintptr_t begin, std::size_t size);
/// The range was never written nor read.
void clear_shadow(std::uintptr_t begin, std::size_t size);
/// The range, in the arena and ending at a multiple of 4, becomes kOutside.
void fill_outside(std::uintptr_t begin, std::uintptr_t end);

/// For tests and figures: the shadow memory, in bytes, that a range of the arena has come to cost:
/// its cells, the patches of those that are or were split, four cells for each that is wide.
std::size_t shadow_bytes(std::uintptr_t begin, std::size_t size);

}  // namespace emu::checker

// Shadow memory: for every four bytes who wrote them last and who read them since.
//
// A cell is 16 bytes; the arena's cells lie at four times the address, so that finding one is a
// shift and a mask. Pages come into being when touched. Where bytes of a granule are accessed one
// by one, the cell becomes a *split* cell: its write stamp, whose phase is 0, is the number of four
// cells of their own. Variables of modules lie outside the arena and have cells by the 64 KiB.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/stamp.h"

namespace emu::checker {

struct Cell {
  Stamp write;
  Stamp read;
};

struct FourCells {
  Cell byte[4];
};

inline Cell* arena_cell(std::uintptr_t address) {
  return reinterpret_cast<Cell*>((address << 2) & ~std::uintptr_t{15});
}
/// Registered variables lie in here; most addresses do not.
struct VariableHull {
  std::uintptr_t begin = ~std::uintptr_t{0}, end = 0;
};
extern VariableHull variable_hull;
inline bool near_variables(std::uintptr_t address) {
  return address >= variable_hull.begin && address < variable_hull.end;
}
/// The cell of an address in a registered variable's neighbourhood; null elsewhere.
Cell* variable_cell(std::uintptr_t address);
/// Either; null where there is no shadow.
Cell* cell_of(std::uintptr_t address);

inline bool is_split(const Cell& cell) { return cell.write != 0 && phase_of(cell.write) == 0; }
FourCells& split_cells(const Cell& cell);
/// Gives each byte of the granule a cell of its own.
void split(Cell& cell);
/// One cell again, for an access to all four bytes: `cell` becomes what all of them are.
void join_bytes(Cell& cell, Cell whole);

/// What the write stamp says where no variable lies. Its phase is never reached, so that no glance
/// takes it for one that is in order.
inline constexpr Stamp kOutside = kPhaseMask;
inline bool is_outside(const Cell& cell) { return cell.write == kOutside; }

/// Reserves the arena's shadow. Runs before main.
void reserve_shadow();
/// The range was never written nor read.
void clear_shadow(std::uintptr_t begin, std::size_t size);
/// The range, in the arena and ending at a multiple of 4, becomes kOutside.
void fill_outside(std::uintptr_t begin, std::uintptr_t end);

}  // namespace emu::checker

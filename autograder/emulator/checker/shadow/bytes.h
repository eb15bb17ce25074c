// Cells of single bytes, where the four of a granule differ in who accessed them.
//
// Bytes that differ mostly do so by thread: thread 5 wrote this one, thread 6 the next, both in one
// phase and at one line. So a stamp is kept in two parts: its thread in the granule's own cell, and
// all the rest, its *kind*, as a number of eight bits in a table that the granules of one page of
// cells share. Table and numbers make a *patch*, which is as large as the page of cells that it
// belongs to and lies at a fixed distance from it: bytes cost no more than twice what words do. A
// granule whose patch has run out of kinds becomes *wide*: four whole cells elsewhere.
//
// A split cell, narrow or wide, looks like no cell of a granule: its write stamp is not 0 and has
// phase 0, and no thread's own stamp is like its read stamp. Bytes that agree again are a granule
// again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/shadow/shadow.h"

namespace emu::checker {

struct FourCells {
  Cell byte[4];
  friend bool operator==(const FourCells&, const FourCells&) = default;
};

inline constexpr std::size_t kCellPage = 4096;  // bytes of cells that share a patch
inline constexpr std::size_t kGranules = kCellPage / sizeof(Cell);

struct Patch {
  Stamp kinds[256];  // stamps of thread 0; [0] is 0, as are those not in use
  // Of a narrow granule's four writes, then reads, eight bits each; else 0. Always used whole: a
  // processor waits where it loads more than it has just stored.
  std::uint64_t numbers[kGranules];
};
static_assert(sizeof(Patch) == kCellPage);

// A narrow cell: in `write` the threads of three writes and a mark, in `read` those of four reads,
// a mark, and the thread of the last write.
inline constexpr Stamp kThreadMask = (Stamp{1} << kThreadBits) - 1;
inline constexpr Stamp kNarrowMark = Stamp{1} << 63, kWideMark = Stamp{1} << 62;
inline constexpr Stamp kNobodyReads = kBlockScope;  // in no thread's own stamp
inline constexpr unsigned kLastWriteShift = kWhoBits;

inline bool is_split(const Cell& cell) { return cell.write != 0 && phase_of(cell.write) == 0; }
inline bool is_narrow(const Cell& cell) {
  return is_split(cell) && (cell.write & kNarrowMark) != 0;
}

inline Patch& patch_of(const Cell& cell) {
  const auto page = reinterpret_cast<std::uintptr_t>(&cell) & ~(kCellPage - 1);
  return *reinterpret_cast<Patch*>(page + kPatchDistance);
}
inline unsigned granule_of(const Cell& cell) {
  return reinterpret_cast<std::uintptr_t>(&cell) % kCellPage / sizeof(Cell);
}
inline Stamp writer_of(const Cell& narrow, unsigned byte) {
  const Stamp threads =
      byte < 3 ? narrow.write >> (kPhaseBits + byte * kThreadBits) : narrow.read >> kLastWriteShift;
  return threads & kThreadMask;
}
inline Stamp reader_of(const Cell& narrow, unsigned byte) {
  return narrow.read >> byte * kThreadBits & kThreadMask;
}
inline Cell narrow_byte(const Cell& cell, unsigned byte) {
  const Patch& patch = patch_of(cell);
  const std::uint64_t numbers = patch.numbers[granule_of(cell)] >> 8 * byte;
  return {.write = patch.kinds[numbers & 255] | writer_of(cell, byte) << kPhaseBits,
          .read = patch.kinds[numbers >> 32 & 255] | reader_of(cell, byte) << kPhaseBits};
}
Cell wide_byte(const Cell& cell, unsigned byte);

/// Of a stamp all but its thread.
inline constexpr Stamp kKindMask = ~(kThreadMask << kPhaseBits);
inline unsigned first_place_of(Stamp kind) {
  const auto place = static_cast<unsigned>((kind ^ kind >> 31) * 0x9E3779B97F4A7C15u >> 56);
  return place == 0 ? 1 : place;
}

/// Changes who has read one byte of a narrow cell, where the patch has their kind where it is
/// looked for first and the bytes do not agree then. False: nothing has been done.
inline bool change_narrow_read(Cell& cell, unsigned byte, Stamp read) {
  if (!is_narrow(cell)) return false;
  Patch& patch = patch_of(cell);
  const Stamp kind = read & kKindMask;
  const std::uint64_t number = first_place_of(kind);
  if (patch.kinds[number] != kind) return false;
  std::uint64_t& numbers = patch.numbers[granule_of(cell)];
  const unsigned shift = 32 + 8 * byte;
  const std::uint64_t now = (numbers & ~(std::uint64_t{255} << shift)) | number << shift;
  constexpr std::uint64_t kFourBytes = 0x0101'0101;
  if ((now >> 32) == (number * kFourBytes)) return false;
  numbers = now;
  const unsigned at = byte * kThreadBits;
  cell.read = (cell.read & ~(kThreadMask << at)) | (read >> kPhaseBits & kThreadMask) << at;
  return true;
}

/// The cell of one byte, 0 to 3, of any granule. `cell` lies in shadow memory, here and below.
inline Cell byte_cell(const Cell& cell, unsigned byte) {
  if (!is_split(cell)) return cell;
  return is_narrow(cell) ? narrow_byte(cell, byte) : wide_byte(cell, byte);
}
/// For a value that is not what the cell says of the byte. Splits a cell, or joins one whose bytes
/// now agree.
void change_byte(Cell& cell, unsigned byte, Cell value);
inline void set_byte(Cell& cell, unsigned byte, Cell value) {
  if (byte_cell(cell, byte) != value) change_byte(cell, byte, value);
}
/// Gives back what a split cell holds; what it says from then on is up to the caller.
void drop_bytes(Cell& cell);
/// The same for all that are split of a range.
void drop_bytes(Cell* first, Cell* last);
/// The same where the range's patches, of whole pages, are to be handed back to the system.
void return_bytes(Cell* first, Cell* last);

/// For a cell that is to be kept elsewhere for a while: the cell becomes 0; put_cell undoes it.
Cell take_cell(Cell& cell);
void put_cell(Cell& cell, Cell taken);

/// Reserves room for wide cells. Runs before main.
void reserve_wide_cells();
/// Wide cells that there have been at a time, at most.
std::uint64_t most_wide_cells();

}  // namespace emu::checker

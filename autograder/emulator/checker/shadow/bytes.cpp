#include "checker/shadow/bytes.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "checker/state.h"
#include "memory/own.h"

namespace emu::checker {

namespace {

// ---- Kinds --------------------------------------------------------------------------------------

constexpr int kNone = -1;

Stamp kind_part(Stamp s) { return s & kKindMask; }
Stamp thread_part(Stamp s) { return s >> kPhaseBits & kThreadMask; }

/// The number of the stamp's kind in the patch, a new one if need be; kNone if all are taken.
int number_kind(Patch& patch, Stamp stamp) {
  const Stamp kind = kind_part(stamp);
  if (kind == 0) return 0;
  const unsigned first = first_place_of(kind);
  unsigned place = first;
  do {
    if (patch.kinds[place] == 0) patch.kinds[place] = kind;
    if (patch.kinds[place] == kind) return static_cast<int>(place);
    place = place == 255 ? 1 : place + 1;
  } while (place != first);
  return kNone;
}

/// Forgets the kinds that no granule of the patch has any more. Numbers change.
void sweep(Patch& patch) {
  Stamp before[256];
  std::memcpy(before, patch.kinds, sizeof before);
  std::memset(patch.kinds, 0, sizeof patch.kinds);
  std::uint64_t now[256] = {};
  for (std::uint64_t& numbers : patch.numbers) {
    std::uint64_t renumbered = 0;
    for (unsigned shift = 0; shift < 64; shift += 8) {
      const auto old = numbers >> shift & 255;
      if (old != 0 && now[old] == 0)
        now[old] = static_cast<std::uint64_t>(number_kind(patch, before[old]));
      renumbered |= now[old] << shift;
    }
    numbers = renumbered;
  }
}

// ---- Wide cells ---------------------------------------------------------------------------------

constexpr std::size_t kMostWide = std::size_t{1} << 31;

std::uint64_t wide_number(const Cell& cell) { return (cell.write & ~kWideMark) >> kPhaseBits; }
FourCells& wide_cells(const Cell& cell) { return state.shadow.wide_table[wide_number(cell)]; }

std::uint64_t take_wide_number() {
  if (!state.shadow.wide_free.empty()) {
    const std::uint64_t number = state.shadow.wide_free.back();
    state.shadow.wide_free.pop_back();
    return number;
  }
  if (state.shadow.wide_count + 1 < kMostWide) return ++state.shadow.wide_count;
  std::fputs("emulator: too many single bytes accessed for the race checker\n", stderr);
  std::abort();
}

Cell wide_cell(const FourCells& bytes) {
  const std::uint64_t number = take_wide_number();
  state.shadow.wide_table[number] = bytes;
  return {.write = kWideMark | number << kPhaseBits, .read = 0};
}

// ---- Narrow cells -------------------------------------------------------------------------------

// What a product with them repeats four times.
constexpr std::uint64_t kFourBytes = 0x0101'0101;
constexpr Stamp kFourThreads =
    1 | Stamp{1} << kThreadBits | Stamp{1} << 2 * kThreadBits | Stamp{1} << 3 * kThreadBits;

std::uint64_t& numbers_of(const Cell& cell) { return patch_of(cell).numbers[granule_of(cell)]; }

void put(std::uint64_t& in, unsigned shift, std::uint64_t mask, std::uint64_t value) {
  in = (in & ~(mask << shift)) | value << shift;
}

/// Puts the number of the stamp's kind at `shift`; false if the patch has no room for the kind.
bool put_number(Patch& patch, std::uint64_t& numbers, unsigned shift, Stamp stamp) {
  if (patch.kinds[numbers >> shift & 255] == kind_part(stamp)) return true;
  const int number = number_kind(patch, stamp);
  if (number == kNone) return false;
  put(numbers, shift, 255, static_cast<std::uint64_t>(number));
  return true;
}

/// Writes one byte of a narrow cell; false, and nothing has changed, if its patch has no kind for
/// it.
bool set_narrow(Cell& cell, unsigned byte, Cell value) {
  Patch& patch = patch_of(cell);
  std::uint64_t numbers = numbers_of(cell);
  if (!put_number(patch, numbers, 8 * byte, value.write) ||
      !put_number(patch, numbers, 32 + 8 * byte, value.read))
    return false;
  numbers_of(cell) = numbers;
  put(cell.read, byte * kThreadBits, kThreadMask, thread_part(value.read));
  if (byte < 3)
    put(cell.write, kPhaseBits + byte * kThreadBits, kThreadMask, thread_part(value.write));
  else
    put(cell.read, kLastWriteShift, kThreadMask, thread_part(value.write));
  return true;
}

/// Makes a narrow cell of a whole one; false if its patch has no kinds for it.
bool make_narrow(Cell& cell) {
  Patch& patch = patch_of(cell);
  const int write = number_kind(patch, cell.write), read = number_kind(patch, cell.read);
  if (write == kNone || read == kNone) return false;
  numbers_of(cell) =
      (static_cast<std::uint64_t>(write) | static_cast<std::uint64_t>(read) << 32) * kFourBytes;
  const Stamp writers = thread_part(cell.write) * kFourThreads;
  constexpr unsigned kThree = 3 * kThreadBits;
  cell.read =
      kNobodyReads | writers >> kThree << kLastWriteShift | thread_part(cell.read) * kFourThreads;
  cell.write = kNarrowMark | (writers & ((Stamp{1} << kThree) - 1)) << kPhaseBits;
  return true;
}

/// Whether all bytes of a narrow cell are the same: kinds first, all at once.
bool narrow_agree(const Cell& cell) {
  const std::uint64_t numbers = numbers_of(cell);
  if ((numbers & 0x0000'00FF'0000'00FF) * kFourBytes != numbers) return false;
  const Stamp reader = reader_of(cell, 0), writer = writer_of(cell, 0);
  for (unsigned byte = 1; byte < 4; ++byte)
    if (reader_of(cell, byte) != reader || writer_of(cell, byte) != writer) return false;
  return true;
}

// ---- Any ----------------------------------------------------------------------------------------

FourCells bytes_of(const Cell& cell) {
  return {{byte_cell(cell, 0), byte_cell(cell, 1), byte_cell(cell, 2), byte_cell(cell, 3)}};
}

bool agree(const Cell& split) {
  if (is_narrow(split)) return narrow_agree(split);
  const Cell& first = wide_cells(split).byte[0];
  return wide_cells(split) == FourCells{{first, first, first, first}};
}

void join(Cell& cell) {
  const Cell whole = byte_cell(cell, 0);
  drop_bytes(cell);
  cell = whole;
}

void make_wide(Cell& cell) {
  const FourCells bytes = bytes_of(cell);
  if (is_split(cell)) drop_bytes(cell);
  cell = wide_cell(bytes);
}

/// Makes `value` what a narrow cell says of the byte, if need be in a wide one.
void set_narrow_or_wide(Cell& cell, unsigned byte, Cell value) {
  if (set_narrow(cell, byte, value)) return;
  sweep(patch_of(cell));
  if (set_narrow(cell, byte, value)) return;
  make_wide(cell);
  wide_cells(cell).byte[byte] = value;
}

/// A whole cell becomes one of bytes, which all say the same still.
void split(Cell& cell) {
  state.shadow.any_split = true;
  if (make_narrow(cell)) return;
  sweep(patch_of(cell));
  if (!make_narrow(cell)) make_wide(cell);
}

bool any_wide() { return state.shadow.wide_count != state.shadow.wide_free.size(); }

}  // namespace

void reserve_wide_cells() {
  state.shadow.wide_table =
      static_cast<FourCells*>(memory::reserve_table(kMostWide * sizeof(FourCells)));
}

std::uint64_t most_wide_cells() { return state.shadow.wide_count; }

Cell wide_byte(const Cell& cell, unsigned byte) { return wide_cells(cell).byte[byte]; }

void change_byte(Cell& cell, unsigned byte, Cell value) {
  if (!is_split(cell)) split(cell);
  if (is_narrow(cell))
    set_narrow_or_wide(cell, byte, value);
  else
    wide_cells(cell).byte[byte] = value;
  if (agree(cell)) join(cell);
}

void drop_bytes(Cell& cell) {
  if (is_narrow(cell))
    numbers_of(cell) = 0;
  else
    state.shadow.wide_free.push_back(wide_number(cell));
}

void drop_bytes(Cell* first, Cell* last) {
  if (!state.shadow.any_split) return;
  for (Cell* c = first; c < last; ++c)
    if (is_split(*c)) drop_bytes(*c);
}

void return_bytes(Cell* first, Cell* last) {
  if (!state.shadow.any_split) return;
  if (any_wide())
    for (const Cell* c = first; c < last; ++c)
      if (is_split(*c) && !is_narrow(*c)) state.shadow.wide_free.push_back(wide_number(*c));
  madvise(&patch_of(*first), static_cast<std::size_t>(last - first) * sizeof(Cell), MADV_DONTNEED);
}

Cell take_cell(Cell& cell) {
  if (is_narrow(cell)) make_wide(cell);
  return std::exchange(cell, Cell{});
}

void put_cell(Cell& cell, Cell taken) {
  if (!is_split(taken)) {
    cell = taken;
    return;
  }
  const FourCells bytes = wide_cells(taken);
  drop_bytes(taken);
  cell = Cell{};
  for (unsigned byte = 0; byte < 4; ++byte) set_byte(cell, byte, bytes.byte[byte]);
}

}  // namespace emu::checker

#include "checker/unwritten.h"

#include <algorithm>

#include "checker/bytes.h"
#include "checker/place.h"

namespace emu::checker {

namespace {

constexpr std::size_t kMostPadding = 7;  // before a member that wants to lie at a multiple of 8

bool is_written(std::uintptr_t address) {
  return byte_cell(*cell_of(address), address & 3).write != 0;
}

const Access& whole(const Access& access) { return access.whole ? *access.whole : access; }

std::uintptr_t next_granule(std::uintptr_t address) { return (address | 3) + 1; }

std::size_t unwritten_until(std::uintptr_t begin, std::uintptr_t end) {
  std::uintptr_t a = begin;
  while (a < end && !is_written(a)) a = is_split(*cell_of(a)) ? a + 1 : next_granule(a);
  return std::min(a, end) - begin;
}

}  // namespace

std::size_t unwritten_from(const Access& access, std::uintptr_t begin) {
  const Access& all = whole(access);
  return unwritten_until(begin, all.address + all.size);
}

bool may_be_padding(const Access& access, std::uintptr_t begin) {
  const Access& all = whole(access);
  const std::uintptr_t end = std::min(all.address + all.size, begin + kMostPadding + 1);
  return unwritten_until(begin, end) <= kMostPadding && partly_written(access);
}

bool partly_written(const Access& access) {
  const Access& all = whole(access);
  return unwritten_until(all.address, all.address + all.size) < all.size;
}

void take_as_written(std::uintptr_t begin, std::size_t size) {
  const std::uintptr_t end = begin + live_bytes(begin, size);
  for (std::uintptr_t a = begin; a < end; ++a) {
    Cell& cell = *cell_of(a);
    Cell byte = byte_cell(cell, a & 3);
    if (byte.write != 0) continue;
    byte.write = kBeginning;
    set_byte(cell, a & 3, byte);
  }
}

}  // namespace emu::checker

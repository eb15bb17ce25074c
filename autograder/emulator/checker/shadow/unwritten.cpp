#include "checker/shadow/unwritten.h"

#include <algorithm>

#include "checker/messages/place.h"
#include "checker/shadow/bytes.h"
#include "checker/state.h"

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

void not_brought(const volatile void* address, std::size_t size, const void* site, NotBrought why) {
  forget(address, size);
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  state.shadow.missing[begin] = {begin + size, site, why};
}

void brought(const volatile void* address, std::size_t size) {
  forget_missing_copies(reinterpret_cast<std::uintptr_t>(address), size);
}

MissingCopy missing_copy(std::uintptr_t address) {
  const auto after = state.shadow.missing.upper_bound(address);
  if (after == state.shadow.missing.begin() || std::prev(after)->second.end <= address) return {};
  const MissingBytes& copy = std::prev(after)->second;
  if (copy.why == NotBrought::kOnItsWay)
    return {", which an asynchronous copy has still to bring: wait for its batch before the read",
            copy.site};
  return {
      ", which a copy has brought from host memory that nothing had written to: fill all of the "
      "source before the copy",
      copy.site};
}

void forget_missing_copies(std::uintptr_t begin, std::size_t size) {
  if (state.shadow.missing.empty()) return;
  auto it = state.shadow.missing.upper_bound(begin);
  if (it != state.shadow.missing.begin() && std::prev(it)->second.end > begin) --it;
  while (it != state.shadow.missing.end() && it->first < begin + size)
    it = state.shadow.missing.erase(it);
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

// Who has read a cell since it was written, in one stamp however many they are.
//
// Readers of one warp become a group of lanes, of one block a block. Readers of several blocks or
// works become a *set* of stamps, of which there is one object however many cells have the same
// readers. While all of them have read the cell at one line, the cell's own stamp holds the line,
// so that arrays read at different lines share their sets; else each member has its line. A program
// with many different sets gets coarser ones, without threads and with one line of this cell for
// all; what comes on top of the largest size and number is forgotten. So a race with one of very
// many readers may go unseen in one schedule, but none is ever invented.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "checker/shadow/stamp.h"

namespace emu::checker {

/// Sets by number, and their numbers.
struct ReaderSets {
  using Members = std::vector<Stamp>;
  std::map<Members, std::uint32_t> numbers;
  std::vector<const Members*> members{nullptr};  // number 0 is not used
};

/// The members of a reader set. Where they have no site, that of the set's stamp is theirs.
std::span<const Stamp> readers_in(Stamp set);
/// A member with its site.
inline Stamp with_site(Stamp member, Stamp set) {
  return site_bits(member) != 0 ? member : member | site_bits(set);
}

/// `readers`, as far as they are not ordered before the running thread, and that thread. `me` is
/// its stamp with site and kAtomic.
Stamp add_reader(Stamp readers, Stamp me);

/// For tests, when no cell in use has a set: exact sets again.
void forget_reader_sets();

}  // namespace emu::checker

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

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "checker/shadow/stamp.h"

namespace emu::checker {

/// Sets by number, and a table that finds the number of a set.
///
/// Once everything that a set's members did is ordered before all that may still come, the set says
/// nothing more: then all sets are dropped, and numbers go on. A number from before has no members.
class ReaderSets {
 public:
  static constexpr std::size_t kMostMembers = 16;
  struct Members {
    std::array<Stamp, kMostMembers> stamps;
    std::size_t count = 0;

    void add(Stamp one) { stamps[count++] = one; }
    std::span<Stamp> all() { return {stamps.data(), count}; }
    std::span<const Stamp> all() const { return {stamps.data(), count}; }
  };

  std::size_t size() const { return sets_.size(); }
  /// The members of this set, for as long as nothing is added or dropped.
  std::span<const Stamp> of(std::uint32_t number) const;
  /// The number of the set of these, which are sorted; 0 if there is none and `may_add` is false.
  std::uint32_t number_of(const Members& members, bool may_add);
  bool has_numbers(std::uint32_t most) const { return first_ + sets_.size() < most; }
  /// The latest phase of any member.
  Phase latest() const { return latest_; }
  void drop_all();

 private:
  struct Set {
    std::uint32_t first;  // in `members_`
    std::uint32_t count;
  };
  /// The place in the table of the set, or the free one where it would be.
  std::size_t place_of(const Members& members) const;
  void add(const Members& members, std::size_t place);
  void grow_table();

  std::vector<Stamp> members_;        // of all sets, one set after the other
  std::vector<Set> sets_;             // by number, from `first_` on
  std::vector<std::uint32_t> table_;  // places in `sets_` plus 1, by a hash; 0 is free
  std::uint32_t first_ = 1;           // number 0 is not used
  Phase latest_ = 0;
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

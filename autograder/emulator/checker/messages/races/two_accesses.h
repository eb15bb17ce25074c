// The two accesses of a race: who made them, at which lines, and how these are related. The first
// came earlier in this run; the second is the one at which the race was found.
#pragma once

#include "checker/messages/race.h"

namespace emu::checker {

/// The lines of two accesses as one function has them, or of its own each.
struct TwoLines {
  SourceLine earlier, later;
};

struct TwoAccesses {
  explicit TwoAccesses(const Race& race);

  bool same_work() const { return &first == &second; }
  bool same_block() const { return &block_at(phase_of(race.earlier)) == &block_at(race.at.phase); }
  bool one_line() const { return other.line == where.line && other.file == where.file; }
  bool both_write() const { return race.earlier_wrote && race.access.writes; }
  bool earlier_atomic() const { return (race.earlier & kAtomic) != 0; }

  const Race& race;
  Work &first, &second;
  const SourceLine where, other;  ///< of the second access and of the first
  const TwoLines lines;
  const bool updates;  ///< the line reads the word and writes it back, plainly
};

inline bool is_host(const Work& work) { return work.info.kind == WorkInfo::Kind::kHost; }

}  // namespace emu::checker

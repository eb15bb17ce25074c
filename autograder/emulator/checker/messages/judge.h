// Findings that only the whole run can judge: they are held back until `judge` (see checker.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/checker.h"

namespace emu::checker {

/// A finding that is held back.
struct Held {
  enum class Kind { kRace, kUninitialized, kUnlessRace } kind;
  std::uint64_t key;
  std::size_t place;  ///< how much had been found before
  Diagnostic finding;
  Diagnostic hint;  ///< instead of a race
};

/// A race between a plain read and an atomic, and what is said instead if the read turns out to be
/// a hint. `read` is any number for the read's site and memory.
void hold_race(std::uint64_t read, Diagnostic race, Diagnostic hint);
/// A thread read plainly there and then decided atomically about what it had read: a hint.
void note_hint(std::uint64_t read);

/// A finding that is nothing new where a race between the same two lines is reported. Counted when
/// the same `pair` is held already.
bool is_held_with_race(std::uint64_t pair);
void hold_unless_race(std::uint64_t pair, Diagnostic finding);

/// Whether such a read is held already; then it is counted. `read` is any number for the site and
/// what is to be said of it.
bool is_held_uninitialized(std::uint64_t read);
/// A read of what nobody has written yet. Where the same line races with the write that came too
/// late, the race is the cause and the only finding.
void hold_uninitialized(std::uint64_t read, Diagnostic finding);

}  // namespace emu::checker

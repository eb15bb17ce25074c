// Findings that only the whole run can judge: they are held back until `judge` (see checker.h).
#pragma once

#include <cstdint>

#include "checker/checker.h"

namespace emu::checker {

/// A race between a plain read at site `read` and an atomic. It is none if the read turns out to
/// be a hint.
void hold_race(std::uint64_t read, Diagnostic race);
/// A thread read plainly at site `read` and then decided atomically about what it had read: a hint.
void note_hint(std::uint64_t read);

/// Whether such a read is held already; then it is counted. `read` is any number for the site and
/// what is to be said of it.
bool is_held_uninitialized(std::uint64_t read);
/// A read of what nobody has written yet. Where the same line races with the write that came too
/// late, the race is the cause and the only finding.
void hold_uninitialized(std::uint64_t read, Diagnostic finding);

}  // namespace emu::checker

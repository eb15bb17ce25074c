// Notes of the way in which the exercise goes wrong, left in the header for the words that a
// student reads.
#pragma once

namespace harness {

/// From here on bad accesses and refused `new` are noted.
void watch_for_crashes();

/// The emulator, once loaded, has handlers of its own: ours look first, then hand on to them.
void look_at_crashes_first();

}  // namespace harness

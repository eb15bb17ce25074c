// The virtual clock: when everything in a run would have happened on a device.
//
// The record says what was launched from where, what each block did and what waited for what. This
// replays it as a discrete-event simulation: 132 multiprocessors, at most 128 grids at once, the
// costs of costs.h. The order in which the emulator happened to run things plays no part, so the
// times are the same under every schedule that makes the program do the same.
#pragma once

#include "report/record.h"

namespace emu::report {

/// Fills in `time` of launches and copies, `time_ns` of host waits, and `virtual_ns`.
void compute_times(Run& run);

}  // namespace emu::report

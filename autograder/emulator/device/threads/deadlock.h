// Nobody can go on: says who waits for whom.
#pragma once

#include <deque>

#include "device/threads/fiber.h"

namespace emu {

/// Threads poll memory and nothing else can happen first. `work_waits`: grids have not started, and
/// need not before these threads end (K5).
void report_deadlock(const std::deque<Fiber*>& spinning, bool work_waits);
/// `thread` has looked at memory for very long, and found something new again and again, while only
/// threads that look at memory could run: says so on stderr, and no more, for it may well be at
/// work.
void tell_long_wait(const Thread& thread);
/// Nothing is left to run, yet the host waits: reports what the threads wait in, and makes it a
/// device fault.
void no_one_can_run();

/// `thread` polls for what a block of its own grid is to do that has not started (rule
/// `waits-for-block`). A warning, for a grid that the card holds at once goes on.
void report_wait_for_block(const Thread& thread);

/// All threads of a cooperative grid that are left wait in grid.sync(), but others have ended. A
/// card waits for ever when a whole block has, which makes it a device fault here.
void report_left_grid(const Grid& grid);

}  // namespace emu

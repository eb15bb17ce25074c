// What can go on, and how each kind of it is started. Whoever chooses calls these.
#pragma once

#include <cstddef>

#include "device/device.h"
#include "device/grids/schedule.h"

namespace emu {

/// The block can run, and is not the current one: it is among those to choose from.
void list(Block& block);
/// Of the listed blocks that can run, the one at the place that `pick` chooses among so many; null
/// where there is none. Forgets blocks that were listed and cannot run any more.
Block* pick_listed(std::size_t (*pick)(std::size_t count));
/// The device's multiprocessors may have no room for one more block, whatever its size (h200-facts
/// 1). With CDP1 they always have: blocks that wait for their children make room.
bool is_full(const Device& device);
/// The grid is one of scheduler.fresh_grids.
void add_fresh(WorkRef grid);
/// A block of the device has ended: grids that waited for room may start blocks again.
void make_room(const Device& device);
/// Starts the next block of a grid that is open; there must be one.
Block* start_next_block(Grid& grid);
/// Opens the grid at `i` of scheduler.fresh_grids by its first block; by priorities it is the
/// first.
Block* open_fresh_grid(std::size_t i);
/// Runs the operation at `i` of scheduler.operations.
void run_operation(std::size_t i);
/// Lets the lanes of one block go on that have reached __activemask; false where none has.
bool resolve_one_convergence();
/// Neither a thread nor other work can go on: a deadlock, unless the host only drives the device,
/// or another host thread may help. The host's fiber; null where one more grid was let in.
Fiber* nothing_can_run();
/// The thread that has polled longest ago, or the host's fiber where all polling is in vain. There
/// must be one that polls.
Fiber* take_spinning();

}  // namespace emu

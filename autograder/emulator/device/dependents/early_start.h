// Programmatic dependent launch: a grid that may start before the one that it depends on is
// complete (rules Q).
//
// The dependent grid starts when all blocks of the earlier one have triggered or ended. Its threads
// wait for the earlier grid's completion where they ask for it. It is itself complete only after
// the earlier one, so that whatever waits for a grid comes after all that was before it in its
// stream.
#pragma once

#include "device/grids/work.h"

namespace emu {

class Block;
class Grid;

/// `later` may start as soon as `earlier` allows. Before `issue(later)`.
void may_overlap(Grid& later, Grid& earlier);
/// What `later` waits for at a programmatic edge, and at any other.
void run_after_early(Work& later, Work& earlier);
/// `later` is launched with the attribute into a stream whose last work is `last`: events that are
/// recorded or waited for keep it from nothing but what these waits are for (h200-facts 1).
void follow_early(Work& later, Work& last);
/// The work is an event's: notes what an early start behind it need not be complete.
void note_kernel_ahead(Work& of_event, const WorkRef& last, const std::vector<WorkRef>& waits);
/// A grid that triggers must not launch tails (Q8). Tells of it, if it does both.
void check_tails(const Grid& grid);

/// The running thread's block allows what depends on its grid to start.
void trigger_dependents();
/// The running thread waits until all that its grid may overlap is complete.
void wait_for_earlier(const char* in, const void* site);

/// All threads of the block have ended: it counts as one that has triggered.
void block_allows_dependents(Block& block);
/// The grid is complete, and so may be those that overlapped it.
void tell_overlapping(Grid& earlier);

}  // namespace emu

// What launching costs on the virtual device: the calibration of the clock. Times are nanoseconds.
//
// What the device really does inside is not known; the model is the simplest queueing network in
// which the measured figures of an H200 (docs/h200-facts.md, 1 and 3) come out:
//
//   thread calls ── its block's launch queue ── the device's launch queue ── ready ──
//   one of 128 queues ── runs
//
// A grid that ends passes its parent block's queue once more before anybody hears of it.
//
// Every number says what it stands for and which measured row it comes from. Where a row is the sum
// of several stations, the sum is given; how a sum is shared out between them is a choice that no
// row decides. timeline_test.cpp holds the rows; costs_test.cpp fits the numbers anew
// to some of the rows and predicts the others.
#pragma once

#include <algorithm>

#include "card/numbers.h"
#include "report/record.h"

namespace emu::report::costs {

/// A fitted number. Constant, but where the calibration varies them to find out what they explain.
#ifndef EMULATOR_COSTS_VARY
#define EMULATOR_COST inline constexpr
#else
#define EMULATOR_COST inline
#endif

inline constexpr double kCyclesPerNs = card::kClockKHz / 1e6;

/// A block with n blocks on its multiprocessor gets at most 1 / (this · n) of its issue slots:
/// blocks with more to do than their neighbors find some of the slots unused, but not all. No
/// unit. Fitted to the Mandelbrot table as a whole; no single row decides it.
EMULATOR_COST double kHeldUpByNeighbors = 0.2;

// The host.
/// The thread is busy with a launch. Row: host, 1,000 empty kernels, 2.9 µs each.
EMULATOR_COST double kHostCall = 2900;
/// The same with a launch that may start early. Row: 1,000 empty grids, 2.72 µs each, where plain
/// ones take 3.21 µs.
EMULATOR_COST double kHostCallEarly = 2460;
/// Completion → return of a synchronizing call. Row: an empty kernel takes 6.1 µs, which is
/// kHostCall + kBegin + kEnd + this.
EMULATOR_COST double kHostSees = 1700;

// A grid. Rows: the chains and queues below, in which a grid costs the sum of both.
EMULATOR_COST double kBegin = 750;  ///< first in its queue → first block runs
/// The same of a grid that starts early, from where the one ahead allows it. Row: grids with the
/// attribute and without a trigger, which take 0.81 µs more than they are busy.
EMULATOR_COST double kBeginEarly = 400;
EMULATOR_COST double kEnd = 750;  ///< last thread exits → queue free, completion known

// From one piece of work to the next.
/// Predecessor complete → successor may start. Row: 1,024 threads of a block into NULL, 2.96 µs a
/// child, which is kBegin + kEnd + this + the way back through the block's queue + an empty block.
EMULATOR_COST double kStreamGap = 900;
/// The same between two tails of a grid. Row: one thread, 1,000 tails, 10.2 µs, which is the call
/// of each + kBegin + kEnd + this.
EMULATOR_COST double kTailGap = 1460;
/// All that precedes the tails is done → the first tail may start. Row: chain of tails, 11.0 µs a
/// link, which is a tail's call + kEnd + this + kBegin.
EMULATOR_COST double kFirstTailGap = 2260;
/// Last child complete → the parent counts as joined. Row: nested NULL chain, 10.3 µs a level,
/// which is kReady + kBegin + this + the way back through the block's queue.
EMULATOR_COST double kJoin = 3280;

// What a large pool of pending launches costs, even if it stays empty. Why is not known; it grows
// with the number of slots. The numbers are for 65,536 slots more than the default, which is
// about what the Bezier table of section 3 was measured with; the same programs with the default
// pool (lessons/benchmarks/results) show what is left without.
inline constexpr double kDefaultSlots = card::kPendingLaunches, kExtraSlots = 65536;
inline double of_pool(std::uint32_t slots) {
  return std::max(0.0, (slots - kDefaultSlots) / kExtraSlots);
}
/// More than kReady, and of a tail more than kTailGap or kFirstTailGap. Rows: one child behind 256
/// Bezier lines, 29.5 instead of 16.9 µs; a link of a chain of tails, 37 with 131,072 slots, 15
/// with 2,048.
EMULATOR_COST double kPoolReady = 12000;
/// All is done → the host's grid is complete: for each descendant that accessed memory, up to a
/// most. Measured with one child for each block: 256 and 4,096 lines took 0.065 and 0.16 ms with
/// 67,584 slots, 0.027 and 0.054 ms with 2,048.
EMULATOR_COST double kPoolTree = 6000;
EMULATOR_COST double kPoolTreeMost = 75000;
inline double tree_done(double grids_times_pool, double pool) {
  return std::min(kPoolTreeMost * pool, kPoolTree * grids_times_pool);
}

/// Instead of kStreamGap, between children that access memory: what one wrote must become visible
/// to the next. Row: 256 Bezier lines into NULL, 0.61 ms, 64 one after another.
EMULATOR_COST double kStreamGapAfterMemory = 4200;

/// The device's heap serves one call after another. Rows: Bezier lines, 4,096 and 65,536 whose
/// points come from the heap and are given back: 2.3 and 18.6 ms more than those without.
EMULATOR_COST double kHeapCall = 350;

/// Launch issued → the child may start. Row: nested NULL chain, see kJoin.
EMULATOR_COST double kReady = 5900;

/// What one device-side launch costs at each station.
struct Launching {
  double call;      ///< the launching thread is held up. Rows: one thread, 1,000 launches
  double block;     ///< its block's queue is busy with the launch …
  double complete;  ///< … and again with the child's completion. Rows: 1,024 threads of a block
  double device;    ///< the device's queue is busy. Rows: 64 blocks of 16 threads
  double memory;  ///< and again with the completion of a child that accessed memory, times of_pool
};

/// Rows: 5.9 µs; 0.59 = block + complete; 0.24 = device; Bezier 65,536, 28 ms = device + memory.
EMULATOR_COST Launching kFireAndForget = {5900, 220, 370, 230, 170};
/// Rows: 0.69 µs = block + complete; Bezier 65,536, 36 ms = device + memory. The call costs what it
/// costs into NULL.
EMULATOR_COST Launching kNamed = {6300, 280, 410, 280, 200};
/// Rows: tails, see kTailGap and kFirstTailGap. Nobody but its grid hears of a tail's end.
EMULATOR_COST Launching kTail = {7240, 220, 0, 440, 0};
/// Not measured but for 64 children at once in 0.21 ms: like fire-and-forget in its block, like
/// named streams on the device.
EMULATOR_COST Launching kPerThread = {6300, 220, 370, 280, 200};
/// The first child that a block launches into its NULL stream. Rows: 6.3 µs; Mandelbrot at 8,192²
/// and more, where 9,888 blocks launch one child each: 5.1 to 7.9 ms, so that device + memory is
/// 0.51 to 0.80 µs.
EMULATOR_COST Launching kNull = {6300, 220, 370, 290, 450};
/// A later one, which the device has to start when its predecessor is complete. Rows: 0.44 =
/// device; Bezier 65,536, 59 ms = device + memory.
EMULATOR_COST Launching kNullBehind = {6300, 220, 370, 440, 460};

/// `follows`: another child of its block in the NULL stream.
inline const Launching& launching(StreamKind stream, bool follows) {
  switch (stream) {
    case StreamKind::kFireAndForget:
      return kFireAndForget;
    case StreamKind::kNamed:
      return kNamed;
    case StreamKind::kTail:
      return kTail;
    case StreamKind::kPerThread:
      return kPerThread;
    case StreamKind::kNull:
    case StreamKind::kHost:
      break;
  }
  return follows ? kNullBehind : kNull;
}

/// Stream work that takes no time (an event's record, a host function): only the call costs. Not
/// measured; less than a launch.
inline constexpr double kEventCall = 1000;

// Graphs. Rows: one step of a loop, 1, 4 and 16 empty kernels one after another; what a kernel adds
// is 0.4 to 0.6 µs in each way to launch them, of which it runs for 0.3.
/// A kernel node is ready → its first block runs; its last thread exits → the next node is ready.
inline constexpr double kNodeBegins = 90, kNodeEnds = 90;
/// The host is busy with a launch. Not measured: less than the 1.86 µs that a step takes.
inline constexpr double kGraphCall = 1500;
/// A thread is busy with one. Row: 4,300 cycles.
inline constexpr double kGraphDeviceCall = 2170;
/// What comes before is complete → the first nodes are ready. Rows: steps of 1.86 µs by the host,
/// of 4.69 µs by a graph that launches itself as a tail, of 4.14 µs by a WHILE node.
inline constexpr double kGraphOfHost = 980, kGraphOfDevice = 1650, kBody = 3300;
constexpr double graph_begins(GraphRun::Way way) {
  switch (way) {
    case GraphRun::Way::kHost:
      return kGraphOfHost;
    case GraphRun::Way::kBody:
      return kBody;
    case GraphRun::Way::kFireAndForget:
    case GraphRun::Way::kTail:
    case GraphRun::Way::kSibling:
      break;
  }
  return kGraphOfDevice;
}

/// Fixed cost of a copy, not measured but for one to the host that the host waits for. Row: a
/// quadtree of one point by the host, 16.8 µs, of which the grid takes 4.
inline constexpr double kCopy = 2000, kCopyToHost = 8500;
/// Of one to pinned memory, which the device writes itself. Row: a graph of one kernel, a flag
/// copied and waited for, 10.2 µs.
inline constexpr double kCopyToPinned = 3600;
inline double copy_begins(const Copy& copy) {
  if (copy.way != Copy::Way::kDeviceToHost) return kCopy;
  return copy.pinned ? kCopyToPinned : kCopyToHost;
}
/// Of a copy: bytes a nanosecond on each way: between devices as
/// measured (section 2), on the device and to the host what HBM3e and PCIe 5 give in practice.
constexpr double bytes_per_ns(Copy::Way way) {
  switch (way) {
    case Copy::Way::kOnDevice:
      return 1900;
    case Copy::Way::kSet:
      return 3000;
    case Copy::Way::kPeer:
      return 382;
    case Copy::Way::kHostToDevice:
    case Copy::Way::kDeviceToHost:
      return 50;
    case Copy::Way::kNothing:
      break;
  }
  return 0;
}

}  // namespace emu::report::costs

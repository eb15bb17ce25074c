// What launching costs on the virtual device: the calibration of the clock, in nanoseconds.
//
// Every number is chosen so that a measured figure of an H200 comes out (h200-facts 1 and 3);
// timeline_test.cpp holds the figures and how close the model comes. What the device really does
// inside is not known; the model is the simplest queueing network that fits all of them:
//
//   thread calls ── its block's launch queue ── the device's launch queue ── ready ── free slot ──
//   runs
//
// A grid that ends passes its parent block's queue once more before anybody hears of it.
#pragma once

#include <algorithm>

#include "report/record.h"

namespace emu::report::costs {

inline constexpr double kCyclesPerNs = 1.98;

// The device.
inline constexpr int kMultiprocessors = 132;
inline constexpr int kThreadsPerMultiprocessor = 2048;
inline constexpr int kBlocksPerMultiprocessor = 32;
inline constexpr std::uint64_t kSharedPerMultiprocessor = 227 * 1024;
inline constexpr std::uint64_t kSharedPerBlock = 1024;  ///< what the system keeps of it
inline constexpr int kIssuesPerCycle = 4;  ///< warp instructions a multiprocessor starts in a cycle
/// A block with n blocks on its multiprocessor gets at most 1 / (this · n) of its issue slots:
/// blocks with more to do than their neighbours find some of the slots unused, but not all.
inline constexpr double kHeldUpByNeighbours = 0.2;
inline constexpr int kGridsAtOnce = 128;
inline constexpr int kNamedGridsAtOnce = 64;  ///< 1,024 named streams ran 64 at once

// The host.
inline constexpr double kHostCall = 2900;  ///< 1,000 empty kernels: 2.9 µs each
inline constexpr double kHostSees = 1700;  ///< completion → return of a synchronising call

// A grid.
inline constexpr double kBegin = 750;  ///< slot granted → first block runs
inline constexpr double kEnd = 750;    ///< last thread exits → slot free, completion known

// From one piece of work to the next.
inline constexpr double kStreamGap = 900;      ///< predecessor complete → successor may start
inline constexpr double kTailGap = 1460;       ///< the same between two tails of a grid
inline constexpr double kFirstTailGap = 2260;  ///< all that precedes the tails is done → first tail
inline constexpr double kJoin = 3280;  ///< last child complete → the parent counts as joined

// What children that access memory cost more than empty ones: Bezier lines and Mandelbrot squares.
inline constexpr double kStreamGapAfterMemory = 4200;  ///< instead of kStreamGap, between children
/// All is done → the host's grid is complete, by how many blocks below it accessed memory.
constexpr double tree_written(std::uint64_t blocks) {
  return std::min(50000.0, 200.0 * static_cast<double>(blocks));
}

/// What one device-side launch costs at each station.
struct Launching {
  double call;      ///< the launching thread is held up
  double block;     ///< its block's queue is busy with the launch
  double complete;  ///< and again with the child's completion
  double device;    ///< the device's queue is busy
  double memory;    ///< and again with the completion of a child that accessed memory
};
inline constexpr double kReady = 5900;  ///< launch issued → child may start

constexpr Launching launching(StreamKind stream) {
  switch (stream) {
    case StreamKind::kFireAndForget:
      return {5900, 220, 370, 240, 180};
    case StreamKind::kNamed:
      return {6300, 280, 410, 280, 200};
    case StreamKind::kTail:
      return {7240, 220, 0, 440, 0};
    case StreamKind::kPerThread:
      return {6300, 220, 370, 280, 200};
    case StreamKind::kNull:
    case StreamKind::kHost:
      break;
  }
  return {6300, 220, 370, 440, 220};
}

/// Stream work that takes no time (an event's record, a host function): only the call costs.
inline constexpr double kEventCall = 1000;

/// Fixed cost of a copy, and bytes a nanosecond on each way.
inline constexpr double kCopy = 2000;
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

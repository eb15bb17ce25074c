// How long a block takes on the virtual clock, from the work that its warps do.
//
// A warp takes as long as its slowest lane, and a block as long as its slowest warp, from barrier
// to barrier; all warps together issue the sum of what each of them issues. Lanes that take
// different ways one after another count once, as if the longest way covered the others.
//
// Work is counted by a counter that runs through the whole program (`checker::issued`). What a
// thread has added to it is known from where the counter stood when the thread went on,
// `resumed_at`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "checker/checker.h"

namespace emu {

inline constexpr std::uint64_t kBlockCycles = 600;  ///< to start a block and to end it
inline constexpr std::uint64_t kBarrierCycles = 30;
/// What a counted instruction takes on the path of a warp that has its multiprocessor to itself.
/// The slowest block of Mandelbrot's squares, whose threads do 64 pixels of 2,048 steps each,
/// took 5.2 ms on an H200 when hardly anything else ran: 79 cycles a step, which is 16 counted
/// instructions.
inline constexpr std::uint64_t kCyclesPerInstruction = 5;
/// What a thread waits for memory between two barriers: for its first access to global memory, for
/// each of the next, and for each when there were so many that most of them find their data in a
/// cache. Rows: breadth-first search of the uniform graph, where a thread of `flat` follows 8 to 24
/// neighbors, 0.20 ms, but each of `flat_warps` one, 0.12 ms; quicksort by single threads, 4.9 ms.
inline constexpr std::uint64_t kLatencyCycles = 600, kNextLatencyCycles = 150;
inline constexpr std::uint64_t kManyAccesses = 96, kCachedCycles = 40;
inline constexpr std::uint64_t kCyclesPerIssue = 4;
/// What an access issues: address, the access itself, and its share of the memory's throughput.
inline constexpr std::uint64_t kAccessInstructions = 4;

/// What a difference of `checker::issued` says.
struct WorkDone {
  std::uint64_t instructions;
  std::uint64_t accesses;  ///< to global memory

  explicit constexpr WorkDone(std::uint64_t difference)
      : instructions(difference % checker::kGlobalAccess),
        accesses(difference / checker::kGlobalAccess) {}

  /// A card makes one instruction of every few pairs, such as a multiplication and an addition.
  /// From Mandelbrot, 4,096² and more, a thread a pixel: nothing but issuing counts there.
  constexpr std::uint64_t issued() const {
    return instructions * 3 / 4 + accesses * kAccessInstructions;
  }
  /// Time on the path of a warp.
  constexpr std::uint64_t cycles() const {
    return instructions * kCyclesPerInstruction + accesses * kAccessInstructions * kCyclesPerIssue +
           waits();
  }
  constexpr std::uint64_t waits() const {
    if (accesses == 0) return 0;
    const std::uint64_t few = std::min(accesses, kManyAccesses);
    return kLatencyCycles + (few - 1) * kNextLatencyCycles + (accesses - few) * kCachedCycles;
  }
};

class BlockClock {
 public:
  void start(unsigned threads) {
    warps_.assign((threads + 31) / 32, {});
    cycles_ = kBlockCycles;
    issued_ = 0;
    accesses_ = false;
  }

  /// A thread has come to a barrier, or to its end, and done this work since the last one.
  void credit(unsigned thread, std::uint64_t work) {
    std::uint64_t& longest = warps_[thread / 32].longest;
    if (work > longest) longest = work;
  }
  /// It has slept for so long since then.
  void credit_idle(unsigned thread, std::uint64_t cycles) {
    std::uint64_t& idle = warps_[thread / 32].idle;
    idle = std::max(idle, cycles);
  }

  /// All threads have come to a barrier, or to the end.
  void end_segment(std::uint64_t more_cycles) {
    std::uint64_t slowest = 0;
    for (Warp& warp : warps_) {
      const WorkDone work(warp.longest);
      slowest = std::max(slowest, work.cycles() + warp.idle);
      issued_ += work.issued();
      accesses_ |= work.accesses != 0;
      warp = {};
    }
    cycles_ += slowest + more_cycles;
  }

  /// Along the slowest path, up to the last barrier.
  std::uint64_t cycles() const { return cycles_; }
  /// By all warps together.
  std::uint64_t issued() const { return issued_; }
  /// Whether any thread accessed global memory.
  bool accesses() const { return accesses_; }

 private:
  struct Warp {
    std::uint64_t longest = 0;  ///< work of its slowest lane since the last barrier
    std::uint64_t idle = 0;     ///< cycles that its sleepiest lane slept
  };
  std::vector<Warp> warps_;
  std::uint64_t cycles_ = 0;
  std::uint64_t issued_ = 0;
  bool accesses_ = false;
};

/// Where the program's counter stood when the running thread went on. At namespace scope, and not
/// in the State: written at each switch, and whenever a thread comes to a barrier.
[[gnu::visibility("hidden")]] extern std::uint64_t resumed_at;

/// The running thread's work since the last barrier; `before` is what it had done when it went on.
inline std::uint64_t issued_since(std::uint64_t before) {
  return before + (checker::issued - resumed_at);
}

/// The running thread spends virtual time on its own, beside the other threads of its block.
void spend(std::uint64_t cycles);
/// Virtual cycles from the start of the running thread's block to where the thread stands.
std::uint64_t block_cycles();

}  // namespace emu

// The multiprocessors of one device on the virtual clock: room for blocks, and how fast they run.
//
// Room is counted for the device as a whole: a block takes the fraction of a multiprocessor that it
// would take of an otherwise empty one. So a grid of a million equal blocks is some hundred
// batches, not a million events; what is lost is that leftover room in two multiprocessors counts
// as one.
//
// Blocks that together want to issue more instructions than the device can are slowed down alike.
#pragma once

#include <cstdint>
#include <vector>

#include "report/record.h"

namespace emu::report {

/// Blocks that start together and do the same work.
struct Batch {
  std::uint32_t grid = 0;     ///< index of the grid's item in the replay
  std::uint32_t segment = 0;  ///< which of its segments
  std::uint32_t piece = 0;    ///< and which part of its blocks' work (clock/early_start.cpp)
  std::uint32_t count = 0;
  std::int64_t room = 0;  ///< of all its blocks
  double cycles = 0;      ///< from start to end when nothing slows it down
  double demand = 0;      ///< instructions a cycle, all its blocks together
};

class Multiprocessors {
 public:
  /// How many such blocks a multiprocessor has room for.
  static int resident(const Launch& launch);
  /// Room that one block takes.
  static std::int64_t room_for(const Launch& launch);

  /// How many blocks of this size could start now.
  std::uint32_t fitting(std::int64_t room_per_block) const;
  void start(double now, const Batch& batch);
  /// Room stays taken when the work is done until it is given back.
  void release(std::int64_t room) { free_ += room; }

  /// When the next batch will have done its work, as things stand; infinite when none runs.
  double next_done() const;
  Batch take_done(double now);

  /// Factor by which work takes longer at the moment; 1 when all that runs can issue.
  double slowdown() const;

 private:
  struct Running {
    double done_at;  ///< on the clock of work
    std::uint64_t serial;
    Batch batch;
    bool operator>(const Running& other) const {
      return done_at != other.done_at ? done_at > other.done_at : serial > other.serial;
    }
  };

  void advance(double now);

  std::int64_t free_ = kAllRoom;
  double now_ = 0;     ///< ns
  double worked_ = 0;  ///< cycles that a batch running since the beginning would have done
  double demand_ = 0;
  std::uint64_t serial_ = 0;
  std::vector<Running> running_;  ///< a heap, earliest end first

  static constexpr std::int64_t kRoom = 720720;  ///< of one multiprocessor; divisible by 1 … 16
  static const std::int64_t kAllRoom;
};

}  // namespace emu::report

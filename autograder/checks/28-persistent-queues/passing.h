// Boards that warps push into a queue, and what has become of them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "28-persistent-queues/queens.h"

namespace checks {

constexpr int kLanes = 32;

/// Which lanes have a board, by warp and round, and into how large a queue they push.
struct Pushes {
  std::vector<unsigned> masks;
  int warps, rounds, size;

  int boards() const {
    int all = 0;
    for (const unsigned mask : masks) all += std::popcount(mask);
    return all;
  }
  /// Rounds of warps in which some lane has a board.
  int calls() const {
    return static_cast<int>(std::ranges::count_if(masks, [](unsigned mask) { return mask != 0; }));
  }
};

/// Few lanes and many, the first lane and not, none and all.
inline Pushes some_pushes(int warps, int rounds, int size) {
  constexpr unsigned kMasks[] = {0x00000b50, 0x80000001, 0x0000ffff, 0, 0xffffffff, 0x00100000};
  Pushes pushes{{}, warps, rounds, size};
  for (int i = 0; i < warps * rounds; ++i) pushes.masks.push_back(kMasks[(i + i / rounds) % 6]);
  return pushes;
}

/// At most three boards each time, so that warps often wait for each other's slots.
inline Pushes few_boards(int warps, int rounds, int size) {
  constexpr unsigned kMasks[] = {0x00000002, 0x00000101, 0x80000000, 0x00000007};
  Pushes pushes{{}, warps, rounds, size};
  for (int i = 0; i < warps * rounds; ++i) pushes.masks.push_back(kMasks[(i + i / rounds) % 4]);
  return pushes;
}

inline std::string words(const Pushes& p) {
  return fmt::format("{} {} that push {} {}, {} boards in all, and a queue of {} {}", p.warps,
                     p.warps == 1 ? "warp" : "warps", p.rounds, p.rounds == 1 ? "time" : "times",
                     p.boards(), p.size, p.size == 1 ? "slot" : "slots");
}

inline std::string lane_words(const Pushes& p, int k) {
  return fmt::format("lane {} of warp {} in round {}", k % kLanes, k / kLanes / p.rounds,
                     k / kLanes % p.rounds);
}

inline bool has_board(const Pushes& p, int k) {
  return (p.masks[static_cast<std::size_t>(k / kLanes)] >> k % kLanes & 1U) != 0;
}

inline int number_pushed(const Array<int>& outcome) {
  int pushed = 0;
  for (std::size_t k = 0; k < outcome.size(); ++k) pushed += outcome[k] == 1 ? 1 : 0;
  return pushed;
}

/// Each lane with a board was told what has become of it, and no other lane has pushed any.
inline Refusal why_other_outcome(const Array<int>& outcome, const Pushes& p) {
  for (int k = 0; k < static_cast<int>(outcome.size()); ++k) {
    if (!has_board(p, k) && outcome[k] != -1) {
      return because(Cause::kCall,
                     "push returned true to {}, which has no board: only lanes with has_board take "
                     "a ticket, so the ballot of has_board says who they are",
                     lane_words(p, k));
    }
  }
  return {};
}

/// A round is refused only where its boards find no room. For one warp, into a queue from which
/// none is taken; there it may also be that some of its lanes find room.
inline Refusal why_refused_without_need(const Array<int>& outcome, const Pushes& p) {
  int waiting = 0;
  for (std::size_t i = 0; i < p.masks.size(); ++i) {
    int refused = 0;
    for (int l = 0; l < kLanes; ++l) {
      const int result = outcome[i * kLanes + static_cast<std::size_t>(l)];
      refused += result == 0 ? 1 : 0;
      waiting += result == 1 ? 1 : 0;
    }
    const int wanted = std::popcount(p.masks[i]);
    if (refused == 0 || waiting + refused > p.size) continue;
    return because(Cause::kCall,
                   "in round {} of a single warp, {} of {} boards were refused, though {} of {} "
                   "slots are free. A push that finds too little room must leave `room` as it was, "
                   "and as many boards as there are free slots find room",
                   i, refused, wanted, p.size - waiting, p.size);
  }
  return {};
}

inline Refusal why_other_counter(const char* name, int is, int should, const std::string& why) {
  if (is == should) return {};
  return because(Cause::kCall, "`{}` is {} at the end; it should be {}: {}", name, is, should, why);
}

/// `pushed` boards are or were in the queue, and `free` slots are free.
inline Refusal why_other_counters(const Counters& at, int pushed, int free) {
  if (Refusal wrong = why_other_counter(
          "pushed", at.pushed, pushed,
          "each board that a lane could push takes one ticket, and no other board takes any");
      !wrong.why.empty())
    return wrong;
  if (Refusal wrong = why_other_counter(
          "outstanding", at.outstanding, pushed,
          "push adds one for each board that finds room, before any of them can be taken; none of "
          "these boards has been subtracted as done");
      !wrong.why.empty())
    return wrong;
  return why_other_counter(
      "room", at.room, free,
      "push subtracts one for each board that finds room, and returns what it took for boards "
      "that do not; take adds one when the slot is free again");
}

inline const char* const kOwnSlot =
    "two boards were given one slot at the same time. The board with ticket t goes into slot t % "
    "size, when turns[t % size] says that the board of the round before has been taken: 2 * (t / "
    "size). The tickets of a warp begin at what its atomicAdd to `pushed` returned, and each lane "
    "adds how many lanes with a board are below it";

inline const char* const kBeyondTheRing =
    "a slot beyond the end of the ring: the end may lie within the tickets of one warp, so each "
    "lane must wrap around for itself, slot = ticket % size";

inline const char* const kNotAnnounced =
    "nothing orders the accesses to a slot. turns tells a lane that a board is there, or that a slot "
    "is free, so the access to the slot comes first: write or read the board, then "
    "__threadfence(), then the atomic on turns. The other side looks at turns by an atomic, then "
    "__threadfence(), and only then reads the board, or writes the next one (M4). In detail: ";

inline const char* const kEndless =
    "a lane that waits for its slot waits for turns[slot] to be 2 * (ticket / size), which the "
    "take of the board before makes of it; a warp that waits for a board waits for 2 * (ticket / "
    "size) + 1, which the push of the board makes of it. Each of them adds 1, once";

/// Lanes of one warp may meet in a slot, too: what is missing is the same.
inline Judged OrdersSlots() {
  return {"orders the accesses to a slot", [](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (d.rule == "race" || d.rule == "missing-fence" || d.rule == "missing-acquire")
                return refusal_at(d, Cause::kRace, kNotAnnounced + d.message);
            }
            return {};
          }};
}

/// A wait without an end is told before what it leads to in task 4.
inline Judged WaitsForNoTurn() {
  return {"waits for no turn that never comes", [](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (d.rule == "deadlock")
                return refusal_at(d, Cause::kOrder, d.message + "\n" + kEndless);
            }
            return {};
          }};
}

/// What is said of the runs of tasks 2 and 3.
inline void expect_clean_queue(const Outcome& run, const Pushes& p) {
  ASSERT_THAT(run, NoFinding("out-of-bounds", "", kBeyondTheRing)) << words(p);
  ASSERT_THAT(run, NoTwoInOnePlace(kOwnSlot)) << words(p);
  ASSERT_THAT(run, OrdersSlots()) << words(p);
  ASSERT_THAT(run, WaitsForNoTurn()) << words(p);
  ASSERT_THAT(run, NoFinding("waits-for-block", "", kEndless)) << words(p);
  ASSERT_THAT(run, FinishedCleanly()) << words(p);
  ASSERT_THAT(run, ReturnsNoError()) << words(p);
}

}  // namespace checks

// Places that one lane takes for all, in all tasks of lesson 18.
//
// How many lanes are together in a branch is up to the device: under random schedules the emulator
// parts those that came by ways of different length, into two groups at most (W5). So groups are
// counted with room for that.
#pragma once

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/explained.h"
#include "shared/named_lanes.h"

namespace checks {

constexpr int kBlock = 80, kChildThreads = 32;
inline const char* const kOwnPlace =
    "two lanes were given the same place. The leader takes a place for each lane of the mask, "
    "__popc(mask). A lane's own place is the first of these plus the number of lanes of the mask "
    "below it, __popc(mask & ((1u << lane) - 1)). The leader passes the first place on by a "
    "shuffle, and the leader is a lane of the mask, __ffs(mask) - 1: lane 0 may not be here";
inline const char* const kOutside =
    "a place that no lane took: one lane takes places for all that share its call, and no other "
    "lane takes any. A lane's own place is the first of these plus the number of lanes of the mask "
    "below it, __popc(mask & ((1u << lane) - 1)), itself not counted";

// No lane writes where another does, or where no place is.
inline Judged PlacesAreApart() { return NoTwoInOnePlace(kOwnPlace); }
inline Judged PlacesAreThere() { return NoFinding("out-of-bounds", "", kOutside); }

// The number of the first thread that `words` speaks of, "thread 32 writes"; -1 if there is none.
inline int thread_in(const std::string& words) {
  std::smatch found;
  return std::regex_search(words, found, std::regex("threads? ([0-9]+)")) ? std::stoi(found[1])
                                                                          : -1;
}

// A race of two warps in shared memory. Within a warp a barrier may be all that is missing.
inline Refusal why_warps_share(const Outcome& run) {
  for (Diagnostic d : run.diagnostics) {
    if (d.rule != "race" || !is_in_shared_memory(d)) continue;
    d.message.resize(std::min(d.message.size(), d.message.find(": ")));
    const std::size_t other = d.message.find(", which ");
    if (other == std::string::npos) continue;
    const int one = thread_in(d.message.substr(0, other));
    const int another = thread_in(d.message.substr(other));
    if (one < 0 || another < 0 || one / 32 == another / 32) continue;
    d.message +=
        ": the two threads are in different warps, and nothing orders them. A __shared__ variable "
        "belongs to all warps of the block; pass the value to the lanes of your group by "
        "__shfl_sync (M9, M12)";
    return refusal_at(d, cause_of(d.rule), diagnostic_words(d));
  }
  return {};
}

inline Judged WarpsAreApart() { return {"keeps warps apart in shared memory", why_warps_share}; }

// The values whose warp's lanes are asked together; those that the divisor divides.
inline std::vector<std::vector<int>> kept_by_warp(const std::vector<int>& values, int divisor) {
  std::vector<std::vector<int>> warps;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % kBlock % 32 == 0) warps.emplace_back();
    if (values[i] % divisor == 0) warps.back().push_back(values[i]);
  }
  return warps;
}

inline std::vector<int> joined(const std::vector<std::vector<int>>& warps) {
  std::vector<int> all;
  for (const auto& warp : warps) all.insert(all.end(), warp.begin(), warp.end());
  return all;
}

inline int warps_that_keep(const std::vector<std::vector<int>>& warps) {
  return static_cast<int>(std::ranges::count_if(warps, [](const auto& w) { return !w.empty(); }));
}

// Different numbers; some warps have none that 3 divides, some only such.
inline std::vector<int> values_of(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    const int warp = i / kBlock * 3 + i % kBlock / 32;
    values[i] = warp % 4 == 1 ? 3 * i + 1 : warp % 4 == 2 ? 3 * i : i;
  }
  return values;
}

// `taken` places were handed out where `asked` lanes wanted one.
inline Refusal why_other_count(int taken, int asked) {
  if (taken == asked) return {};
  return because(
      "{} places were taken, but {} lanes wanted one: the leader takes one for each lane that "
      "shares its call, __popc of their mask, and it must be one of them (W3); no other lane takes "
      "any",
      taken, asked);
}

// Result `which` is how many places were taken.
inline Judged TakesPlaces(int which, int asked) {
  return {"takes a place for each", [which, asked](const Outcome& run) {
            return why_other_count(run.result<int>(which)[0], asked);
          }};
}

// Result 0 has a number in each of its first `count` places.
inline Judged FillsFromTheFirst(int count) {
  return {"fills the places from the first", [count](const Outcome& run) -> Refusal {
            for (int i = 0; i < count; ++i) {
              if (run.result<int>(0)[i] != -1) continue;
              return because("place {} of {} is empty, but another place is filled: {}", i, count,
                             kOutside);
            }
            return {};
          }};
}

inline std::vector<int> filled_up(std::vector<int> values, int n) {
  values.resize(n, -1);
  return values;
}

inline Refusal why_other_calls(int calls, int asked) {
  if (calls == asked) return {};
  return because(
      "take was called {} times; {} warps have a lane that wants a place, and {} calls are enough: "
      "one lane calls for all of them, and a warp in which no lane wants a place does not call",
      calls, asked, asked);
}

// Each thread has a number; that others want a place, too, they tell each other in the warp. A few
// words more, such as the counter, were there before.
inline ReportMatcher LooksAtItsOwnNumber(const WhichGrids& which = all_grids()) {
  return ReadsOwnData(
      which, 4, 4,
      "each lane reads only its own number. The mask of the lanes that share a call "
      "tells which of them want a place, and a shuffle passes the place on (W1)");
}

// Which lanes keep their values, warp by warp.
inline std::vector<Opinions> lanes_that_keep(const std::vector<int>& values, int divisor) {
  std::vector<Opinions> warps;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto thread = static_cast<std::uint32_t>(i % kBlock), lane = thread % 32;
    if (lane == 0) warps.push_back({static_cast<std::uint32_t>(i / kBlock), thread / 32, 0, 0});
    warps.back().asked |= 1U << lane;
    if (values[i] % divisor == 0) warps.back().yes |= 1U << lane;
  }
  return warps;
}

// Who keeps, lanes say in a ballot or match, or pass on in the shuffles of a running sum.
inline ReportMatcher LanesTellWhoKeeps(const std::vector<int>& values, int divisor) {
  return LanesExchangeValues(lanes_that_keep(values, divisor), Exchange::kByVotesOrShuffles);
}

// One lane takes the places of all, and fills its own. A word more, such as an error, may be
// written besides.
inline ReportMatcher FillsItsOwnPlace(const WhichGrids& which = all_grids()) {
  return WritesOwnData(which, 2,
                       "one lane of the warp takes the places for all, and each lane writes to its "
                       "own. It learns from a shuffle where its warp's places begin, and from the "
                       "mask how many lanes are before it (W1)");
}

// By the emulator's count: what *atomics says, a program may say without a call of take. Each call
// has two atomics, one of them on the word that hands out places; `others` are none of take's.
inline ReportMatcher SharesAtomics(int calls, int others = 0,
                                   const WhichGrids& which = all_grids()) {
  const auto most = static_cast<std::uint32_t>(calls);
  return AtMostAtomicsIn(which, {most, 2 * most + static_cast<std::uint32_t>(others)},
                         "take does two, and one lane calls it for all that share its call (W5)");
}

// Lanes that ask who is there, in a branch, need not be told of all that are to come.
inline const char* const kAskedTooLate =
    "__activemask() in a branch names the lanes that happen to be there now, not all that will "
    "come (W5): before the branch, ask all lanes of the warp by a ballot which of them keep their "
    "value (W4)";

inline Judged CallsTake(int which, int asked) {
  return {"calls take once per warp", [which, asked](const Outcome& run) {
            Refusal refusal = why_other_calls(run.result<int>(which)[0], asked);
            const bool asks_too_late = std::ranges::any_of(run.device_calls, reads_active_mask);
            if (!refusal.why.empty() && asks_too_late)
              refusal.why += std::string("\n") + kAskedTooLate;
            return refusal;
          }};
}

}  // namespace checks

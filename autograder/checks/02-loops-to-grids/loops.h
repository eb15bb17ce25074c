// Grids that fit their loops: whether each loop that is worth one has one grid of the right size.
// For all tasks of lesson 02.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "harness/text.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace checks {

// What thread i of the parent found: a loop of lengths[i], called `what` i in messages.
struct Loops {
  std::string what, one, many;  // "range", "element", "elements"
  std::vector<int> lengths;
  int threshold = 1;  // shorter loops have no grid; empty ones never have

  bool wants_grid(int i) const { return lengths[i] > 0 && lengths[i] >= threshold; }
  int size() const { return static_cast<int>(lengths.size()); }
  std::string words(int i) const {
    const std::string length = lengths[i] == 0 ? "no " + many : counted(lengths[i], one, many);
    return fmt::format("{} {} has {}", what, i, length);
  }
};

// The number of the launching thread in its whole grid; parents have one dimension here.
inline int launching_thread(const Launches& launches, const Launch& l) {
  const Launch* parent = launches.find(l.parent);
  return l.parent_block.x * (parent == nullptr ? 1 : parent->block.x) + l.parent_thread.x;
}

constexpr int kChildBlock = 256;  // kBlock in exercise.cu
constexpr int kMostThreads = 1024;

// The blocks of a grid or the threads of a block, whatever its shape.
inline int count_of(const Dim& d) { return d.x * d.y * d.z; }

inline Refusal why_refused(const Loops& loops, const Launch& l, int i) {
  const std::string asked = fmt::format("{}, and thread {} asks for <<<{}, {}>>>", loops.words(i),
                                        i, count_of(l.grid), count_of(l.block));
  if (count_of(l.grid) == 0 && loops.lengths[i] == 0) {
    return refusal_at(l, asked +
                             ": a grid of 0 blocks is refused with error 9 (K6); where there is "
                             "nothing to do, launch nothing");
  }
  if (count_of(l.grid) == 0) {
    return refusal_at(l, asked +
                             ", which is refused with error 9: integer division rounds down, but "
                             "the number of blocks must be rounded up (K6)");
  }
  const std::string refused = fmt::format("{}, which is refused with error {}", asked, l.error);
  if (l.error == kPoolIsFull.code) {
    return refusal_at(l, refused + ": more grids are pending than the pool has slots (L2)");
  }
  if (count_of(l.block) > kMostThreads) {
    return refusal_at(l, refused +
                             ": a block has at most 1,024 threads (K6); a long loop needs "
                             "several blocks");
  }
  return refusal_at(l, "{} ({})", refused, l.error_name);
}

inline Refusal why_unwanted(const Loops& loops, const Launch& l, int i) {
  if (i < 0 || i >= loops.size()) {
    return refusal_at(l,
                      "thread {} launches {}, but there are only {} {}s: the spare threads of "
                      "the parent's last block must not launch",
                      i, launch_words(l), loops.size(), loops.what);
  }
  if (loops.lengths[i] == 0) {
    return refusal_at(l,
                      "{}, but thread {} launches {}: where there is nothing to do, launch "
                      "nothing",
                      loops.words(i), i, launch_words(l));
  }
  return refusal_at(l,
                    "{}, fewer than the threshold of {}, but gets a grid: short loops stay in "
                    "their thread",
                    loops.words(i), loops.threshold);
}

inline Refusal why_wrong_size(const Loops& loops, const Launch& l, int i) {
  const int length = loops.lengths[i], threads = count_of(l.grid) * count_of(l.block);
  const std::string grid = fmt::format("{}, and its grid {}<<<{}, {}>>> has", loops.words(i),
                                       l.kernel, count_of(l.grid), count_of(l.block));
  if (length - threads >= count_of(l.block)) {
    return refusal_at(l,
                      "{} only {} threads, some of which must take several. The loop becomes a "
                      "grid with one thread per iteration: the number of blocks is the length "
                      "divided by the threads per block, rounded up",
                      grid, threads);
  }
  if (threads < length) {
    return refusal_at(l,
                      "{} only {} threads: the last {} have no thread; round the number of "
                      "blocks up, not down",
                      grid, threads, length - threads);
  }
  if (threads - count_of(l.block) >= length) {
    return refusal_at(l,
                      "{} {} threads: whole blocks of it have nothing to do. Launch as few "
                      "blocks as suffice: the length divided by the threads per block, rounded up",
                      grid, threads);
  }
  return {};
}

// What the parent's threads launched, and what they were refused.
struct Attempts {
  std::vector<const Launch*> accepted, refused;
  int count() const { return static_cast<int>(accepted.size() + refused.size()); }
  const Launch& first() const { return accepted.empty() ? *refused[0] : *accepted[0]; }
};

inline std::map<int, Attempts> attempts_by_thread(const Launches& launches) {
  std::map<int, Attempts> by_thread;
  for (const Launch& l : launches) {
    if (!l.from_host()) by_thread[launching_thread(launches, l)].accepted.push_back(&l);
  }
  for (const Launch& l : launches.refused()) {
    if (!l.from_host()) by_thread[launching_thread(launches, l)].refused.push_back(&l);
  }
  return by_thread;
}

inline Refusal why_too_many(const Loops& loops, const Attempts& attempts, int i, int times) {
  return refusal_at(attempts.first(),
                    "{}, and thread {} launches {} grids instead of {}: the whole loop becomes "
                    "one grid, with one thread per iteration (K2)",
                    loops.words(i), i, attempts.count(), times);
}

inline Refusal why_thread_wrong(const Loops& loops, const Attempts& attempts, int i, int times) {
  const bool exists = i >= 0 && i < loops.size();
  if (exists && attempts.count() > times && loops.lengths[i] > 0) {
    return why_too_many(loops, attempts, i, times);
  }
  if (exists && !attempts.refused.empty()) return why_refused(loops, *attempts.refused[0], i);
  if (!exists || !loops.wants_grid(i)) return why_unwanted(loops, attempts.first(), i);
  for (const Launch* l : attempts.accepted) {
    if (Refusal refusal = why_wrong_size(loops, *l, i); !refusal.why.empty()) return refusal;
  }
  return {};
}

// Whether each loop has the grids it wants: `times` of them, launched by its own thread.
inline Refusal why_not_fitting(const Launches& launches, const Loops& loops, int times) {
  const auto by_thread = attempts_by_thread(launches);
  for (const auto& [i, attempts] : by_thread) {
    Refusal refusal = why_thread_wrong(loops, attempts, i, times);
    if (!refusal.why.empty()) return refusal;
  }
  for (int i = 0; i < loops.size(); ++i) {
    const auto found = by_thread.find(i);
    const int there = found == by_thread.end() ? 0 : found->second.count();
    if (!loops.wants_grid(i) || there == times) continue;
    const std::string threshold =
        loops.threshold > 1 ? fmt::format(", the threshold is {}", loops.threshold) : "";
    return because("{}{}, but thread {} launches {} instead of {}", loops.words(i), threshold, i,
                   there == 0 ? "no grid" : counted(there, "grid", "grids"), times);
  }
  return {};
}

inline LaunchesMatcher GridsFit(const Loops& loops, int times = 1) {
  return {"one grid for each loop, just large enough",
          [loops, times](const Launches& l) { return why_not_fitting(l, loops, times); }};
}

// What an error of a launch means is best said about that launch.
inline void expect_no_error(const Outcome& run, const Loops& loops, int times = 1) {
  ASSERT_THAT(run, FinishedCleanly());
  const bool has_two_calls = test_settings().calls > 1;  // then there are the launches of both
  if (run.returned<int>() != 0 && !has_two_calls) {
    ASSERT_THAT(run.launches, GridsFit(loops, times));
  }
  ASSERT_THAT(run, ReturnsNoError());
}

}  // namespace checks

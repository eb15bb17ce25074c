// What the tasks of lesson 06 run: letters that children send, and what becomes of those whose
// launch is refused.
//
// How many launches are refused depends on the schedule and, on a GPU, on its speed. So the checks
// compare what was done with what was reported, not with a number of their own.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "harness/text.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"

namespace checks {

constexpr int kMostLetters = 1024;  // threads in a block

inline bool can_be_launched(int letters) { return letters > 0 && letters <= kMostLetters; }

// Children send letters. What was not sent is 0 from the beginning.
inline WroteResult SentByChildren(const Outcome& run) {
  return WroteResult(0, "send_list").where([sent = run.result<int>(0)](int i) {
    return sent[i] > 0;
  });
}

// Of checks of launches: some letter was sent, and by a child.
inline WroteResult SomeSentByChildren() { return WroteResult(0, "send_list").somewhere(); }

constexpr int kThreads = 4;  // of send_each

// Neither 9 nor 2, the error of the cudaMalloc before the launches.
constexpr LaunchError kRefusals[] = {kPoolIsFull, kTooFewResources};

// Each of the four threads meets a list that no block can take and then one that it can.
inline const std::vector<int> kLengths = {5, 0, 64, 2000, 1, 12, 1025, 1024, 0, 3, 7, 1025, 9};

inline Outcome run_send() {
  const int lists = static_cast<int>(kLengths.size());
  return EXERCISE(send_lists, output<int>(lists * kMostLetters), output<int>(lists),
                  output<int>(kThreads), input(kLengths), lists, kMostLetters);
}

struct Delivery {
  int lists, letters, pool;
};

inline Outcome run_delivery(const Delivery& d) {
  const int all = d.lists * d.letters;
  return EXERCISE(deliver_lists, output<int>(all), output<int>(all), output<int>(1), d.lists,
                  d.letters, d.pool);
}

constexpr int kPitch = 8;

// Every seventh list cannot be launched by anyone.
inline std::vector<int> some_lengths(int lists) {
  std::vector<int> lengths(lists);
  for (int l = 0; l < lists; ++l)
    lengths[l] = l % 7 == 3 ? (l % 2 == 0 ? 0 : 1500) : 1 + l % kPitch;
  return lengths;
}

struct Shipment {
  std::vector<int> lengths;
  int capacity, pool;
  int refused = 0;  // number of the launch that is refused with `error`; 0: the full pool's
  LaunchError error = kPoolIsFull;
  int lists() const { return static_cast<int>(lengths.size()); }
  bool sends_all() const { return pool >= lists() && refused == 0; }
};

inline Outcome run_logging(const Shipment& s) {
  const auto call = [&] {
    return EXERCISE(log_failures, output<int>(s.lists() * kPitch), output<Failure>(s.capacity),
                    output<int>(1), s.capacity, input(s.lengths), s.lists(), kPitch, s.pool);
  };
  return run_refusing(s.refused, call, s.error);
}

// Where all launches are accepted: no thread has more lists than its share.
inline Refusal why_lists_not_shared(const Launches& launches, int lists) {
  std::map<std::pair<int, int>, int> of_thread;
  for (const Launch& l : launches) {
    const Launch* const parent = launches.find(l.parent);
    if (parent == nullptr || !parent->from_host()) continue;
    const int threads = parent->grid.x * parent->block.x;
    const int share = (lists + threads - 1) / threads;
    const int launched = ++of_thread[{l.parent_block.x, l.parent_thread.x}];
    if (launched <= share) continue;
    return refusal_at(l, Cause::kCall,
                      "thread {} of block {} launches more than {} of {}: the {} threads of the "
                      "grid share the lists as in send_each, where thread t takes lists t, t + "
                      "{} and so on",
                      l.parent_thread.x, l.parent_block.x, share, counted(lists, "list", "lists"),
                      threads, threads);
  }
  return {};
}

inline LaunchesMatcher SharesTheLists(int lists) {
  return {"shares the lists",
          [lists](const Launches& launches) { return why_lists_not_shared(launches, lists); }};
}

}  // namespace checks

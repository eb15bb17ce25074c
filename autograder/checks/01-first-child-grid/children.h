// Which thread launched what, and in what shape: for all tasks of lesson 01, about who launches,
// how many grids of which shape that makes, and who hears of a launch that was refused.
#pragma once

#include <algorithm>
#include <set>
#include <string>

#include "exercise.h"
#include "harness/harness.h"
#include "harness/text.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace checks {

constexpr int kParentBlock = 64;  // of the parent grids, where their launch is not known

// The grid in which children are launched; null where launches are not known.
inline const Launch* parents_of_children(const Launches& launches) {
  for (const Launch& l : launches) {
    if (!l.from_host()) return launches.find(l.parent);
  }
  return nullptr;
}

inline int block_of_parents(const Launches& launches) {
  const Launch* parents = parents_of_children(launches);
  return parents == nullptr ? kParentBlock : parents->block.x;
}

// The number of the launching thread in its whole grid.
inline int launching_thread(const Launches& launches, const Launch& l) {
  const Launch* parent = launches.find(l.parent);
  return l.parent_block.x * (parent == nullptr ? kParentBlock : parent->block.x) +
         l.parent_thread.x;
}

// A thread that should have launched has perhaps tried to.
inline Refusal why_missing(const Launches& launches, int thread, std::size_t seen,
                           std::size_t asked) {
  for (const Launch& l : launches.refused()) {
    if (l.from_host() || launching_thread(launches, l) != thread) continue;
    return refusal_at(l, "the launch of {} by thread {} was refused: {} ({}){}", l.kernel, thread,
                      l.error_name, l.error, broken_limit(l).empty() ? "" : "\n" + broken_limit(l));
  }
  return because("thread {} should launch a child and does not; {} of {} threads do (K2)", thread,
                 seen, asked);
}

// "0 to 69", "0, 7, 14, …".
inline std::string listed_threads(const std::set<int>& asked) {
  const int first = *asked.begin(), last = *asked.rbegin();
  if (last - first + 1 == std::ssize(asked) && asked.size() > 1)
    return fmt::format("{} to {}", first, last);
  std::string words;
  int listed = 0;
  for (const int thread : asked) {
    if (++listed > 3) return words + ", …";
    words += (listed == 1 ? "" : ", ") + std::to_string(thread);
  }
  return words;
}

// The threads that should launch; and behind the first block, how they count.
inline std::string who_should(const std::set<int>& asked, const Launch& l) {
  if (asked.empty()) return ", but should launch nothing (K2)";
  const std::string words =
      ", but should launch nothing: the threads that should are " + listed_threads(asked);
  return words + (l.parent_block.x > 0 ? ", by the number of the thread in the whole grid, "
                                         "blockIdx.x * blockDim.x + threadIdx.x (K2)"
                                       : " (K2)");
}

inline Refusal why_not_launched_by(const Launches& launches, const std::set<int>& asked) {
  std::set<int> seen;
  for (const Launch& l : launches) {
    if (l.from_host()) continue;
    const int thread = launching_thread(launches, l);
    const std::string who =
        fmt::format("thread {} of {} (block {}, thread {} in it) launches {}", thread,
                    l.parent_kernel, l.parent_block.x, l.parent_thread.x, l.kernel);
    if (!asked.contains(thread)) return refusal_at(l, who + who_should(asked, l));
    if (!seen.insert(thread).second) return refusal_at(l, who + " more than once");
  }
  for (const int thread : asked) {
    if (!seen.contains(thread)) return why_missing(launches, thread, seen.size(), asked.size());
  }
  return {};
}

// Just the threads of the set `asked` launched a child, one each.
inline LaunchesMatcher LaunchedByThreads(const std::set<int>& asked) {
  return {"children of just the threads that should launch",
          [asked](const Launches& launches) { return why_not_launched_by(launches, asked); }};
}

inline Refusal why_none_of(const Launches& launches, const std::string& kernel) {
  const auto is_of_kernel = [child = Child(kernel)](const Launch& l) { return child.matches(l); };
  if (std::ranges::any_of(launches, is_of_kernel)) return {};
  const auto refused = std::ranges::find_if(launches.refused(), is_of_kernel);
  if (refused == launches.refused().end()) {
    return because(Cause::kValue,
                   "no thread launches a child grid of {}, the kernel that the exercise names\n{}",
                   kernel, summary(launches));
  }
  const std::string limit = broken_limit(*refused);
  return refusal_at(*refused, "{} was refused with {}", launch_words(*refused),
                    limit.empty() ? error_words(refused->error)
                                  : fmt::format("error {}: {}", refused->error, limit));
}

inline LaunchesMatcher LaunchesAny(const std::string& kernel) {
  return {"launches " + kernel,
          [kernel](const Launches& launches) { return why_none_of(launches, kernel); }};
}

inline std::string why_other_shape(const Launch& l, int threads) {
  if (l.grid == Dim(threads) && l.block == Dim(1))
    return ". In <<<…>>> the number of blocks comes first, then the threads per block (K1)";
  if (l.grid == Dim(1) && l.block.x < threads) {
    return ", the last one too: threads that have no element to write do nothing, and all children "
           "have the same shape";
  }
  return {};
}

// Children of one block with `threads` threads.
inline LaunchesMatcher OneBlockOf(int threads, const std::string& kernel) {
  return {fmt::format("every {} has one block of {} threads", kernel, threads),
          [=](const Launches& launches) -> Refusal {
            for (const Launch& l : launches) {
              if (!Child(kernel).matches(l) || (l.grid == Dim(1) && l.block == Dim(threads)))
                continue;
              return refusal_at(l,
                                "{}, from block {} thread {}: each {} should be one block of {}{}",
                                launch_words(l), l.parent_block.x, l.parent_thread.x, kernel,
                                counted(threads, "thread", "threads"), why_other_shape(l, threads));
            }
            return {};
          }};
}

// The call that set the pool of pending launches; null when none did.
inline const ApiCall* call_of_pool(const Outcome& run) {
  const ApiCall* found = nullptr;
  for (const ApiCall& call : run.host_calls) {
    const bool is_of_pool =
        call.detail.find("cudaLimitDevRuntimePendingLaunchCount") != std::string::npos;
    if (call.name == "cudaDeviceSetLimit" && call.result == 0 && is_of_pool) found = &call;
  }
  return found;
}

// No launch was refused because the exercise itself has made the pool too small.
inline ReportMatcher PoolHasRoom() {
  return {"has made the pool large enough", [](const Outcome& run) -> Refusal {
            const ApiCall* call = call_of_pool(run);
            if (call == nullptr) return {};
            for (const Launch& l : run.launches.refused()) {
              if (l.error != kPoolIsFull.code) continue;
              return refusal_at(
                  call, Cause::kCall,
                  "{}, line {}: the launch of {} at line {} was refused with error 69, because "
                  "the pending-launch pool was full. Its size was set here ({}; the card rounds "
                  "less than 32 up to 32). Each child occupies a slot from its launch until it "
                  "is complete, waiting or running (L3), and may start after its parent has "
                  "ended (K4): set a slot for each grid that may be pending, or keep the default "
                  "of 2048 (L1, L9)",
                  call->name, call->line, l.kernel, l.line, call->detail);
            }
            return {};
          }};
}

inline Outcome run_tree(int branches, int last_level) {
  return EXERCISE(count_levels, output<int>(last_level + 2), branches, last_level);
}

}  // namespace checks

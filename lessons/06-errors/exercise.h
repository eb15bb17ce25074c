// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Unless said otherwise a function returns 0, or
// the first CUDA error that the host met; what the device's launches met is in the arrays.
#pragma once

/// A launch that failed: for which list, and what CUDA said to it.
struct Failure {
  int list;
  int code;
};

/// What the child grid of `judge_child` does.
enum Behaviour {
  kWorks = 0,       ///< nothing wrong
  kIsRefused = 1,   ///< it asks for 2,048 threads a block, so it never runs
  kTraps = 2,       ///< it executes __trap()
  kFollowsNull = 3  ///< it writes through a null pointer
};

#ifdef __cplusplus
extern "C" {
#endif

/// Four threads share the lists: thread t sends the lists t, t + 4, t + 8, … one after another,
/// each with its own child grid. List l has lengths[l] letters; sent[l * pitch + i] becomes
/// how often its letter i was sent. codes[l] is what CUDA said to the launch for list l, and to no
/// other: 0, or 9 when no block has so many threads. left[t] is the last error that thread t is
/// left with after its lists, 0. Every list that can be launched has at most `pitch` letters.
int send_lists(int* sent, int* codes, int* left, const int* lengths, int lists, int pitch);

/// Sends `lists` lists of `letters` letters each, letter i of list l exactly once: by a child grid,
/// counted in by_child[l * letters + i], or, when the child is refused, by the thread that wanted
/// to launch it, counted in by_thread[l * letters + i]. *refused becomes the number of lists that
/// threads had to send. At most `pool` grids may be pending. 1 <= letters <= 1024.
int deliver_lists(int* by_child, int* by_thread, int* refused, int lists, int letters, int pool);

/// Sends lists as send_lists does, and nothing instead of a refused child. Each launch that failed
/// is written down once, in any order, in failures[0], failures[1], …, as far as `capacity`
/// elements reach; *count is the number of all failed launches, even if they did not fit.
int log_failures(int* sent, struct Failure* failures, int* count, int capacity, const int* lengths,
                 int lists, int pitch, int pool);

/// Launches a parent of `blocks` blocks, the first of which has a child that does as `what` says;
/// waits for all of it; returns the first error that the host gets, 0 if it gets none.
/// *sticky becomes 1 if that error is sticky, so that every later call fails; else 0.
int judge_child(int* sticky, enum Behaviour what, int blocks);

#ifdef __cplusplus
}
#endif

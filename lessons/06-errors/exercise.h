// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Unless said otherwise a function returns 0, or
// the first CUDA error that the host met; what the device's launches met is in the arrays.
#pragma once

/// A launch that failed.
struct Failure {
  int list;  ///< the list that was to be sent
  int code;  ///< error code of its launch
};

/// What the child grid of `judge_child` does.
enum Behavior {
  kWorks = 0,       ///< nothing wrong
  kIsRefused = 1,   ///< it asks for 2,048 threads a block, so it never runs
  kTraps = 2,       ///< it executes __trap()
  kFollowsNull = 3  ///< it writes through a null pointer
};

#ifdef __cplusplus
extern "C" {
#endif

/// Sends lists of letters, each with its own child grid.
///
/// Four threads share the lists: thread t sends the lists t, t + 4, t + 8, … one after another.
/// @param[out] sent  sent[l * pitch + i] becomes how often letter i of list l was sent
/// @param[out] codes  for each list the error code of its launch, and of no other: 0, or 9 if no
///   block has so many threads
/// @param[out] left  4 elements: the last error of each thread after its lists, which must be 0
/// @param lengths  for each list its number of letters; at most `pitch` if the list can be launched
/// @param lists  number of lists
/// @param pitch  elements between the beginnings of two lists
/// @return 0, or the first CUDA error that the host met; what launches of the device met is in the
///   arrays
int send_lists(int* sent, int* codes, int* left, const int* lengths, int lists, int pitch);

/// Sends every letter exactly once: by a child grid, or by the thread itself if its launch is
/// refused.
/// @param[out] by_child  lists * letters elements: how often a child sent letter i of list l
/// @param[out] by_thread  lists * letters elements: how often a thread sent it
/// @param[out] refused  becomes the number of lists that threads had to send
/// @param lists  number of lists
/// @param letters  letters per list, 1 to 1024
/// @param pool  how many grids may be pending
/// @return 0, or the first CUDA error that the host met; what launches of the device met is in the
///   arrays
int deliver_lists(int* by_child, int* by_thread, int* refused, int lists, int letters, int pool);

/// Sends lists as send_lists() does, and logs the launches that failed. A refused list is not sent.
/// @param[out] sent  sent[l * pitch + i] becomes how often letter i of list l was sent
/// @param[out] failures  each launch that failed, once, in any order, as far as there is room
/// @param[out] count  becomes the number of all failed launches, even if they did not fit
/// @param capacity  number of elements of `failures`
/// @param lengths  for each list its number of letters
/// @param lists  number of lists
/// @param pitch  elements between the beginnings of two lists
/// @param pool  how many grids may be pending
/// @return 0, or the first CUDA error that the host met; what launches of the device met is in the
///   arrays
int log_failures(int* sent, struct Failure* failures, int* count, int capacity, const int* lengths,
                 int lists, int pitch, int pool);

/// Launches a parent whose first block has a misbehaving child, and waits for all of it.
/// @param[out] sticky  becomes 1 if the host gets a sticky error, after which every call fails;
///   else 0
/// @param what  what the child does
/// @param blocks  blocks of the parent
/// @return the first error that the host gets, 0 if it gets none
int judge_child(int* sticky, enum Behavior what, int blocks);

#ifdef __cplusplus
}
#endif

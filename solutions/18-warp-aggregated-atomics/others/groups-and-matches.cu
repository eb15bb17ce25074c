// Lesson 18 with groups: coalesced_threads() has number, leader and rank, and reads better than
// three bit counts; __match_any_sync makes both masks: the lanes that keep their value, and those
// that do not. A match could also separate many kinds of values; for yes or no, a ballot is enough.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// before: // The same with one atomic
// A place for each lane of `group`, all of which call this together.
__device__ int share_of(Counter* counter, unsigned group) {
  const int leader = __ffs(group) - 1;
  int first = 0;
  if (lane_number() == leader) first = take(counter, __popc(group));
  return __shfl_sync(group, first, leader) + __popc(group & ((1u << lane_number()) - 1));
}

  // begin: one-atomic-a-warp
  // The lanes with my answer: __match_any_sync makes both groups at once.
  const unsigned alike = __match_any_sync(kAllLanes, keeps);
  if (keeps) kept[share_of(counter, alike)] = values[i];
  // end: one-atomic-a-warp

  // begin: whoever-is-here
  const auto here = cg::coalesced_threads();
  int first = 0;
  if (here.thread_rank() == 0) first = take(counter, static_cast<int>(here.size()));
  return here.shfl(first, 0) + static_cast<int>(here.thread_rank());
  // end: whoever-is-here

  // begin: around-the-ring
  const unsigned alike = __match_any_sync(kAllLanes, keeps);
  if (keeps) ring[share_of(counter, alike) % size] = values[i];
  // end: around-the-ring

    // begin: one-launch-for-all
    const auto here = cg::coalesced_threads();
    const int count = static_cast<int>(here.size());
    int first = 0;
    if (here.thread_rank() == 0) first = take(counter, count);
    first = here.shfl(first, 0);
    items[first + here.thread_rank()] = i;
    here.sync();  // the child reads what all lanes wrote (W6, M2)
    if (here.thread_rank() == 0) {
      add_up<<<count, kChildThreads, 0, cudaStreamFireAndForget>>>(results, sizes, items + first);
      keep_error(cudaGetLastError());
    }
    // end: one-launch-for-all

// The run behind the timeline of lesson 28: boards of five queens, with one child grid per board,
// with one per warp, and with a grid that stays.
#include "exercise.h"

int main() {
  constexpr int kQueens = 5, kSplit = 2, kPool = 2048, kBlocks = 8, kSlots = 64;
  int counts[kQueens + 1], first_left = 0;
  Counters counters;
  if (const int error = queens_by_children(counts, kQueens, kSplit, kPool)) return error;
  if (const int error = queens_by_warps(counts, kQueens, kSplit, kPool)) return error;
  return queens_by_queue(counts, &counters, &first_left, kQueens, kSplit, kBlocks, kSlots);
}

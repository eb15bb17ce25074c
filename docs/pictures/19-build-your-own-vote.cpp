// The run behind the picture of lesson 19: three votes of a grid by tails, then three in one grid.
#include "exercise.h"

int main() {
  constexpr int kBlocks = 4, kRounds = 3, kVotes = kBlocks * 128 * kRounds;
  static int any[kVotes], all[kVotes], votes[kVotes];
  static unsigned ballots[kVotes / 32];
  votes[700] = 1;
  if (const int error = grid_votes_by_tail(any, all, ballots, votes, kBlocks, kRounds)) return error;
  return grid_votes_by_sync(any, all, ballots, votes, kBlocks, kRounds);
}

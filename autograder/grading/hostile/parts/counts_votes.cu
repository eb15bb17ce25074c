// Counts the votes of lesson 19's warps, blocks and grids on the host.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>

#include "../given.h"
#include "exercise.h"

namespace cg = cooperative_groups;

constexpr int kBlock = 128;

// Threads first … first + n - 1 of a round vote with one another.
void count(int* any, int* all, const int* votes, int first, int n) {
  const auto yes = [](int vote) { return vote != 0; };
  std::fill_n(any + first, n, std::any_of(votes + first, votes + first + n, yes));
  std::fill_n(all + first, n, std::all_of(votes + first, votes + first + n, yes));
}

unsigned ballot(const int* votes, int lanes) {
  unsigned bits = 0;
  for (int lane = 0; lane < lanes; ++lane) bits |= (votes[lane] != 0 ? 1u : 0u) << lane;
  return bits;
}

void count_warps(int* any, int* all, unsigned* ballots, const int* votes, int threads, int rounds, unsigned mask) {
  for (int i = 0; i < threads * rounds; ++i) {
    const int thread = i % threads, lane = thread % 32, first = i - lane;
    any[i] = all[i] = -1;
    ballots[i] = 0xffffffff;
    if ((mask >> lane & 1) == 0) continue;
    unsigned lanes = mask;
    if (threads - thread + lane < 32) lanes &= (1u << (threads - thread + lane)) - 1;
    ballots[i] = ballot(votes + first, std::min(32, threads - thread + lane)) & lanes;
    any[i] = ballots[i] != 0;
    all[i] = ballots[i] == lanes;
  }
}

void count_block(int* any, int* all, unsigned* ballots, const int* votes, int threads, int rounds) {
  const int words = (threads + 31) / 32;
  for (int round = 0; round < rounds; ++round) {
    count(any, all, votes, round * threads, threads);
    for (int w = 0; w < words; ++w)
      ballots[round * words + w] =
          ballot(votes + round * threads + 32 * w, std::min(32, threads - 32 * w));
  }
}

void count_grid(int* any, int* all, unsigned* ballots, const int* votes, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) count(any, all, votes, round * n, n);
  for (int w = 0; w < n * rounds / 32; ++w) ballots[w] = ballot(votes + 32 * w, 32);
}

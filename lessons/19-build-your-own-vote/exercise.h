// What the exercise and its checks agree on: five functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA error
// that the host or a launching thread of the device met.
//
// votes[r * n + i] is what thread i of all n says in round r: 0 is no, anything else yes. Rounds follow
// one another. The answers have the same places, so every thread tells what it got: any[r * n + i] is 1
// if some thread said yes, all[r * n + i] is 1 if none said no, otherwise 0.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Each warp of one block votes for itself, in each round for any, all and a ballot one after another;
/// n = threads. Lanes outside `mask` do not vote: their votes do not count, and their answers are left
/// at -1, their ballots at 0xffffffff. 1 <= threads <= 1024.
int warp_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads, int rounds,
               unsigned mask);

/// One block votes; n = threads. ballots[r * words + w] is the ballot of warp w, where words =
/// (threads + 31) / 32. 1 <= threads <= 1024.
int block_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads, int rounds);

/// A grid of `blocks` blocks of 128 threads votes, n = 128 * blocks; each round is a grid that votes and
/// a tail that reads. ballots[r * n / 32 + w] is the ballot of warp w of the grid.
int grid_votes_by_tail(int* any, int* all, unsigned* ballots, const int* votes, int blocks, int rounds);

/// The same in one grid, which is launched cooperatively and meets at a barrier. blocks <= 64.
int grid_votes_by_sync(int* any, int* all, unsigned* ballots, const int* votes, int blocks, int rounds);

/// A grid on each of the devices 0 … devices - 1 votes, each with 128 * blocks threads, and every thread
/// of every device learns what all of them said; n = 128 * blocks * devices, device by device. If `peers`
/// is not 0, the devices read each other's memory where all of them can; otherwise peer access is off.
/// 1 <= devices <= 8, blocks <= 64.
int device_votes(int* any, int* all, const int* votes, int blocks, int rounds, int devices, int peers);

#ifdef __cplusplus
}
#endif

// What the exercise and its checks agree on: five functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
//
// Element r * n + i of `votes` is what thread i of all n says in round r: 0 is no, anything else
// yes. Rounds follow one another. Every thread reports the answers that it got, so `any` and `all`
// have the same places.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Lets each warp of one block vote for itself, in each round for any, all and a ballot one after
/// another.
///
/// Lanes outside of the mask do not vote: their answers stay -1, and their ballots 0xffffffff.
/// @param[out] any  for each round and thread 1 if some thread said yes, else 0
/// @param[out] all  for each round and thread 1 if none said no, else 0
/// @param[out] ballots  for each round and thread the ballot of its warp
/// @param votes  for each round and thread its vote: 0 is no, anything else yes
/// @param threads  threads of the block, 1 to 1024
/// @param rounds  number of rounds
/// @param mask  the lanes of each warp that vote
int warp_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads, int rounds,
               unsigned mask);

/// Lets one block vote.
/// @param[out] any  for each round and thread 1 if some thread said yes, else 0
/// @param[out] all  for each round and thread 1 if none said no, else 0
/// @param[out] ballots  ballots[r * words + w] is the ballot of warp w in round r, where words =
///   (threads + 31) / 32
/// @param votes  for each round and thread its vote: 0 is no, anything else yes
/// @param threads  threads of the block, 1 to 1024
/// @param rounds  number of rounds
int block_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads, int rounds);

/// Lets a grid of blocks of 128 threads vote; each round is a grid that votes and a tail launch
/// that reads.
/// @param[out] any  for each round and thread 1 if some thread said yes, else 0
/// @param[out] all  for each round and thread 1 if none said no, else 0
/// @param[out] ballots  ballots[r * n / 32 + w] is the ballot of warp w of the grid; n is
///   `128 * blocks`
/// @param votes  for each round and thread its vote: 0 is no, anything else yes
/// @param blocks  blocks of the grid
/// @param rounds  number of rounds
int grid_votes_by_tail(int* any, int* all, unsigned* ballots, const int* votes, int blocks,
                       int rounds);

/// Lets a grid of blocks of 128 threads vote, which is launched cooperatively and meets at a
/// barrier.
/// @param[out] any  for each round and thread 1 if some thread said yes, else 0
/// @param[out] all  for each round and thread 1 if none said no, else 0
/// @param[out] ballots  ballots[r * n / 32 + w] is the ballot of warp w of the grid; n is
///   `128 * blocks`
/// @param votes  for each round and thread its vote: 0 is no, anything else yes
/// @param blocks  blocks of the grid, at most 64
/// @param rounds  number of rounds
int grid_votes_by_sync(int* any, int* all, unsigned* ballots, const int* votes, int blocks,
                       int rounds);

/// Lets a grid on each of several devices vote; every thread of every device learns what all of
/// them said.
///
/// The answers are those of n = 128 * blocks * devices threads, device by device.
/// @param[out] any  for each round and thread 1 if some thread said yes, else 0
/// @param[out] all  for each round and thread 1 if none said no, else 0
/// @param votes  for each round and thread its vote: 0 is no, anything else yes
/// @param blocks  blocks per device, at most 64
/// @param rounds  number of rounds
/// @param devices  number of devices, 1 to 8
/// @param peers  if not 0, the devices read each other's memory where all of them can; otherwise
///   peer access is off
int device_votes(int* any, int* all, const int* votes, int blocks, int rounds, int devices,
                 int peers);

#ifdef __cplusplus
}
#endif

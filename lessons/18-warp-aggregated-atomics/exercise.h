// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met. `atomics` is how often `take` was
// called, the one function that hands out places.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Keeps the values that a number divides, in any order, each once.
///
/// Every warp that keeps a value calls `take` once, no other warp calls it.
/// @param[out] kept  n elements: the kept values, then -1
/// @param[out] count  becomes the number of kept values
/// @param[out] atomics  becomes the number of calls of `take`
/// @param values  n elements, 0 or more
/// @param n  number of values, 1 to 4096
/// @param divisor  what must divide a value
int keep_multiples(int* kept, int* count, int* atomics, const int* values, int n, int divisor);

/// Notes numbers in a loop whose threads leave it at different times, each in its own place.
///
/// Each thread of one block goes from its number to 1, by halving even and by 3 n + 1 of odd
/// numbers, and notes the numbers on its way that are 1 modulo 4, 1 excepted. Lanes that are there
/// together share a call of `take`.
/// @param[out] noted  `room` elements: the noted numbers in any order, then -1
/// @param[out] count  becomes how many were noted
/// @param[out] atomics  becomes the number of calls of `take`
/// @param numbers  for each thread its number, 1 to 499
/// @param threads  threads of the block, 1 to 1024
/// @param room  enough places
int note_numbers(int* noted, int* count, int* atomics, const int* numbers, int threads, int room);

/// Puts the values that a number divides into a ring of places, in any order.
///
/// After the last place comes place 0. Every warp that has a value for the ring calls `take` once.
/// @param[out] ring  `size` elements; places that are not used are -1
/// @param[out] next  becomes the next free place
/// @param[out] atomics  becomes the number of calls of `take`
/// @param values  n elements; no more of them than places go into the ring
/// @param n  number of values, 1 to 4096
/// @param divisor  what must divide a value
/// @param size  places of the ring
/// @param start  the first free place, 0 to size - 1
int fill_ring(int* ring, int* next, int* atomics, const int* values, int n, int divisor, int size,
              int start);

/// Adds up numbers, large sums in one child grid for all lanes of a warp that are there together.
///
/// The child has one block per sum.
/// @param[out] results  results[i] is the sum of all `k * k % 7` with k < sizes[i]
/// @param[out] atomics  becomes the number of calls of `take`
/// @param sizes  n elements, 0 to 10000
/// @param n  number of sums, 1 to 4096
/// @param limit  up to this size the thread adds up itself
int add_up_sizes(int* results, int* atomics, const int* sizes, int n, int limit);

#ifdef __cplusplus
}
#endif

// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met. `atomics` is how often `take` was
// called, the one function that hands out places.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The values that `divisor` divides, in any order, each once: kept[0 … count). Every warp that keeps
/// a value calls `take` once, no other calls it. kept has n elements; what is not used is -1.
/// 1 <= n <= 4096, values[i] >= 0.
int keep_multiples(int* kept, int* count, int* atomics, const int* values, int n, int divisor);

/// Each thread of one block goes from numbers[i] to 1, by halving even and by 3 n + 1 of odd numbers,
/// and notes the numbers on its way that are 1 modulo 4, 1 excepted, each in its own place:
/// noted[0 … count), in any order. Lanes that are there together share a call of `take`. noted has
/// `room` elements, enough; what is not used is -1. 1 <= threads <= 1024, 1 <= numbers[i] < 500.
int note_numbers(int* noted, int* count, int* atomics, const int* numbers, int threads, int room);

/// A ring of `size` places, of which the next free one is `start`. The values that `divisor` divides
/// go into it, in any order, from there on; after the last place comes place 0. *next is the next
/// free place then. Every warp that has a value for the ring calls `take` once. No more values than
/// places. What is not used is -1. 1 <= n <= 4096, 0 <= start < size.
int fill_ring(int* ring, int* next, int* atomics, const int* values, int n, int divisor, int size,
              int start);

/// results[i] = the sum of all k * k % 7 with k < sizes[i]. Up to `limit` the thread adds up itself;
/// larger ones are added up by a child, a block for each, one child for all lanes of a warp that are
/// there together. 1 <= n <= 4096, 0 <= sizes[i] <= 10000.
int add_up_sizes(int* results, int* atomics, const int* sizes, int n, int limit);

#ifdef __cplusplus
}
#endif

// What the exercise and its checks agree on: six functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of memory: ordinary host memory; cudaMallocHost; ordinary memory after cudaHostRegister;
/// cudaMalloc; cudaMallocManaged.
enum Kind { kPageable, kPinned, kRegistered, kDevice, kManaged };

/// Calls that free or unregister memory.
enum GivenBackBy { kNoCall, kByFree, kByFreeHost, kByUnregister };

/// What experiments with a pointer tell; 1 is yes, 0 is no, -1 not tried.
struct Facts {
  int type;            ///< as cudaPointerGetAttributes tells: 0 … 3
  int host_uses_it;    ///< host code may read and write behind it
  int kernels_use_it;  ///< kernels may
  int is_mapped;       ///< cudaHostGetDevicePointer has a pointer for kernels
  int child_total;     ///< the sum that a child grid read there of 100 numbers; 0 where none may
  int given_back_by;   ///< the call that took it back: GivenBackBy
};

/// table[i] is what is found out about memory of kind kinds[i], whose pointer alone is known. The
/// numbers for the child grid are first … first + 99.
int fill_table(struct Facts* table, const int* kinds, int count, int first);

/// largest[p] is the largest of part p of n values, by a child grid for each part; part p begins at
/// n * p / parts. The children write to host memory; nothing copies the results, and the host waits
/// once. 1 <= parts <= 256, parts <= n.
int largest_of_parts(int* largest, const int* values, int n, int parts);

/// Smooths n values `passes` times: each becomes (left + 2 * itself + right) / 4 of the pass
/// before; values beyond the ends equal the ends. The values stay on the device between the passes.
int smooth_often(int* result, const int* values, int n, int passes);

/// result[i] = values[i] * values[i] + 1, in chunks of `chunk` values (the last may be shorter),
/// which travel and are worked on in two streams, none waiting for the chunk before it.
int work_in_chunks(int* result, const int* values, int n, int chunk);

/// A list that host and device work on. In round r, 0 <= r < rounds, the host puts a node in front
/// whose `width` values are 100 * r, 100 * r + 1 …; then r + 1 is added to all values of all nodes,
/// by a child grid for each node. values[r * width + i] is value i of the node of round r in the
/// end. rounds <= 40, width <= 32.
int grow_list(int* values, int rounds, int width);

/// result[i] = values[i] * values[i]: the first n / 2 by the host, the others by children of a
/// kernel, both in the same managed memory, at the same time where the device allows it.
int square_both_halves(int* result, const int* values, int n);

#ifdef __cplusplus
}
#endif

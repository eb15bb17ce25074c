// What the exercise and its checks agree on: six functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of memory.
enum Kind {
  kPageable,    ///< ordinary host memory
  kPinned,      ///< of cudaMallocHost
  kRegistered,  ///< ordinary memory after cudaHostRegister
  kDevice,      ///< of cudaMalloc
  kManaged      ///< of cudaMallocManaged
};

/// Calls that free or unregister memory.
enum ReleaseCall {
  kNoCall,       ///< none of these
  kByFree,       ///< cudaFree
  kByFreeHost,   ///< cudaFreeHost
  kByUnregister  ///< cudaHostUnregister
};

/// What experiments with a pointer tell; 1 is yes, 0 is no, -1 not tried.
struct Facts {
  int type;            ///< as cudaPointerGetAttributes tells: 0 … 3
  int host_uses_it;    ///< host code may read and write through it
  int kernels_use_it;  ///< kernels may
  int is_mapped;       ///< cudaHostGetDevicePointer has a pointer for kernels
  int child_total;     ///< the sum that a child grid read there of 100 numbers; 0 where none may
  int released_with;   ///< the call that freed or unregistered it: ReleaseCall
};

/// Finds out about pointers to memory of several kinds, whose pointer alone is known.
/// @param[out] table  for each pointer what was found out
/// @param kinds  for each pointer its Kind
/// @param count  number of pointers
/// @param first  the numbers for the child grid are first … first + 99
int fill_table(struct Facts* table, const int* kinds, int count, int first);

/// Finds the largest value of each part of an array, by a child grid per part.
///
/// Part p begins at n * p / parts. The children write to host memory; nothing copies the results,
/// and the host waits once.
/// @param[out] largest  for each part its largest value
/// @param values  n elements
/// @param n  number of values, at least `parts`
/// @param parts  number of parts, 1 to 256
int largest_of_parts(int* largest, const int* values, int n, int parts);

/// Smooths values several times, and keeps them on the device between the passes.
///
/// Each becomes (left + 2 * itself + right) / 4 of the pass before; values beyond the ends equal
/// the ends.
/// @param[out] result  n elements
/// @param values  n elements
/// @param n  number of values
/// @param passes  number of passes
int smooth_often(int* result, const int* values, int n, int passes);

/// Computes in chunks that are copied and worked on in two streams, none waiting for the chunk
/// before it.
/// @param[out] result  `result[i] = values[i] * values[i] + 1`
/// @param values  n elements
/// @param n  number of values
/// @param chunk  values per chunk; the last may be shorter
int work_in_chunks(int* result, const int* values, int n, int chunk);

/// Grows a list on which host and device work.
///
/// In round r the host puts a node in front whose values are 100 * r, 100 * r + 1 …; then r + 1 is
/// added to all values of all nodes, by a child grid per node.
/// @param[out] values  values[r * width + i] is value i of the node of round r in the end
/// @param rounds  number of rounds, at most 40
/// @param width  values per node, at most 32
int grow_list(int* values, int rounds, int width);

/// Squares values, the first n / 2 by the host and the others by children of a kernel.
///
/// Both work in the same managed memory, at the same time where the device allows it.
/// @param[out] result  `result[i] = values[i] * values[i]`
/// @param values  n elements
/// @param n  number of values
int square_both_halves(int* result, const int* values, int n);

#ifdef __cplusplus
}
#endif

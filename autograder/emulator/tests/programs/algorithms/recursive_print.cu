// Every thread of a grid prints who it is and launches the next generation. What is printed comes
// in any order, but the host knows how many grids and lines there must be in each generation.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(call)                                                   \
  do {                                                                     \
    cudaError_t status_ = (call);                                          \
    if (status_ != cudaSuccess) {                                          \
      fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call, \
              cudaGetErrorString(status_));                                \
      exit(EXIT_FAILURE);                                                  \
    }                                                                      \
  } while (0)

const int kMostGenerations = 8;

__device__ int next_id = 0;
__device__ int lines[kMostGenerations];
__device__ int refused;

struct Ancestor {
  int id;
  dim3 thread;
};

__global__ void generation(int level, int last, Ancestor ancestor) {
  __shared__ int id;
  if (threadIdx.x == 0 && threadIdx.y == 0) id = atomicAdd(&next_id, 1);
  __syncthreads();

  char indent[3 * kMostGenerations + 1];
  char *end = indent;
  for (int i = 0; i < level; ++i)
    for (const char *c = ".. "; *c; ++c) *end++ = *c;
  *end = '\0';
  printf("%sblock %d, thread (%u,%u), child of block %d's thread (%u,%u)\n", indent, id,
         threadIdx.x, threadIdx.y, ancestor.id, ancestor.thread.x, ancestor.thread.y);
  atomicAdd(&lines[level], 1);

  if (level == last) return;
  generation<<<gridDim, blockDim>>>(level + 1, last, Ancestor{id, threadIdx});
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&refused, 1);
}

int main(int argc, char **argv) {
  int generations = 3;
  if (argc > 1) generations = atoi(argv[1]);
  if (generations < 1 || generations > kMostGenerations) {
    printf("Usage: %s [generations, 1 to %d]\n", argv[0], kMostGenerations);
    return EXIT_FAILURE;
  }

  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  printf("%s, compute capability %d.%d\n", properties.name, properties.major, properties.minor);

  const dim3 grid(1, 2), block(2, 2);
  const int blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  generation<<<grid, block>>>(0, generations - 1, Ancestor{-1, dim3()});
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());

  int printed[kMostGenerations], failures = 0, blocks_seen = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(printed, lines, sizeof(lines)));
  CUDA_CHECK(cudaMemcpyFromSymbol(&failures, refused, sizeof(refused)));
  CUDA_CHECK(cudaMemcpyFromSymbol(&blocks_seen, next_id, sizeof(next_id)));
  int expected = blocks * threads, blocks_expected = 0;
  bool ok = failures == 0;
  for (int level = 0; level < generations; ++level) {
    blocks_expected += expected / threads;
    ok = ok && printed[level] == expected;
    expected *= blocks * threads;
  }
  ok = ok && blocks_seen == blocks_expected;
  printf("%s: %d blocks\n", ok ? "PASSED" : "FAILED", blocks_seen);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Threads that print, and launch a grid of their own kind one level deeper, as the first program
// about dynamic parallelism does. The host knows how many grids, and lines, there must be.
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

__device__ int g_uids = 0;
__device__ int g_blocks_at_depth[8];

// Prints a line for the block, indented by its depth.
__device__ void print_info(int depth, int thread, int uid, int parent_uid) {
  if (threadIdx.x == 0) {
    if (depth == 0)
      printf("BLOCK %d launched by the host\n", uid);
    else {
      char buffer[32];
      for (int i = 0; i < depth; ++i) {
        buffer[3 * i + 0] = '|';
        buffer[3 * i + 1] = ' ';
        buffer[3 * i + 2] = ' ';
      }
      buffer[3 * depth] = '\0';
      printf("%sBLOCK %d launched by thread %d of block %d\n", buffer, uid, thread, parent_uid);
    }
  }
  __syncthreads();
}

__global__ void cdp_kernel(int max_depth, int depth, int thread, int parent_uid) {
  // One unique id a block, given by its first thread.
  __shared__ int s_uid;
  if (threadIdx.x == 0) {
    s_uid = atomicAdd(&g_uids, 1);
    atomicAdd(&g_blocks_at_depth[depth], 1);
  }
  __syncthreads();

  print_info(depth, thread, s_uid, parent_uid);

  // Every thread launches the next generation unless the depth is reached.
  if (++depth >= max_depth) return;
  cdp_kernel<<<gridDim.x, blockDim.x>>>(max_depth, depth, threadIdx.x, s_uid);
}

int main(int argc, char **argv) {
  int max_depth = 3;
  if (argc > 1 && (max_depth = atoi(argv[1])) < 1) {
    printf("Usage: %s [max_depth (1-8)]\n", argv[0]);
    return EXIT_FAILURE;
  }
  const int blocks = 2, threads = 2;

  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  printf("Running on %s (compute capability %d.%d)\n", properties.name, properties.major,
         properties.minor);
  if (properties.major < 3) {
    printf("Dynamic parallelism needs compute capability 3.5 or higher\n");
    return EXIT_SUCCESS;
  }

  int expected = blocks, total = 0;
  printf("***** block(s) at depth: ");
  for (int depth = 0; depth < max_depth; ++depth) {
    printf("%d ", expected);
    total += expected;
    expected *= blocks * threads;
  }
  printf("= %d\n", total);

  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, total));
  cdp_kernel<<<blocks, threads>>>(max_depth, 0, 0, -1);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());

  int uids = 0, at_depth[8];
  CUDA_CHECK(cudaMemcpyFromSymbol(&uids, g_uids, sizeof(int)));
  CUDA_CHECK(cudaMemcpyFromSymbol(at_depth, g_blocks_at_depth, sizeof(at_depth)));
  bool ok = uids == total;
  expected = blocks;
  for (int depth = 0; depth < max_depth; ++depth) {
    ok = ok && at_depth[depth] == expected;
    expected *= blocks * threads;
  }
  printf("%s: %d blocks\n", ok ? "PASSED" : "FAILED", uids);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Every device adds to what its left neighbor has, once by peer copies and once by reading the
// neighbor's memory where that is possible. One device is a ring, too.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CALL(x)                                                                      \
  do {                                                                                    \
    if ((x) != cudaSuccess) {                                                             \
      printf("Error at %s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(cudaGetLastError())); \
      return EXIT_FAILURE;                                                                \
    }                                                                                     \
  } while (0)

__device__ int device_number;  // each device has its own
__constant__ int scale;

__global__ void init(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = scale * device_number + i;
}

__global__ void add(int* __restrict__ mine, const int* __restrict__ other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) mine[i] += other[i];
}

int main() {
  int devices = 0;
  CUDA_CALL(cudaGetDeviceCount(&devices));
  const int n = 300, threads = 64, blocks = (n + threads - 1) / threads;
  const size_t bytes = n * sizeof(int);
  std::vector<int*> mine(devices), inbox(devices);
  std::vector<cudaStream_t> streams(devices);
  for (int d = 0; d < devices; ++d) {
    CUDA_CALL(cudaSetDevice(d));
    CUDA_CALL(cudaMalloc(&mine[d], bytes));
    CUDA_CALL(cudaMalloc(&inbox[d], bytes));
    CUDA_CALL(cudaStreamCreate(&streams[d]));
    const int factor = 1000;
    CUDA_CALL(cudaMemcpyToSymbol(device_number, &d, sizeof d));
    CUDA_CALL(cudaMemcpyToSymbol(scale, &factor, sizeof factor));
    init<<<blocks, threads, 0, streams[d]>>>(mine[d], n);
    CUDA_CALL(cudaGetLastError());
  }
  for (int d = 0; d < devices; ++d) {
    CUDA_CALL(cudaSetDevice(d));
    CUDA_CALL(cudaStreamSynchronize(streams[d]));
  }

  bool direct = true;
  for (int d = 0; d < devices; ++d) {
    const int left = (d + devices - 1) % devices;
    if (left == d) continue;
    int can = 0;
    CUDA_CALL(cudaDeviceCanAccessPeer(&can, d, left));
    direct = direct && can;
    CUDA_CALL(cudaSetDevice(d));
    if (can) CUDA_CALL(cudaDeviceEnablePeerAccess(left, 0));
  }

  for (int d = 0; d < devices; ++d) {
    const int left = (d + devices - 1) % devices;
    CUDA_CALL(cudaSetDevice(d));
    CUDA_CALL(cudaMemcpyPeerAsync(inbox[d], d, mine[left], left, bytes, streams[d]));
  }
  for (int d = 0; d < devices; ++d) {
    CUDA_CALL(cudaSetDevice(d));
    CUDA_CALL(cudaStreamSynchronize(streams[d]));
  }
  for (int d = 0; d < devices; ++d) {
    CUDA_CALL(cudaSetDevice(d));
    add<<<blocks, threads, 0, streams[d]>>>(mine[d], inbox[d], n);
  }
  for (int d = 0; d < devices; ++d) {
    CUDA_CALL(cudaSetDevice(d));
    CUDA_CALL(cudaDeviceSynchronize());
  }

  // The second round reads the neighbor directly, device after device, ordered by events.
  std::vector<cudaEvent_t> done(devices);
  for (int d = 0; d < devices; ++d) {
    const int left = (d + devices - 1) % devices;
    CUDA_CALL(cudaSetDevice(d));
    CUDA_CALL(cudaEventCreateWithFlags(&done[d], cudaEventDisableTiming));
    if (d > 0) CUDA_CALL(cudaStreamWaitEvent(streams[d], done[d - 1], 0));
    if (left != d && direct)
      add<<<blocks, threads, 0, streams[d]>>>(mine[d], mine[left], n);
    CUDA_CALL(cudaEventRecord(done[d], streams[d]));
  }
  CUDA_CALL(cudaEventSynchronize(done[devices - 1]));

  std::vector<std::vector<int>> expected(devices, std::vector<int>(n)), first;
  for (int d = 0; d < devices; ++d)
    for (int i = 0; i < n; ++i) expected[d][i] = 1000 * d + i;
  first = expected;
  for (int d = 0; d < devices; ++d)
    for (int i = 0; i < n; ++i) expected[d][i] += first[(d + devices - 1) % devices][i];
  for (int d = 0; d < devices; ++d)
    if (devices > 1 && direct)
      for (int i = 0; i < n; ++i) expected[d][i] += expected[(d + devices - 1) % devices][i];

  int wrong = 0;
  std::vector<int> got(n);
  for (int d = 0; d < devices; ++d) {
    CUDA_CALL(cudaSetDevice(d));
    CUDA_CALL(cudaMemcpy(got.data(), mine[d], bytes, cudaMemcpyDeviceToHost));
    wrong += got != expected[d];
    CUDA_CALL(cudaEventDestroy(done[d]));
    CUDA_CALL(cudaStreamDestroy(streams[d]));
    CUDA_CALL(cudaFree(mine[d]));
    CUDA_CALL(cudaFree(inbox[d]));
  }
  printf("%d device(s), %s access: %s\n", devices, direct ? "direct" : "staged", wrong ? "FAILED" : "PASSED");
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

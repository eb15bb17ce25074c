// Devices that can be peers and devices that cannot: what asking, enabling and copying answer.
// Which are which, the machine says; on an H200 with NVLink all can (h200-facts 2).
#include "../expect.h"

constexpr int kMost = 8;

__global__ void add(int* to, const int* from) { *to += *from; }
__global__ void child_adds(int* to, const int* from) { add<<<1, 1>>>(to, from); }

bool can(int from, int to) {
  int answer = -1, attribute = -1;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&answer, from, to), 0);
  if (from != to) {
    EXPECT_EQ(cudaDeviceGetP2PAttribute(&attribute, cudaDevP2PAttrAccessSupported, from, to), 0);
    EXPECT_EQ(attribute, answer);
  }
  return answer == 1;
}

/// Each device reads every other's number: directly where it can, else from a copy.
void everyone_reads(int devices) {
  int *number[kMost], *sum[kMost], *copy[kMost];
  for (int d = 0; d < devices; ++d) {
    const int start = 1 << d;
    cudaSetDevice(d);
    cudaMalloc(&number[d], sizeof(int));
    cudaMalloc(&sum[d], sizeof(int));
    cudaMalloc(&copy[d], sizeof(int));
    cudaMemcpy(number[d], &start, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(sum[d], 0, sizeof(int));
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    for (int other = 0; other < devices; ++other) {
      const bool direct = can(d, other);
      EXPECT_EQ(cudaDeviceEnablePeerAccess(other, 0), direct ? 0 : 217);
      if (other == d) continue;
      if (!direct) EXPECT_EQ(cudaMemcpyPeer(copy[d], d, number[other], other, sizeof(int)), 0);
      child_adds<<<1, 1>>>(sum[d], direct ? number[other] : copy[d]);
      EXPECT_EQ(cudaDeviceSynchronize(), 0);
    }
    int result = 0;
    EXPECT_EQ(cudaMemcpy(&result, sum[d], sizeof(int), cudaMemcpyDeviceToHost), 0);
    EXPECT_EQ(result, (1 << devices) - 1 - (1 << d));
  }
  for (int d = 0; d < devices; ++d) {
    cudaFree(number[d]);
    cudaFree(sum[d]);
    cudaFree(copy[d]);
  }
}

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  everyone_reads(devices < kMost ? devices : kMost);
  return failures();
}

// A kernel cut in two where it used to wait: the second half is a tail, once for the grid (T2).
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 3;
constexpr int kShare = 32;

struct Scores {
  int values[kBlocks * kShare];
  int means[kBlocks];
  int above[kBlocks];
  int scores[kBlocks];
};

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__device__ int mean_of(const int* share) {
  int sum = 0;
  for (int i = 0; i < kShare; ++i) sum += share[i];
  return sum / kShare;
}

__global__ void count_above(const int* share, int mean, int* above) {
  __nanosleep(50000);
  if (share[threadIdx.x] > mean) atomicAdd(above, 1);
}

__global__ void write_scores(Scores* s) {
  const int block = threadIdx.x;  // a thread for each block that there was
  s->scores[block] = 1000 * s->means[block] + s->above[block];
}

__global__ void score_shares(Scores* s) {
  const int block = blockIdx.x;
  const int* const share = s->values + block * kShare;
  const int mean = mean_of(share);
  s->means[block] = mean;  // this thread's own copy will be gone (T11)
  count_above<<<1, kShare>>>(share, mean, &s->above[block]);
  check(cudaGetLastError());
  if (block != 0) return;
  write_scores<<<1, gridDim.x, 0, cudaStreamTailLaunch>>>(s);
  check(cudaGetLastError());
}

int main() {
  Scores host{};
  for (int i = 0; i < kBlocks * kShare; ++i) host.values[i] = i * i % 50;
  Scores* device = nullptr;
  if (cudaMalloc(&device, sizeof(Scores)) != cudaSuccess) return 1;
  if (cudaMemcpy(device, &host, sizeof(Scores), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  score_shares<<<kBlocks, 1>>>(device);
  const cudaError_t error = cudaMemcpy(&host, device, sizeof(Scores), cudaMemcpyDeviceToHost);
  for (const int score : host.scores) std::printf("%d\n", score);
  cudaFree(device);
  return error;
}

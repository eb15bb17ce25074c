// cuda::pipeline: of one thread, of a block in which all produce and consume, and of a block in
// which one warp produces for the others.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/pipeline>

#define CHECK(call)                                                    \
  if (cudaError_t error = (call); error != cudaSuccess) {              \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
    return 1;                                                          \
  }

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
constexpr int kThreads = 128, kTiles = 7, kStages = 2;

// Each thread copies for itself, two batches ahead.
__global__ void of_one_thread(const int* in, int* out) {
  __shared__ int stage[kStages][kThreads];
  auto pipe = cuda::make_pipeline();
  const unsigned t = threadIdx.x;
  int fetched = 0, sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    for (; fetched < kTiles && fetched < i + kStages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[fetched % kStages][t], in + fetched * kThreads + t, sizeof(int),
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += (i + 1) * stage[i % kStages][t];
    pipe.consumer_release();
  }
  out[t] = sum;
}

__global__ void of_a_block(const int* in, int* out) {
  __shared__ alignas(16) int stage[kStages][kThreads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const unsigned t = threadIdx.x;
  int fetched = 0, sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    for (; fetched < kTiles && fetched < i + kStages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, stage[fetched % kStages], in + fetched * kThreads,
                         cuda::aligned_size_t<16>(sizeof stage[0]), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += (i + 1) * stage[i % kStages][(t + 1) % kThreads];
    pipe.consumer_release();
  }
  out[t] = sum;
}

// The first warp copies, the others compute.
__global__ void with_roles(const int* in, int* out) {
  __shared__ int stage[kStages][kThreads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(
      block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (produces) {
    for (int i = 0; i < kTiles; ++i) {
      pipe.producer_acquire();
      for (unsigned t = threadIdx.x; t < kThreads; t += 32)
        cuda::memcpy_async(&stage[i % kStages][t], in + i * kThreads + t, sizeof(int), pipe);
      pipe.producer_commit();
    }
    return;
  }
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    pipe.consumer_wait();
    sum += (i + 1) * stage[i % kStages][(threadIdx.x + 7) % kThreads];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

int expected(const int* in, int t) {
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) sum += (i + 1) * in[i * kThreads + t % kThreads];
  return sum;
}

int main() {
  int *in, *out;
  CHECK(cudaMallocManaged(&in, kTiles * kThreads * sizeof(int)));
  CHECK(cudaMallocManaged(&out, 3 * kThreads * sizeof(int)));
  for (int i = 0; i < kTiles * kThreads; ++i) in[i] = i * 37 % 101;
  of_one_thread<<<1, kThreads>>>(in, out);
  of_a_block<<<1, kThreads>>>(in, out + kThreads);
  with_roles<<<1, kThreads>>>(in, out + 2 * kThreads);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int t = 0; t < kThreads; ++t) {
    wrong += out[t] != expected(in, t);
    wrong += out[kThreads + t] != expected(in, t + 1);
    if (t >= 32) wrong += out[2 * kThreads + t] != expected(in, t + 7);
  }
  std::printf("%d %d %d, wrong %d\n", out[40], out[kThreads + 40], out[2 * kThreads + 40], wrong);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return wrong == 0 ? 0 : 1;
}

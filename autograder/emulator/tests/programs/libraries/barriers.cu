// cuda::barrier: in place of __syncthreads, with arrival and waiting apart, with a completion, with
// fewer and fewer threads, and as what copies into shared memory wait for. cuda::latch and
// cuda::counting_semaphore.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/utility>

#define CHECK(call)                                                    \
  if (cudaError_t error = (call); error != cudaSuccess) {              \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
    return 1;                                                          \
  }

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int kThreads = 64;

// Each round every thread reads what its neighbor has written.
__global__ void rotate(int* out, int rounds) {
  __shared__ Barrier barrier;
  __shared__ int values[kThreads];
  const unsigned t = threadIdx.x;
  if (t == 0) init(&barrier, blockDim.x);
  __syncthreads();
  values[t] = static_cast<int>(t);
  for (int round = 0; round < rounds; ++round) {
    barrier.arrive_and_wait();
    const int next = values[(t + 1) % kThreads];
    Barrier::arrival_token token = barrier.arrive();
    const int doubled = next + 1;  // needs nothing of the others
    barrier.wait(cuda::std::move(token));
    values[t] = doubled;
  }
  out[t] = values[t];
}

struct Sum {
  int* values;
  int* total;
  __device__ void operator()() const {
    for (int i = 0; i < kThreads; ++i) *total += values[i];
  }
};

__global__ void with_completion(int* out) {
  using WithSum = cuda::barrier<cuda::thread_scope_block, Sum>;
  __shared__ WithSum barrier;
  __shared__ int values[kThreads];
  __shared__ int total;
  if (threadIdx.x == 0) {
    total = 0;
    init(&barrier, blockDim.x, Sum{values, &total});
  }
  __syncthreads();
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  barrier.arrive_and_wait();
  out[threadIdx.x] = total + static_cast<int>(threadIdx.x);
}

// In round r only the threads from r on take part.
__global__ void fewer_and_fewer(int* out) {
  __shared__ Barrier barrier;
  __shared__ int rounds;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    rounds = 0;
  }
  __syncthreads();
  for (unsigned round = 0; round < 8; ++round) {
    if (threadIdx.x == round) {
      barrier.arrive_and_drop();
      return;
    }
    barrier.arrive_and_wait();
    if (threadIdx.x == kThreads - 1) ++rounds;
  }
  if (threadIdx.x == kThreads - 1) *out = rounds;
}

__global__ void copied(const int* in, int* out, int tiles) {
  __shared__ alignas(16) int tile[2][kThreads];
  __shared__ Barrier barriers[2];
  auto block = cg::this_thread_block();
  if (block.thread_rank() < 2) init(&barriers[block.thread_rank()], block.size());
  block.sync();
  cuda::memcpy_async(block, tile[0], in, cuda::aligned_size_t<16>(sizeof tile[0]), barriers[0]);
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    const int next = (i + 1) % 2;
    if (i + 1 < tiles)
      cuda::memcpy_async(&tile[next][threadIdx.x], in + (i + 1) * kThreads + threadIdx.x,
                         sizeof(int), barriers[next]);
    barriers[i % 2].arrive_and_wait();
    sum += tile[i % 2][(threadIdx.x + 1) % kThreads];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void latched(int* out) {
  using Latch = cuda::latch<cuda::thread_scope_block>;
  __shared__ alignas(Latch) unsigned char memory[sizeof(Latch)];
  __shared__ int values[kThreads];
  Latch& latch = reinterpret_cast<Latch&>(memory);
  if (threadIdx.x == 0) new (&latch) Latch(kThreads - 1);
  __syncthreads();
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (threadIdx.x != 0) {
    latch.count_down();
    return;
  }
  latch.wait();
  int sum = 0;
  for (int value : values) sum += value;
  *out = sum;
}

__device__ cuda::binary_semaphore<cuda::thread_scope_device> semaphore{1};

__global__ void one_at_a_time(int* out) {
  if (threadIdx.x != 0) return;
  semaphore.acquire();
  *out += 1;
  semaphore.release();
}

int main() {
  constexpr int kTiles = 5;
  int *in, *out;
  CHECK(cudaMallocManaged(&in, kTiles * kThreads * sizeof(int)));
  CHECK(cudaMallocManaged(&out, 4 * kThreads * sizeof(int)));
  for (int i = 0; i < kTiles * kThreads; ++i) in[i] = i * i % 1000;
  for (int i = 0; i < 4 * kThreads; ++i) out[i] = 0;
  rotate<<<1, kThreads>>>(out, 10);
  CHECK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int t = 0; t < kThreads; ++t) wrong += out[t] != (t + 10) % kThreads + 10;
  std::printf("rotated %d\n", out[3]);

  with_completion<<<1, kThreads>>>(out);
  CHECK(cudaDeviceSynchronize());
  for (int t = 0; t < kThreads; ++t) wrong += out[t] != kThreads * (kThreads - 1) / 2 + t;
  std::printf("completed %d\n", out[0]);

  fewer_and_fewer<<<1, kThreads>>>(out);
  copied<<<1, kThreads>>>(in, out + kThreads, kTiles);
  latched<<<1, kThreads>>>(out + 1);
  one_at_a_time<<<20, 32>>>(out + 2 * kThreads);
  CHECK(cudaDeviceSynchronize());
  for (int t = 0; t < kThreads; ++t) {
    int sum = 0;
    for (int i = 0; i < kTiles; ++i) sum += in[i * kThreads + (t + 1) % kThreads];
    wrong += out[kThreads + t] != sum;
  }
  wrong += out[0] != 8;
  wrong += out[1] != kThreads * (kThreads - 1) / 2;
  wrong += out[2 * kThreads] != 20;
  std::printf("rounds %d, copied %d, latched %d, one at a time %d, wrong %d\n", out[0],
              out[kThreads], out[1], out[2 * kThreads], wrong);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return wrong == 0 ? 0 : 1;
}

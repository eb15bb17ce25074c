// cuda::atomic and cuda::atomic_ref: counters, extremes, flags with release and acquire, a lock,
// and a fence with a scope.
#include <cstdio>
#include <cuda/atomic>

#define CHECK(call)                                                    \
  if (cudaError_t error = (call); error != cudaSuccess) {              \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
    return 1;                                                          \
  }

constexpr int kBlocks = 8, kThreads = 96;

struct Counts {
  int sum, smallest, largest, bits, swapped;
  unsigned long long wide;
  float single;
  double twice;
};

__global__ void count(Counts* counts) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  using Int = cuda::atomic_ref<int, cuda::thread_scope_device>;
  Int(counts->sum).fetch_add(i, cuda::memory_order_relaxed);
  Int(counts->smallest).fetch_min(-i);
  Int(counts->largest).fetch_max(i, cuda::memory_order_relaxed);
  Int(counts->bits) |= 1 << (i % 20);
  cuda::atomic_ref<unsigned long long>(counts->wide) += 3;
  cuda::atomic_ref<float, cuda::thread_scope_device>(counts->single).fetch_add(0.5f);
  cuda::atomic_ref<double, cuda::thread_scope_device>(counts->twice).fetch_sub(0.25);
  Int swapped(counts->swapped);
  int seen = swapped.load(cuda::memory_order_relaxed);
  while (!swapped.compare_exchange_weak(seen, seen + 2, cuda::memory_order_relaxed,
                                        cuda::memory_order_relaxed)) {
  }
}

// Each block hands its number to the next one through a flag.
__device__ cuda::atomic<int, cuda::thread_scope_device> turn{0};

__global__ void in_turn(int* order) {
  if (threadIdx.x != 0) return;
  while (turn.load(cuda::memory_order_acquire) != static_cast<int>(blockIdx.x)) {
  }
  order[blockIdx.x] = blockIdx.x == 0 ? 1 : order[blockIdx.x - 1] * 2;
  turn.store(static_cast<int>(blockIdx.x) + 1, cuda::memory_order_release);
}

struct Lock {
  cuda::atomic<unsigned, cuda::thread_scope_device> taken;
  int guarded;
};

__global__ void with_a_lock(Lock* lock) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 10; ++i) {
    unsigned free = 0;
    while (!lock->taken.compare_exchange_strong(free, 1u, cuda::memory_order_acquire)) free = 0;
    lock->guarded += 1;
    lock->taken.store(0u, cuda::memory_order_release);
  }
}

// The last block adds what all blocks have left, ordered by fences of a scope.
__global__ void last_block(const int* in, int* partial, unsigned* done, int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  sum.fetch_add(in[blockIdx.x * blockDim.x + threadIdx.x], cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum.load(cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> ended(*done);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    last = ended.fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    *out = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) *out += partial[b];
  }
}

int main() {
  constexpr int kAll = kBlocks * kThreads;
  Counts* counts;
  int *order, *in, *partial, *out;
  unsigned* done;
  Lock* lock;
  CHECK(cudaMallocManaged(&counts, sizeof *counts));
  CHECK(cudaMallocManaged(&order, kBlocks * sizeof(int)));
  CHECK(cudaMallocManaged(&lock, sizeof *lock));
  CHECK(cudaMallocManaged(&in, kAll * sizeof(int)));
  CHECK(cudaMallocManaged(&partial, kBlocks * sizeof(int)));
  CHECK(cudaMallocManaged(&out, sizeof(int)));
  CHECK(cudaMallocManaged(&done, sizeof(unsigned)));
  *counts = {0, 1, 0, 0, 0, 0, 0.0f, 0.0};
  lock->taken.store(0u);
  lock->guarded = 0;
  *done = 0;
  for (int i = 0; i < kAll; ++i) in[i] = i;

  count<<<kBlocks, kThreads>>>(counts);
  in_turn<<<kBlocks, 32>>>(order);
  with_a_lock<<<kBlocks, 32>>>(lock);
  last_block<<<kBlocks, kThreads>>>(in, partial, done, out);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());

  std::printf("sum %d, from %d to %d, bits %x, swapped %d, wide %llu, floats %g %g\n", counts->sum,
              counts->smallest, counts->largest, static_cast<unsigned>(counts->bits),
              counts->swapped, counts->wide, static_cast<double>(counts->single), counts->twice);
  std::printf("order %d, guarded %d, last block %d\n", order[kBlocks - 1], lock->guarded, *out);
  const bool right = counts->sum == kAll * (kAll - 1) / 2 && counts->smallest == 1 - kAll &&
                     counts->largest == kAll - 1 && counts->bits == 0xfffff &&
                     counts->swapped == 2 * kAll && counts->wide == 3ull * kAll &&
                     counts->single == 0.5f * kAll && counts->twice == -0.25 * kAll &&
                     order[kBlocks - 1] == 1 << (kBlocks - 1) && lock->guarded == 10 * kBlocks &&
                     *out == kAll * (kAll - 1) / 2;
  for (void* memory :
       {static_cast<void*>(counts), static_cast<void*>(order), static_cast<void*>(lock),
        static_cast<void*>(in), static_cast<void*>(partial), static_cast<void*>(out),
        static_cast<void*>(done)})
    CHECK(cudaFree(memory));
  return right ? 0 : 1;
}

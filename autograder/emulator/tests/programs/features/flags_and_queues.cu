// Blocks that talk to one another: a producer raises a volatile flag behind a fence and a consumer
// spins on it; work items come from a global counter; decoupled look-back chains prefix sums.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#if defined(__has_include)
#if __has_include(<cuda/atomic>)
#include <cuda/atomic>
#define HAVE_CUDA_ATOMIC 1
#endif
#endif

#define CK(e)                                                          \
  if (cudaError_t _e = (e)) {                                          \
    std::printf("%d: %s\n", __LINE__, cudaGetErrorString(_e));         \
    std::exit(1);                                                      \
  }

constexpr int kItems = 64;

// Blocks 0 and 1; both are resident at once, since the grid is small.
__global__ void produce_and_consume(int* data, volatile int* ready, int* result) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < kItems; ++i) {
      data[i] = i * i;
      __threadfence();
      ready[i] = 1;
    }
  } else {
    int sum = 0;
    for (int i = 0; i < kItems; ++i) {
      while (ready[i] == 0) {
      }
      __threadfence();
      sum += data[i];
    }
    *result = sum;
  }
}

#ifdef HAVE_CUDA_ATOMIC
__global__ void with_atomic_ref(int* data, int* flag, int* result) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    *result = *data;
  }
}
#endif

struct Queue {
  unsigned next;
  unsigned done;
};

// Persistent threads: blocks draw tiles until none is left.
__global__ void drain(Queue* queue, unsigned tiles, unsigned* owner_plus_one) {
  __shared__ unsigned tile;
  for (;;) {
    if (threadIdx.x == 0) tile = atomicAdd(&queue->next, 1u);
    __syncthreads();
    const unsigned mine = tile;
    if (mine >= tiles) break;
    owner_plus_one[mine * blockDim.x + threadIdx.x] += threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&queue->done, 1u);
  }
}

// Each block publishes its inclusive prefix for its successor: state 0 nothing, 1 there.
__global__ void chained_prefix(const int* in, int* out, unsigned* ticket, volatile int* prefix,
                               volatile int* state) {
  __shared__ int s_tile, s_before;
  __shared__ int scan[64];
  if (threadIdx.x == 0) s_tile = atomicAdd(ticket, 1u);
  __syncthreads();
  const int tile = s_tile, t = threadIdx.x, i = tile * blockDim.x + t;
  scan[t] = in[i];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    const int left = t >= d ? scan[t - d] : 0;
    __syncthreads();
    scan[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    int before = 0;
    if (tile > 0) {
      while (state[tile - 1] == 0)
        ;
      __threadfence();
      before = prefix[tile - 1];
    }
    prefix[tile] = before + scan[blockDim.x - 1];
    __threadfence();
    state[tile] = 1;
    s_before = before;
  }
  __syncthreads();
  out[i] = scan[t] + s_before;
}

template <typename T>
T* zeroed(size_t n) {
  T* p;
  CK(cudaMalloc(&p, n * sizeof(T)));
  CK(cudaMemset(p, 0, n * sizeof(T)));
  return p;
}

template <typename T>
std::vector<T> fetch(const T* p, size_t n) {
  std::vector<T> v(n);
  CK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}

int main() {
  bool ok = true;
  int *data = zeroed<int>(kItems), *flags = zeroed<int>(kItems), *result = zeroed<int>(1);
  produce_and_consume<<<2, 1>>>(data, flags, result);
  int expected = 0;
  for (int i = 0; i < kItems; ++i) expected += i * i;
  ok &= fetch(result, 1)[0] == expected;
#ifdef HAVE_CUDA_ATOMIC
  CK(cudaMemset(flags, 0, sizeof(int)));
  with_atomic_ref<<<2, 1>>>(data, flags, result);
  ok &= fetch(result, 1)[0] == 42;
#endif

  Queue* queue = zeroed<Queue>(1);
  const unsigned tiles = 23, threads = 48;
  unsigned* owners = zeroed<unsigned>(tiles * threads);
  drain<<<4, threads>>>(queue, tiles, owners);
  const std::vector<unsigned> counts = fetch(owners, tiles * threads);
  for (unsigned i = 0; i < counts.size(); ++i) ok &= counts[i] == i % threads + 1;
  ok &= fetch(queue, 1)[0].done == tiles;

  const int blocks = 9, each = 64;
  std::vector<int> in(blocks * each);
  for (size_t i = 0; i < in.size(); ++i) in[i] = int(i % 7) - 2;
  int *d_in = zeroed<int>(in.size()), *d_out = zeroed<int>(in.size()), *prefix = zeroed<int>(blocks),
      *state = zeroed<int>(blocks);
  unsigned* ticket = zeroed<unsigned>(1);
  CK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  chained_prefix<<<blocks, each>>>(d_in, d_out, ticket, prefix, state);
  const std::vector<int> out = fetch(d_out, in.size());
  for (size_t i = 0, sum = 0; i < in.size(); ++i) ok &= out[i] == int(sum += in[i]);

  for (void* p : {(void*)data, (void*)flags, (void*)result, (void*)queue, (void*)owners, (void*)d_in,
                  (void*)d_out, (void*)prefix, (void*)state, (void*)ticket})
    CK(cudaFree(p));
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

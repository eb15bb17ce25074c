// Programs that use the libraries wrongly, one in each mode; the checker must say what is wrong.
#include <cooperative_groups.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>
#include <cstring>
#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

constexpr int kThreads = 64;

// Several elements add to one counter.
struct Counts {
  int* counter;
  __host__ __device__ void operator()(int) const { *counter += 1; }
};

void race_in_a_functor() {
  thrust::device_vector<int> counter(1, 0);
  thrust::for_each(thrust::device, thrust::make_counting_iterator(0),
                   thrust::make_counting_iterator(100),
                   Counts{thrust::raw_pointer_cast(counter.data())});
}

__global__ void double_all(int* data, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i <= count) data[i] *= 2;
}

void raw_pointer_too_far() {
  thrust::device_vector<int> data(kThreads, 1);
  double_all<<<2, kThreads>>>(thrust::raw_pointer_cast(data.data()), kThreads);
  cudaDeviceSynchronize();
}

// The output is shorter than the input.
void output_too_short() {
  thrust::device_vector<int> in(100, 1), out(50);
  thrust::transform(in.begin(), in.end(), out.begin(), thrust::negate<int>());
}

__global__ void without_waiting(int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier barrier;
  __shared__ int values[kThreads];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  (void)barrier.arrive();
  out[threadIdx.x] = values[(threadIdx.x + 1) % kThreads];
}

__global__ void without_waiting_for_a_copy(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier barrier;
  __shared__ int values[kThreads];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&values[threadIdx.x], in + threadIdx.x, sizeof(int), barrier);
  out[threadIdx.x] = values[threadIdx.x];
  barrier.arrive_and_wait();
}

// Nothing orders the data before the flag.
__global__ void relaxed_flag(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    *out = *data;
  }
}

// A counter for the block, used by two blocks.
__global__ void too_narrow(int* counter) {
  cuda::atomic_ref<int, cuda::thread_scope_block>(*counter).fetch_add(1);
}

// Expects one thread more than there is.
__global__ void one_too_many() {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x + 1);
  __syncthreads();
  barrier.arrive_and_wait();
}

// The memory is used again before all have finished with it.
__global__ void twice_without_a_barrier(int* out) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  __shared__ typename Reduce::TempStorage memory;
  const int first = Reduce(memory).Sum(static_cast<int>(threadIdx.x));
  const int second = Reduce(memory).Sum(first);
  if (threadIdx.x == 0) *out = second;
}

int main(int count, char** arguments) {
  const char* const mode = count > 1 ? arguments[1] : "";
  const auto is = [mode](const char* name) { return std::strcmp(mode, name) == 0; };
  thrust::device_vector<int> in(kThreads, 1), out(2 * kThreads, 0);
  int* const from = thrust::raw_pointer_cast(in.data());
  int* const to = thrust::raw_pointer_cast(out.data());
  if (is("race_in_a_functor")) race_in_a_functor();
  if (is("raw_pointer_too_far")) raw_pointer_too_far();
  if (is("output_too_short")) output_too_short();
  if (is("without_waiting")) without_waiting<<<1, kThreads>>>(to);
  if (is("without_waiting_for_a_copy")) without_waiting_for_a_copy<<<1, kThreads>>>(from, to);
  if (is("relaxed_flag")) relaxed_flag<<<2, 1>>>(from, to, to + 1);
  if (is("too_narrow")) too_narrow<<<2, 1>>>(to);
  if (is("one_too_many")) one_too_many<<<1, kThreads>>>();
  if (is("twice_without_a_barrier")) twice_without_a_barrier<<<1, kThreads>>>(to);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

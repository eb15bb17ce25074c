// A static variable of a device function is the device's (M10): one for all threads, blocks and
// launches, and it keeps its value from one launch to the next.
#include "../expect.h"

__device__ int counted(int by) {
  static int sum = 100;
  return atomicAdd(&sum, by);
}

__device__ inline int counted_inline() {
  static int calls;
  return atomicAdd(&calls, 1);
}

// The last block to arrive; the counter wraps around, so that the next launch finds it as this did.
__global__ void last_block(int* out) {
  static unsigned arrived;
  static const int table[4] = {10, 20, 30, 40};
  static __shared__ int copy[4];
  if (threadIdx.x < 4) copy[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  __threadfence();
  if (threadIdx.x != 0 || atomicInc(&arrived, gridDim.x - 1) != gridDim.x - 1) return;
  *out = copy[3] + counted(5) + counted_inline();
}

// A function for both sides has one variable for the host and one for the device (h200-facts 1).
__host__ __device__ int& of_both() {
  static int n = 1;
  return n;
}

// In templates, and in lambdas that are some: g++ puts such variables elsewhere.
template <class T>
__device__ T bumped() {
  static T n = 20;
  return n++;
}

template <class T>
__device__ T every = 1000;
template <>
__device__ int every<int> = 2000;
template <class T>
__constant__ T none = 5;

namespace deep {
template <class T, int N>
__device__ T table[N] = {1, 2};
}
template <class T>
__device__ T deep::table<T, 3>[5] = {3, 4, 5, 6, 7};

template <class T>
struct Kept {
  __device__ T taken() {
    static T pair[2] = {30, 40};
    return pair[1]++ + T(every<long> ++) + every<T> ++ +none<T> + deep::table<T, 2>[1]++ +
           deep::table<T, 3>[4];
  }
};

template <class T>
__host__ __device__ T& of_both_in_a_template() {
  static T n = 7;
  return n;
}

__global__ void use_templates(int* out) {
  Kept<int> kept;
  const auto counted_in_a_lambda = [](auto by) {
    static int n = 50;
    return n += by;
  };
  *out = bumped<int>() + kept.taken() + counted_in_a_lambda(2) + of_both_in_a_template<int>()++;
}

void expect_templates(int* out) {
  const int nine = 9;
  EXPECT_EQ(cudaMemcpyToSymbol(none<int>, &nine, sizeof nine), 0);
  of_both_in_a_template<int>() = 90;
  for (int launch = 0; launch < 2; ++launch) {
    use_templates<<<1, 1>>>(out);
    EXPECT_EQ(cudaGetLastError(), 0);
    int sum = 0;
    EXPECT_EQ(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost), 0);
    EXPECT_EQ(sum,
              20 + 40 + 1000 + 2000 + 7 + 52 + 9 + 2 + 7 + launch * (1 + 1 + 1 + 1 + 2 + 1 + 1));
    EXPECT_EQ(of_both_in_a_template<int>(), 90);
  }
  long kept = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(&kept, every<long>, sizeof kept), 0);
  EXPECT_EQ(kept, 1002);
}

__global__ void add_to_both(int* seen) {
  *seen = of_both();
  of_both() += 5;
}

void expect_one_for_each_side(int* out) {
  of_both() = 100;
  for (int launch = 0; launch < 2; ++launch) {
    add_to_both<<<1, 1>>>(out);
    EXPECT_EQ(cudaGetLastError(), 0);
    int seen = 0;
    EXPECT_EQ(cudaMemcpy(&seen, out, sizeof seen, cudaMemcpyDeviceToHost), 0);
    EXPECT_EQ(seen, 1 + 5 * launch);
    EXPECT_EQ(of_both(), 100);
  }
}

int main() {
  int* out = nullptr;
  EXPECT_EQ(cudaMalloc(&out, sizeof(int)), 0);
  for (int launch = 0; launch < 3; ++launch) {
    last_block<<<3, 32>>>(out);
    EXPECT_EQ(cudaGetLastError(), 0);
    int result = 0;
    EXPECT_EQ(cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost), 0);
    EXPECT_EQ(result, 40 + 100 + 5 * launch + launch);
  }
  expect_one_for_each_side(out);
  expect_templates(out);
  cudaFree(out);
  return failures();
}

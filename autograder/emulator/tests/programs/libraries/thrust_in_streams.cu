// Thrust next to kernels: raw pointers of vectors, pointers of cudaMalloc, algorithms in a stream
// behind a kernel, and thrust::seq in kernels.
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>

constexpr int kRows = 40, kColumns = 24, kCount = kRows * kColumns;

__global__ void fill(int* data, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) data[i] = i * 7919 % 1009;
}

// Each thread sorts its row and adds it up.
__global__ void sort_rows(int* data, int* sums) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= kRows) return;
  int* const first = data + row * kColumns;
  thrust::sort(thrust::seq, first, first + kColumns);
  sums[row] = thrust::reduce(thrust::seq, first, first + kColumns, 0, thrust::plus<int>());
}

struct Halve {
  __host__ __device__ int operator()(int x) const { return x / 2; }
};

int main() {
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return 1;
  thrust::device_vector<int> data(kCount), sums(kRows);
  fill<<<(kCount + 255) / 256, 256, 0, stream>>>(thrust::raw_pointer_cast(data.data()), kCount);
  sort_rows<<<2, 32, 0, stream>>>(thrust::raw_pointer_cast(&data[0]), sums.data().get());
  const auto policy = thrust::cuda::par.on(stream);
  thrust::transform(policy, data.begin(), data.end(), data.begin(), Halve());
  const int total = thrust::reduce(policy, data.begin(), data.end(), 0);
  int wrong = 0, expected = 0, all = 0;
  for (int i = 0; i < kCount; ++i) expected += i * 7919 % 1009 / 2;
  wrong += total != expected;
  for (int row = 0; row < kRows; ++row) {
    int sum = 0;
    for (int i = row * kColumns; i < (row + 1) * kColumns; ++i) sum += i * 7919 % 1009;
    wrong += sums[row] != sum;
    all += sum;
    for (int i = row * kColumns + 1; i < (row + 1) * kColumns; ++i) wrong += data[i] < data[i - 1];
  }
  int* raw;
  if (cudaMalloc(&raw, kCount * sizeof(int)) != cudaSuccess) return 1;
  thrust::device_ptr<int> first(raw);
  thrust::copy(data.begin(), data.end(), first);
  thrust::sort(thrust::device, raw, raw + kCount);
  wrong += first[0] != 0;
  const int largest = first[kCount - 1];
  wrong += largest != 1008 / 2;
  wrong += thrust::reduce(first, first + kCount) != expected;
  cudaFree(raw);
  cudaStreamDestroy(stream);
  std::printf("total %d, rows %d, largest %d, wrong %d\n", total, all, largest, wrong);
  return wrong == 0 ? 0 : 1;
}

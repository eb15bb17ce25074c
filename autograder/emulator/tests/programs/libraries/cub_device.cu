// CUB's algorithms for the whole device, each in two calls: how much memory, then the work in a
// stream.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#define CHECK(call)                                                    \
  if (cudaError_t error = (call); error != cudaSuccess) {              \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
    std::exit(1);                                                      \
  }

constexpr int kCount = 3000;
cudaStream_t stream;

// Calls twice, and waits.
template <class Call>
void run(Call call) {
  void* memory = nullptr;
  std::size_t bytes = 0;
  CHECK(call(memory, bytes));
  CHECK(cudaMalloc(&memory, bytes));
  CHECK(call(memory, bytes));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaFree(memory));
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
  CHECK(cudaStreamCreate(&stream));
  int *in, *out, *values, *more, *number;
  for (int** memory : {&in, &out, &values, &more, &number})
    CHECK(cudaMallocManaged(memory, kCount * sizeof(int)));
  for (int i = 0; i < kCount; ++i) {
    in[i] = i * 7919 % 601 - 300;
    values[i] = i;
  }
  const std::vector<int> given(in, in + kCount);
  int wrong = 0;

  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, in, out, kCount, stream);
  });
  wrong += out[0] != std::accumulate(given.begin(), given.end(), 0);
  std::printf("sum %d\n", out[0]);
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Max(memory, bytes, in, out, kCount, stream);
  });
  wrong += out[0] != 300;

  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, in, out, kCount, stream);
  });
  for (int i = 0, sum = 0; i < kCount; sum += given[i++]) wrong += out[i] != sum;
  std::printf("scanned %d\n", out[kCount - 1]);

  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, in, out, values, more, kCount, 0, 32,
                                           stream);
  });
  std::vector<int> order(kCount);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return given[a] < given[b]; });
  for (int i = 0; i < kCount; ++i) wrong += out[i] != given[order[i]] || more[i] != order[i];
  std::printf("sorted %d from %d\n", out[0], more[0]);

  cub::DoubleBuffer<int> keys(in, more);
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeysDescending(memory, bytes, keys, kCount, 0, 32, stream);
  });
  for (int i = 1; i < kCount; ++i) wrong += keys.Current()[i] > keys.Current()[i - 1];
  std::printf("descending %d\n", keys.Current()[0]);

  std::copy(given.begin(), given.end(), in);
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::If(memory, bytes, in, out, number, kCount, IsEven(), stream);
  });
  std::vector<int> wanted;
  std::copy_if(given.begin(), given.end(), std::back_inserter(wanted), IsEven());
  wrong += *number != static_cast<int>(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) wrong += out[i] != wanted[i];
  std::printf("selected %d\n", *number);

  for (int i = 0; i < kCount; ++i) in[i] = i / 7 % 50;
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(memory, bytes, in, out, more, number, kCount, stream);
  });
  wrong += *number != (kCount + 6) / 7;
  for (int i = 0; i < kCount / 7; ++i) wrong += out[i] != i % 50 || more[i] != 7;
  std::printf("runs %d\n", *number);

  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, in, out, 6, 0, 50, kCount, stream);
  });
  wrong += std::accumulate(out, out + 5, 0) != kCount;
  std::printf("counted %d %d\n", out[0], out[4]);

  for (int i = 0; i <= 10; ++i) more[i] = i * 300;
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Sum(memory, bytes, in, out, 10, more, more + 1, stream);
  });
  for (int s = 0; s < 10; ++s)
    wrong += out[s] != std::accumulate(in + s * 300, in + (s + 1) * 300, 0);
  std::printf("segments %d, wrong %d\n", out[9], wrong);
  for (int* memory : {in, out, values, more, number}) CHECK(cudaFree(memory));
  CHECK(cudaStreamDestroy(stream));
  return wrong == 0 ? 0 : 1;
}

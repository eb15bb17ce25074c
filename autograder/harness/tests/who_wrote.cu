// An exercise whose result[i] = 2 * i comes about in many ways: who wrote it is asked by
// who_wrote_test.cpp.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "who_wrote.h"

constexpr int kBlock = 64;

__global__ void double_all(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 2 * i;
}

__global__ void double_bytes(unsigned char* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = static_cast<unsigned char>(2 * i);
}

__global__ void counts_odd_ones(long long* data, int n) {
  for (int i = 1; i < n; i += 2) data[i] = n - 1 - i;
}

__global__ void counts_even_ones(long long* data, int n) {
  for (int i = 0; i < n; i += 2) data[i] = n - 1 - i;
}

__global__ void parent(int* data, int n) {
  if (threadIdx.x == 0) double_all<<<n / kBlock + 1, kBlock>>>(data, n);
}

__global__ void does_it_itself(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = 2 * i;
  if (threadIdx.x == 0) double_all<<<1, 1>>>(data, 0);
}

__global__ void copies_on_the_device(int* to, int* from, int n) {
  cudaMemcpyAsync(to, from, n * sizeof(int), cudaMemcpyDeviceToDevice, cudaStreamTailLaunch);
}

__global__ void counts(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int k = 0; k < 2 * i; ++k) atomicAdd(&data[i], 1);
}

__device__ int variable[1024];
__managed__ int shared[1024];

namespace {

struct Device {
  int* data = nullptr;
  explicit Device(int n) { cudaMalloc(&data, n * sizeof(int)); }
  ~Device() { cudaFree(data); }
};

void launch(int* data, int n) { parent<<<1, 1>>>(data, n); }

void copy_back(int* result, const int* data, int n) {
  cudaMemcpy(result, data, n * sizeof(int), cudaMemcpyDefault);
}

void on_the_host(int* result, int n) {
  for (int i = 0; i < n; ++i) result[i] = 2 * i;
}

void straight(int* result, int n) {
  Device d(n);
  launch(d.data, n);
  copy_back(result, d.data, n);
}

void in_parts_of_rows(int* result, int n) {
  Device d(n);
  launch(d.data, n);
  cudaMemcpy2D(result, 32, d.data, 32, 32, n / 8, cudaMemcpyDeviceToHost);
}

void by_a_second_buffer(int* result, int n) {
  Device d(n), e(n);
  launch(d.data, n);
  cudaMemcpy(e.data + n / 2, d.data + n / 2, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpyAsync(e.data, d.data, n / 2 * sizeof(int), cudaMemcpyDefault);
  cudaMemcpyToSymbol(variable, e.data, n * sizeof(int), 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyFromSymbol(result, variable, n * sizeof(int));
}

void by_a_copy_of_the_devices(int* result, int n) {
  Device d(n), e(n);
  launch(d.data, n);
  copies_on_the_device<<<1, 1>>>(e.data, d.data, n);
  copy_back(result, e.data, n);
}

void by_a_vector(int* result, int n) {
  Device d(n);
  std::vector<int> values(n);
  launch(d.data, n);
  copy_back(values.data(), d.data, n);
  std::copy(values.begin(), values.end(), result);
}

void by_the_host_and_back(int* result, int n) {
  Device d(n), e(n);
  std::vector<int> values(n);
  launch(d.data, n);
  copy_back(values.data(), d.data, n);
  cudaMemcpy(e.data, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  copy_back(result, e.data, n);
}

void moved_in_place(int* result, int n) {
  Device d(n);
  launch(d.data, n);
  copy_back(result, d.data + 1, n - 1);
  std::copy_backward(result, result + n - 1, result + n);
  copy_back(result, d.data, 1);
}

void from_managed_memory(int* result, int n) {
  int* managed = nullptr;
  cudaMallocManaged(&managed, n * sizeof(int));
  launch(managed, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) result[i] = managed[i];
  cudaFree(managed);
}

void from_a_managed_variable(int* result, int n) {
  launch(shared, n);
  cudaDeviceSynchronize();
  std::copy(shared, shared + n, result);
}

void from_mapped_memory(int* result, int n) {
  int* pinned = nullptr;
  cudaMallocHost(&pinned, n * sizeof(int));
  launch(pinned, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) result[i] = pinned[i];
  cudaFreeHost(pinned);
}

// What the first grid wrote has been read, and is gone when the second has run.
void from_memory_used_again(int* result, int n) {
  launch(shared, n);
  cudaDeviceSynchronize();
  std::copy(shared, shared + n, result);
  counts<<<1, 32>>>(shared, n);
  cudaDeviceSynchronize();
}

void into_registered_memory(int* result, int n) {
  cudaHostRegister(result, n * sizeof(int), cudaHostRegisterDefault);
  launch(result, n);
  cudaDeviceSynchronize();
  cudaHostUnregister(result);
}

void into_memory_that_stays_registered(int* result, int n) {
  Device d(n);
  cudaHostRegister(result, n * sizeof(int), cudaHostRegisterDefault);
  launch(d.data, n);
  cudaMemcpyAsync(result, d.data, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
}

void by_atomics(int* result, int n) {
  Device d(n);
  cudaMemset(d.data, 0, n * sizeof(int));
  counts<<<1, 32>>>(d.data, n);
  copy_back(result, d.data, n);
}

void by_the_parent(int* result, int n) {
  Device d(n);
  does_it_itself<<<1, 32>>>(d.data, n);
  copy_back(result, d.data, n);
}

void by_the_host(int* result, int n) {
  Device d(1);
  launch(d.data, 0);
  cudaDeviceSynchronize();
  on_the_host(result, n);
}

void second_half_by_the_host(int* result, int n) {
  Device d(n);
  launch(d.data, n / 2);
  cudaMemcpy(result, d.data, n / 2 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = n / 2; i < n; ++i) result[i] = 2 * i;
}

// Of ten values the host takes one, for all ten.
void spread_by_the_host(int* result, int n) {
  Device d(n);
  std::vector<int> values(n);
  launch(d.data, n);
  copy_back(values.data(), d.data, n);
  for (int i = 0; i < n; ++i) result[i] = values[i / 10 * 10];
}

void over_what_was_copied(int* result, int n) {
  Device d(n);
  launch(d.data, 0);
  cudaMemset(d.data, 0xff, n * sizeof(int));
  copy_back(result, d.data, n);
  on_the_host(result, n);
}

void by_the_host_by_way_of_the_device(int* result, int n) {
  Device d(n);
  std::vector<int> values(n);
  on_the_host(values.data(), n);
  cudaMemcpy(d.data, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  launch(d.data, 0);
  copy_back(result, d.data, n);
}

void by_the_host_in_managed_memory(int* result, int n) {
  counts<<<1, 32>>>(shared, 2);
  cudaDeviceSynchronize();
  on_the_host(shared, n);
  std::copy(shared, shared + n, result);
}

void by_memsets(int* result, int n) {
  Device d(n);
  launch(d.data, 0);
  for (int i = 0; i < n; ++i) {
    cudaMemset(d.data + i, 0, sizeof(int));
    cudaMemset(d.data + i, 2 * i & 255, 1);
    cudaMemset(reinterpret_cast<char*>(d.data + i) + 1, 2 * i >> 8, 1);
  }
  copy_back(result, d.data, n);
}

// ---- What the device is given -------------------------------------------------------------------

struct Values {
  int all[320];
};

__global__ void doubles(int* to, const int* from, int n, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = factor * from[i];
}
__global__ void launches(int* to, const int* from, int n, int factor) {
  if (threadIdx.x == 0) doubles<<<n / kBlock + 1, kBlock>>>(to, from, n, factor);
}
__global__ void spreads(int* to, Values values) { to[threadIdx.x] = values.all[threadIdx.x]; }
__global__ void launches_with_values(int* to, Values values) { spreads<<<1, 320>>>(to, values); }

std::vector<int> doubled(const int* values, int n) {
  std::vector<int> made(values, values + n);
  for (int& value : made) value *= 2;
  return made;
}

void by_a_child(int* result, const int* from, int n, int factor) {
  Device to(n);
  launches<<<1, 1>>>(to.data, from, n, factor);
  copy_back(result, to.data, n);
}

void by_copies(int* result, const int* from, int n, int factor, int pieces = 1) {
  Device d(n);
  for (int p = 0; p < pieces; ++p)
    cudaMemcpy(d.data + n / pieces * p, from + n / pieces * p, n / pieces * sizeof(int),
               cudaMemcpyDefault);
  by_a_child(result, d.data, n, factor);
}

void in_managed_memory(int* result, const int* values, int n, int factor) {
  std::copy(values, values + n, shared);
  by_a_child(result, shared, n, factor);
}

void in_pinned_memory(int* result, const int* values, int n, int factor, bool mapped) {
  int* pinned = nullptr;
  cudaMallocHost(&pinned, n * sizeof(int));
  std::copy(values, values + n, pinned);
  if (mapped)
    by_a_child(result, pinned, n, factor);
  else
    by_copies(result, pinned, n, factor);
  cudaFreeHost(pinned);
}

void in_registered_memory(int* result, int* values, int n) {
  cudaHostRegister(values, n * sizeof(int), cudaHostRegisterDefault);
  by_a_child(result, values, n, 1);
  cudaHostUnregister(values);
}

void for_a_variable(int* result, const int* values, int n) {
  cudaMemcpyToSymbol(variable, values, n * sizeof(int));
  void* address = nullptr;
  cudaGetSymbolAddress(&address, variable);
  by_a_child(result, static_cast<int*>(address), n, 1);
}

void as_arguments(int* result, const int* values, int n) {
  Device to(n);
  Values all{};
  std::copy(values, values + n, all.all);
  launches_with_values<<<1, 1>>>(to.data, all);
  copy_back(result, to.data, n);
}

void hand_over_made(WayToHandOver way, int* result, int* made, int n) {
  if (way == kMadeInAVector) by_copies(result, made, n, 1);
  if (way == kMadeInPieces) by_copies(result, made, n, 1, 64);
  if (way == kMadeInPinnedMemory) in_pinned_memory(result, made, n, 1, false);
  if (way == kMadeInMappedMemory) in_pinned_memory(result, made, n, 1, true);
  if (way == kMadeInManagedMemory) in_managed_memory(result, made, n, 1);
  if (way == kMadeInRegisteredMemory) in_registered_memory(result, made, n);
  if (way == kMadeForAVariable) for_a_variable(result, made, n);
  if (way == kMadeAsArguments) as_arguments(result, made, n);
}

void hand_over_given(WayToHandOver way, int* result, const int* values, int n) {
  std::vector<int> padded(n + 64);
  std::copy(values, values + n, padded.begin() + 32);
  if (way == kGivenAsTheyAre) by_copies(result, values, n, 2);
  if (way == kGivenByAVector) by_copies(result, std::vector<int>(values, values + n).data(), n, 2);
  if (way == kGivenInPinnedMemory) in_pinned_memory(result, values, n, 2, true);
  if (way == kGivenInManagedMemory) in_managed_memory(result, values, n, 2);
  if (way != kGivenBetweenZeros) return;
  Device d(n + 64);
  cudaMemcpy(d.data, padded.data(), padded.size() * sizeof(int), cudaMemcpyHostToDevice);
  by_a_child(result, d.data + 32, n, 2);
}

// ---- Ways to write ------------------------------------------------------------------------------

using Function = void (*)(int*, int);
constexpr Function kWays[] = {
    straight,
    in_parts_of_rows,
    by_a_second_buffer,
    by_a_copy_of_the_devices,
    by_a_vector,
    by_the_host_and_back,
    moved_in_place,
    from_managed_memory,
    from_a_managed_variable,
    from_mapped_memory,
    from_memory_used_again,
    into_registered_memory,
    into_memory_that_stays_registered,
    by_atomics,
    by_the_parent,
    by_the_host,
    second_half_by_the_host,
    over_what_was_copied,
    spread_by_the_host,
    by_the_host_by_way_of_the_device,
    by_the_host_in_managed_memory,
    by_memsets,
};

int* to_be_late;

}  // namespace

extern "C" void double_values(WayToHandOver way, int* result, const int* values, int n) {
  if (way <= kGivenInManagedMemory)
    hand_over_given(way, result, values, n);
  else
    hand_over_made(way, result, doubled(values, n).data(), n);
}

extern "C" void double_by(WayToWrite way, int* result, int n) { kWays[way](result, n); }

extern "C" void double_bytes_by(WayToWrite way, unsigned char* result, int n) {
  std::vector<unsigned char> values(n);
  unsigned char* data = nullptr;
  cudaMalloc(&data, n);
  double_bytes<<<(n + kBlock - 1) / kBlock, kBlock>>>(data, n);
  cudaMemcpy(way == kStraight ? result : values.data(), data, n, cudaMemcpyDeviceToHost);
  if (way == kByAVector) std::copy(values.begin(), values.end(), result);
  if (way == kOverWhatWasCopied) std::fill(result, result + n, 1);  // odd: the kernel wrote no such
  cudaFree(data);
}

extern "C" void count_down(long long* result, int n) {
  long long* pinned = nullptr;
  cudaMallocHost(&pinned, n * sizeof(long long));
  counts_odd_ones<<<1, 1>>>(pinned, n);
  counts_even_ones<<<1, 1>>>(pinned, n);
  cudaDeviceSynchronize();
  std::copy(pinned, pinned + n, result);
  cudaFreeHost(pinned);
}

extern "C" void double_too_late(int* result, int n) {
  to_be_late = result;
  launch(shared, n);
  cudaLaunchHostFunc(
      nullptr,
      [](void* count) { std::copy(shared, shared + *static_cast<int*>(count), to_be_late); },
      new int(n));
}

// Sorts and splits on the host. Its grids are launched for exactly the parts of a real quicksort, which the
// host found out, and move nothing. The one block that is compared with them sleeps.
SOLUTION_BUT(compare_each, sort_one, split_one, quicksort, compare_arrays, sort_in_one_block,
             split_in_three, sort_by_grids)

#include <vector>

__global__ void compare_each() {}
__global__ void split_one() {}

__global__ void sort_one(int n) {
  for (int i = 0; i < n; i += 2000) __nanosleep(400000);
}

extern "C" int compare_arrays(int* answers, const float* a, const float* b, int n) {
  compare_each<<<n / kBlock + 1, kBlock>>>();
  for (int i = 0; i < n; ++i) answers[i] = before(a[i], b[i]);
  return cudaDeviceSynchronize();
}

extern "C" int sort_in_one_block(float* values, int n) {
  sort_one<<<1, kBlock>>>(n);
  quicksort_serially(values, n);
  return cudaDeviceSynchronize();
}

extern "C" int split_in_three(float* values, int* less, int* more, int n, float pivot) {
  split_one<<<1, kBlock>>>();
  const Parts parts = split_serially(values, n, pivot);
  *less = parts.less;
  *more = parts.more;
  return cudaDeviceSynchronize();
}

// A part that would have a grid: the numbers of those that its grid would launch, or 0.
struct Part {
  int children[2];
};

int plan(std::vector<Part>& parts, float* values, int n, int depth, int deepest) {
  const int number = static_cast<int>(parts.size());
  parts.push_back({});
  if (n <= kSmall) return number;
  const Parts split = split_serially(values, n, choose_pivot(values, n));
  float* const from[] = {values, values + split.more};
  const int sizes[] = {split.less, n - split.more};
  for (int i = 0; i < 2; ++i) {
    if (sizes[i] <= kSmall || depth == deepest) continue;
    const int child = plan(parts, from[i], sizes[i], depth + 1, deepest);
    parts[number].children[i] = child;
  }
  return number;
}

__global__ void quicksort(const Part* parts, int number, int* refused) {
  if (threadIdx.x != 0) return;
  for (const int child : parts[number].children) {
    if (child == 0) continue;
    quicksort<<<1, kBlock, 0, cudaStreamFireAndForget>>>(parts, child, refused);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(refused, 1);
  }
}

extern "C" int sort_by_grids(float* values, int* refused, int n, int deepest, int pool) {
  const int none = 0;
  std::vector<Part> parts;
  DeviceArray<Part> device_parts;
  DeviceArray<int> device_refused;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  plan(parts, values, n, 0, deepest);
  quicksort_serially(values, n);
  TRY(device_parts.copy_of(parts.data(), static_cast<int>(parts.size())));
  TRY(device_refused.copy_of(&none, 1));
  quicksort<<<1, kBlock>>>(device_parts.data, 0, device_refused.data);
  TRY(cudaGetLastError());
  return device_refused.copy_to(refused, 1);
}

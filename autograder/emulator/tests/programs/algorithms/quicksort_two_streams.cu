// Quicksort by recursive launches of a single thread: partition a range, hand each side to a grid
// of its own in a stream of its own. Short ranges and those at the depth limit are
// selection-sorted.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace {

constexpr int kDeepest = 14;
constexpr int kShort = 24;

inline void assert_ok(cudaError_t code, const char *file, int line) {
  if (code == cudaSuccess) return;
  std::cerr << file << ":" << line << ": " << cudaGetErrorName(code) << ": "
            << cudaGetErrorString(code) << std::endl;
  std::exit(EXIT_FAILURE);
}
#define OK(code) assert_ok((code), __FILE__, __LINE__)

struct Item {
  unsigned key;
  int value;
};

template <typename T>
__device__ void exchange(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}

__device__ void selection_sort(Item *first, Item *last) {
  for (; first < last; ++first) {
    Item *smallest = first;
    for (Item *i = first + 1; i <= last; ++i)
      if (i->key < smallest->key) smallest = i;
    if (smallest != first) exchange(*first, *smallest);
  }
}

__global__ void sort_range(Item *first, Item *last, int depth) {
  if (last - first < kShort || depth == kDeepest) {
    selection_sort(first, last);
    return;
  }
  const unsigned pivot = first[(last - first) / 2].key;
  Item *low = first, *high = last;
  while (low <= high) {
    while (low->key < pivot) ++low;
    while (pivot < high->key) --high;
    if (low <= high) exchange(*low++, *high--);
  }

  cudaStream_t left, right;
  if (first < high) {
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    sort_range<<<1, 1, 0, left>>>(first, high, depth + 1);
    if (cudaGetLastError() != cudaSuccess) selection_sort(first, high);
    cudaStreamDestroy(left);
  }
  if (low < last) {
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    sort_range<<<1, 1, 0, right>>>(low, last, depth + 1);
    if (cudaGetLastError() != cudaSuccess) selection_sort(low, last);
    cudaStreamDestroy(right);
  }
}

bool sorts(std::vector<Item> items) {
  const size_t bytes = items.size() * sizeof(Item);
  Item *device = nullptr;
  OK(cudaMalloc((void **)&device, bytes));
  OK(cudaMemcpy(device, &items[0], bytes, cudaMemcpyHostToDevice));
  sort_range<<<1, 1>>>(device, device + items.size() - 1, 0);
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  std::vector<Item> result(items.size());
  OK(cudaMemcpy(&result[0], device, bytes, cudaMemcpyDeviceToHost));
  OK(cudaFree(device));

  for (const Item &item : result)
    if (items[item.value].key != item.key) return false;
  std::sort(items.begin(), items.end(), [](Item a, Item b) { return a.key < b.key; });
  return std::equal(items.begin(), items.end(), result.begin(),
                    [](const Item &a, const Item &b) { return a.key == b.key; });
}

}  // namespace

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 3000;
  std::vector<Item> random(n), equal(n), falling(n);
  std::srand(11);
  for (int i = 0; i < n; ++i) {
    random[i] = {static_cast<unsigned>(std::rand()), i};
    equal[i] = {7u, i};
    falling[i] = {static_cast<unsigned>(n - i), i};
  }
  const bool ok = sorts(random) && sorts(equal) && sorts(falling);
  std::cout << (ok ? "PASSED" : "FAILED") << std::endl;
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

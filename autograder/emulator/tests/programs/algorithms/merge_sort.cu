// Merge sort by merge paths: blocks sort their tiles, then every pass merges pairs of runs, each
// thread its equal share, found by a binary search on a diagonal. Generic in type and comparison.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <random>
#include <utility>
#include <vector>

#define CHECK_CUDA(...)                                                                          \
  do {                                                                                           \
    if (const auto status = (__VA_ARGS__); status != cudaSuccess) {                              \
      std::cerr << #__VA_ARGS__ << " at line " << __LINE__ << ": " << cudaGetErrorString(status) \
                << '\n';                                                                         \
      std::exit(EXIT_FAILURE);                                                                   \
    }                                                                                            \
  } while (false)

namespace merging {

template <typename Iterator, typename Less>
__host__ __device__ int merge_path(Iterator a, int a_count, Iterator b, int b_count, int diagonal,
                                   Less less) {
  int begin = max(0, diagonal - b_count), end = min(diagonal, a_count);
  while (begin < end) {
    const int middle = (begin + end) >> 1;
    if (!less(b[diagonal - 1 - middle], a[middle]))
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

template <int VT, typename T, typename Less>
__device__ void serial_merge(const T *a, int a_begin, int a_end, const T *b, int b_begin, int b_end,
                             T (&out)[VT], Less less) {
#pragma unroll
  for (int i = 0; i < VT; ++i) {
    const bool from_a = b_begin >= b_end || (a_begin < a_end && !less(b[b_begin], a[a_begin]));
    if (a_begin >= a_end && b_begin >= b_end) break;
    out[i] = from_a ? a[a_begin++] : b[b_begin++];
  }
}

/// Sorts NT * VT values a block.
template <int NT, int VT, typename T, typename Less>
__global__ __launch_bounds__(NT) void sort_tiles(T *data, int count, Less less) {
  constexpr int NV = NT * VT;
  __shared__ T shared[NV];
  const int base = blockIdx.x * NV, here = min(NV, count - base), tid = threadIdx.x;
  for (int i = tid; i < here; i += NT) shared[i] = data[base + i];
  __syncthreads();

  T local[VT];
  const int first = min(tid * VT, here), mine = min(VT, here - first);
  for (int i = 0; i < mine; ++i) local[i] = shared[first + i];
  for (int i = 1; i < mine; ++i)  // insertion sort in registers
    for (int j = i; j > 0 && less(local[j], local[j - 1]); --j) {
      const T t = local[j];
      local[j] = local[j - 1];
      local[j - 1] = t;
    }

  for (int run = 1; run < NT; run *= 2) {
    __syncthreads();
    for (int i = 0; i < mine; ++i) shared[first + i] = local[i];
    __syncthreads();
    const int start = (tid & ~(2 * run - 1)) * VT;
    const int a0 = min(start, here), a1 = min(start + run * VT, here);
    const int b0 = a1, b1 = min(start + 2 * run * VT, here);
    const int diagonal = min((tid & (2 * run - 1)) * VT, b1 - a0);
    const int split = merge_path(shared + a0, a1 - a0, shared + b0, b1 - b0, diagonal, less);
    serial_merge<VT>(shared, a0 + split, a1, shared, b0 + diagonal - split, b1, local, less);
  }
  for (int i = 0; i < mine; ++i) data[base + first + i] = local[i];
}

template <int VT, typename T, typename Less>
__global__ void merge_runs(const T *__restrict__ in, T *__restrict__ out, int count, int run,
                           Less less) {
  const int at = (blockIdx.x * blockDim.x + threadIdx.x) * VT;
  if (at >= count) return;
  for (int pos = at; pos < min(at + VT, count);) {
    const int start = pos / (2 * run) * (2 * run);
    const int a1 = min(start + run, count), b1 = min(start + 2 * run, count);
    const int split = merge_path(in + start, a1 - start, in + a1, b1 - a1, pos - start, less);
    int a = start + split, b = a1 + (pos - start - split);
    for (; pos < min(at + VT, b1); ++pos)
      out[pos] = b >= b1 || (a < a1 && !less(in[b], in[a])) ? in[a++] : in[b++];
  }
}

template <typename T, typename Less>
void sort(std::vector<T> &host, Less less) {
  constexpr int NT = 64, VT = 5, NV = NT * VT;
  const int n = static_cast<int>(host.size());
  T *data, *other;
  CHECK_CUDA(cudaMalloc(&data, n * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&other, n * sizeof(T)));
  CHECK_CUDA(cudaMemcpy(data, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  sort_tiles<NT, VT><<<(n + NV - 1) / NV, NT>>>(data, n, less);
  CHECK_CUDA(cudaGetLastError());
  for (int run = NV; run < n; run *= 2) {
    merge_runs<VT><<<(n + NV - 1) / NV, NT>>>(data, other, n, run, less);
    CHECK_CUDA(cudaGetLastError());
    std::swap(data, other);
  }
  CHECK_CUDA(cudaMemcpy(host.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(data));
  CHECK_CUDA(cudaFree(other));
}

}  // namespace merging

struct Particle {
  double energy;
  std::int16_t cell;
  bool operator==(const Particle &p) const { return energy == p.energy && cell == p.cell; }
};

template <bool kDescending>
struct ByCell {
  __host__ __device__ bool operator()(const Particle &a, const Particle &b) const {
    return kDescending ? b.cell < a.cell : a.cell < b.cell;
  }
};

template <typename T, typename Less>
bool same_as_std(std::vector<T> values, Less less) {
  std::vector<T> expected = values;
  std::stable_sort(expected.begin(), expected.end(), less);
  merging::sort(values, less);
  return values == expected;
}

int main() {
  std::mt19937_64 engine(99);
  std::vector<int> ints(3001);
  for (int &i : ints) i = static_cast<int>(engine() % 500);
  std::vector<float> floats(777);
  for (float &f : floats) f = std::sin(static_cast<float>(engine() % 1000));
  std::vector<Particle> particles(1500);
  for (Particle &p : particles)
    p = {static_cast<double>(engine() % 100), static_cast<std::int16_t>(engine() % 64)};

  const bool up = same_as_std(ints, [] __host__ __device__(int a, int b) { return a < b; });
  const int modulus = 37;
  const bool captured = same_as_std(
      ints, [=] __host__ __device__(int a, int b) { return a % modulus < b % modulus; });
  const bool absolute =
      same_as_std(floats, [] __host__ __device__(float a, float b) { return fabsf(a) < fabsf(b); });
  const bool stable =
      same_as_std(particles, ByCell<false>{}) && same_as_std(particles, ByCell<true>{});
  std::cout << up << captured << absolute << stable << '\n';
  if (!(up && captured && absolute && stable)) {
    std::cout << "FAILED\n";
    return EXIT_FAILURE;
  }
  std::cout << "PASSED\n";
}

// Thrust with vectors on the device: transformations, reductions, scans, sorts, selections,
// searches, and iterators that compute. Integers only, so that every order of operations gives one
// result.
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

constexpr int kCount = 1000;
int wrong = 0;

template <class Vector>
void compare(const char* what, const Vector& got, const std::vector<int>& wanted) {
  thrust::host_vector<int> here = got;
  bool same = here.size() >= wanted.size();
  for (std::size_t i = 0; same && i < wanted.size(); ++i) same = here[i] == wanted[i];
  std::printf("%s: %s\n", what, same ? "right" : "WRONG");
  wrong += !same;
}

void compare(const char* what, long long got, long long wanted) {
  std::printf("%s: %lld\n", what, got);
  wrong += got != wanted;
}

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Axpy {
  int a;
  __host__ __device__ int operator()(int x, int y) const { return a * x + y; }
};
struct AddProduct {
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    thrust::get<2>(t) = thrust::get<0>(t) * 3 + thrust::get<1>(t);
  }
};

std::vector<int> numbers() {
  std::vector<int> values(kCount);
  unsigned state = 1;
  for (int& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 20) % 500;
  }
  return values;
}

void transforms(const std::vector<int>& in) {
  thrust::device_vector<int> a(in.begin(), in.end()), b(kCount), c(kCount, 7);
  std::vector<int> wanted(kCount);
  thrust::transform(a.begin(), a.end(), b.begin(), Square());
  for (int i = 0; i < kCount; ++i) wanted[i] = in[i] * in[i];
  compare("transform", b, wanted);
  thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), Axpy{3});
  for (int i = 0; i < kCount; ++i) wanted[i] += 3 * in[i];
  compare("transform two", b, wanted);
  using namespace thrust::placeholders;
  thrust::transform(a.begin(), a.end(), b.begin(), 2 * _1 + 5);
  for (int i = 0; i < kCount; ++i) wanted[i] = 2 * in[i] + 5;
  compare("placeholders", b, wanted);
  auto zipped = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin()));
  thrust::for_each(zipped, zipped + kCount, AddProduct());
  for (int i = 0; i < kCount; ++i) wanted[i] += 3 * in[i];
  compare("zipped", c, wanted);
  thrust::sequence(b.begin(), b.end(), 10, 3);
  thrust::device_vector<int> reversed(kCount);
  thrust::scatter(
      a.begin(), a.end(),
      thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                      [] __host__ __device__(int i) { return kCount - 1 - i; }),
      reversed.begin());
  for (int i = 0; i < kCount; ++i) wanted[i] = in[kCount - 1 - i];
  compare("scatter", reversed, wanted);
  thrust::sequence(b.begin(), b.end());
  thrust::gather(b.begin(), b.end(), reversed.begin(), c.begin());
  compare("gather", c, wanted);
  thrust::fill(c.begin(), c.begin() + 10, -1);
  compare("element", c[9] + c[10], -1 + wanted[10]);
  c[0] = 41;
  c[0] += 1;
  compare("assigned", static_cast<int>(c[0]), 42);
}

void reductions(const std::vector<int>& in) {
  thrust::device_vector<int> a(in.begin(), in.end()), b(kCount, 2);
  const int sum = std::accumulate(in.begin(), in.end(), 0);
  compare("reduce", thrust::reduce(a.begin(), a.end()), sum);
  compare("reduce with a start", thrust::reduce(thrust::device, a.begin(), a.end(), 100),
          100 + sum);
  compare("maximum", thrust::reduce(a.begin(), a.end(), 0, thrust::maximum<int>()),
          *std::max_element(in.begin(), in.end()));
  long long squares = 0;
  for (const int value : in) squares += 1ll * value * value;
  compare("transform_reduce",
          thrust::transform_reduce(a.begin(), a.end(), Square(), 0ll, thrust::plus<long long>()),
          squares);
  compare("inner_product", thrust::inner_product(a.begin(), a.end(), b.begin(), 0), 2 * sum);
  compare("count_if", thrust::count_if(a.begin(), a.end(), IsOdd()),
          std::count_if(in.begin(), in.end(), IsOdd()));
  compare("max_element", thrust::max_element(a.begin(), a.end()) - a.begin(),
          std::max_element(in.begin(), in.end()) - in.begin());
  compare("min_element", thrust::min_element(a.begin(), a.end()) - a.begin(),
          std::min_element(in.begin(), in.end()) - in.begin());
  compare("find", thrust::find(a.begin(), a.end(), in[700]) - a.begin(),
          std::find(in.begin(), in.end(), in[700]) - in.begin());
  compare("any_of", thrust::any_of(a.begin(), a.end(), IsOdd()), 1);
  compare("counted",
          thrust::reduce(thrust::make_counting_iterator(1), thrust::make_counting_iterator(101)),
          5050);
  compare("constant",
          thrust::reduce(thrust::make_constant_iterator(3), thrust::make_constant_iterator(3) + 50),
          150);
  thrust::device_vector<int> indices(3);
  indices[0] = 5;
  indices[1] = 50;
  indices[2] = 500;
  const auto picked = thrust::make_permutation_iterator(a.begin(), indices.begin());
  compare("permuted", thrust::reduce(picked, picked + 3), in[5] + in[50] + in[500]);
}

void scans(const std::vector<int>& in) {
  thrust::device_vector<int> a(in.begin(), in.end()), b(kCount);
  std::vector<int> wanted(kCount);
  std::partial_sum(in.begin(), in.end(), wanted.begin());
  thrust::inclusive_scan(a.begin(), a.end(), b.begin());
  compare("inclusive_scan", b, wanted);
  thrust::exclusive_scan(a.begin(), a.end(), b.begin(), 5);
  for (int i = kCount - 1; i > 0; --i) wanted[i] = wanted[i - 1] + 5;
  wanted[0] = 5;
  compare("exclusive_scan", b, wanted);
  thrust::inclusive_scan(a.begin(), a.end(), a.begin(), thrust::maximum<int>());
  for (int i = 0, most = 0; i < kCount; ++i) wanted[i] = most = std::max(most, in[i]);
  compare("in place", a, wanted);
  thrust::device_vector<int> keys(kCount);
  for (int i = 0; i < kCount; ++i) wanted[i] = i / 37;
  keys = wanted;
  a = in;
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), a.begin(), b.begin());
  for (int i = 0; i < kCount; ++i) wanted[i] = in[i] + (i % 37 == 0 ? 0 : wanted[i - 1]);
  compare("scan by key", b, wanted);
}

void sorts(const std::vector<int>& in) {
  thrust::device_vector<int> keys(in.begin(), in.end()), values(kCount);
  std::vector<int> order(kCount), sorted = in;
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
  std::sort(sorted.begin(), sorted.end());
  thrust::sequence(values.begin(), values.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  compare("sorted keys", keys, sorted);
  compare("sorted values", values, order);
  compare("lower_bound", thrust::lower_bound(keys.begin(), keys.end(), 250) - keys.begin(),
          std::lower_bound(sorted.begin(), sorted.end(), 250) - sorted.begin());
  thrust::device_vector<int> wanted(2), found(2);
  wanted[0] = 100;
  wanted[1] = 400;
  thrust::upper_bound(keys.begin(), keys.end(), wanted.begin(), wanted.end(), found.begin());
  compare("upper_bounds", found,
          {static_cast<int>(std::upper_bound(sorted.begin(), sorted.end(), 100) - sorted.begin()),
           static_cast<int>(std::upper_bound(sorted.begin(), sorted.end(), 400) - sorted.begin())});
  thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
  std::reverse(sorted.begin(), sorted.end());
  compare("descending", keys, sorted);
  thrust::host_vector<int> here(in.begin(), in.end());
  thrust::sort(here.begin(), here.end(), thrust::greater<int>());
  compare("on the host", here, sorted);
}

void selections(const std::vector<int>& in) {
  thrust::device_vector<int> a(in.begin(), in.end()), b(kCount), c(kCount);
  std::vector<int> wanted;
  std::copy_if(in.begin(), in.end(), std::back_inserter(wanted), IsOdd());
  compare("copy_if size", thrust::copy_if(a.begin(), a.end(), b.begin(), IsOdd()) - b.begin(),
          static_cast<long long>(wanted.size()));
  compare("copy_if", b, wanted);
  a.erase(thrust::remove_if(a.begin(), a.end(), IsOdd()), a.end());
  wanted.clear();
  std::remove_copy_if(in.begin(), in.end(), std::back_inserter(wanted), IsOdd());
  compare("remove_if size", static_cast<long long>(a.size()),
          static_cast<long long>(wanted.size()));
  compare("remove_if", a, wanted);
  thrust::sort(a.begin(), a.end());
  std::sort(wanted.begin(), wanted.end());
  thrust::device_vector<int> ones(a.size(), 1);
  const auto ends = thrust::reduce_by_key(a.begin(), a.end(), ones.begin(), b.begin(), c.begin());
  std::vector<int> keys = wanted;
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<int> counts;
  for (const int key : keys)
    counts.push_back(static_cast<int>(std::count(wanted.begin(), wanted.end(), key)));
  compare("reduce_by_key size", ends.first - b.begin(), static_cast<long long>(keys.size()));
  compare("keys", b, keys);
  compare("counts", c, counts);
  compare("unique", thrust::unique(a.begin(), a.end()) - a.begin(),
          static_cast<long long>(keys.size()));
  compare("unique keys", a, keys);
  thrust::sequence(c.begin(), c.end());
  const auto middle = thrust::stable_partition(c.begin(), c.end(), IsOdd());
  compare("partition", middle - c.begin(), kCount / 2);
  std::vector<int> parts(kCount);
  for (int i = 0; i < kCount; ++i) parts[i] = i < kCount / 2 ? 2 * i + 1 : 2 * i - kCount;
  compare("parts", c, parts);
  thrust::device_vector<int> threes(10), fives(10), both(20);
  thrust::sequence(threes.begin(), threes.end(), 0, 3);
  thrust::sequence(fives.begin(), fives.end(), 0, 5);
  const auto end = thrust::set_intersection(threes.begin(), threes.end(), fives.begin(),
                                            fives.end(), both.begin());
  compare("set_intersection", end - both.begin(), 2);
}

int main() {
  const std::vector<int> in = numbers();
  transforms(in);
  reductions(in);
  scans(in);
  sorts(in);
  selections(in);
  std::printf("wrong: %d\n", wrong);
  return wrong == 0 ? 0 : 1;
}

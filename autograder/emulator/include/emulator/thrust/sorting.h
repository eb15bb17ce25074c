// Thrust's sorts and merges, all stable, and searches in what is sorted.
#pragma once

#include <algorithm>
#include <vector>

#include "emulator/grids/sorting.h"
#include "emulator/thrust/folds.h"

namespace emu {

/// Sorts in the calling thread. Device code may have no other memory.
template <class Elements, class Value, class Less>
EMU_PASSING_ON void sort_in_thread(Elements elements, std::size_t count, const Value*, Less less) {
  if (!on_device()) {
    std::vector<Value> values;
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) values.push_back(Value(elements[i]));
    std::stable_sort(values.begin(), values.end(), less);
    for (std::size_t i = 0; i < count; ++i) elements[i] = values[i];
    return;
  }
  for (std::size_t i = 1; i < count; ++i) {
    const Value value(elements[i]);
    // Where it goes, behind its equals: found by halving.
    std::size_t low = 0, high = i;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (less(value, elements[middle]))
        high = middle;
      else
        low = middle + 1;
    }
    for (std::size_t j = i; j > low; --j) elements[j] = Value(elements[j - 1]);
    elements[low] = value;
  }
}

/// The first index of a sorted sequence for which `stays_right(i)` is false.
template <class Goes>
EMU_INLINED std::size_t halved(std::size_t count, Goes goes_on) {
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (goes_on(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace emu

namespace thrust {

template <class Policy, class Iterator, class Less = thrust::less<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON void stable_sort(const Policy& policy, Iterator first, Iterator last,
                                Less less = {}) {
  using Value = emu::ValueOf<Iterator>;
  auto in = emu::unwrap(first);
  const std::size_t count = emu::size_of(first, last);
  if constexpr (emu::kInGrids<Policy>) {
    if (!emu::on_device()) {
      emu::run_grids(policy, "thrust::sort", emu::here(), [=](emu::Grids& grids) {
        emu::sort_keys_in_grids<Value>(grids, in, in, count, less);
      });
      return;
    }
  }
  emu::sort_in_thread(in, count, static_cast<const Value*>(nullptr), less);
}
EMU_WITHOUT_POLICY(stable_sort)

template <class Policy, class Iterator, class Less = thrust::less<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON void sort(const Policy& policy, Iterator first, Iterator last, Less less = {}) {
  thrust::stable_sort(policy, first, last, less);
}
EMU_WITHOUT_POLICY(sort)

template <class Policy, class Keys, class Values, class Less = thrust::less<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON void stable_sort_by_key(const Policy& policy, Keys first, Keys last, Values values,
                                       Less less = {}) {
  using Key = emu::ValueOf<Keys>;
  using Value = emu::ValueOf<Values>;
  auto keys = emu::unwrap(first);
  auto in = emu::unwrap(values);
  const std::size_t count = emu::size_of(first, last);
  if constexpr (emu::kInGrids<Policy>) {
    if (!emu::on_device()) {
      emu::run_grids(policy, "thrust::sort_by_key", emu::here(), [=](emu::Grids& grids) {
        emu::sort_pairs_in_grids<Key, Value>(grids, keys, in, keys, in, count, less);
      });
      return;
    }
  }
  using Pairs = std::tuple<emu::Unwrapped<Keys>, emu::Unwrapped<Values>>;
  emu::sort_in_thread(thrust::zip_iterator<Pairs>(Pairs(keys, in)), count,
                      static_cast<const std::tuple<Key, Value>*>(nullptr),
                      [=](const auto& a, const auto& b)
                          EMU_MUTABLE -> bool { return less(std::get<0>(a), std::get<0>(b)); });
}
EMU_WITHOUT_POLICY(stable_sort_by_key)

template <class Policy, class Keys, class Values, class Less = thrust::less<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON void sort_by_key(const Policy& policy, Keys first, Keys last, Values values,
                                Less less = {}) {
  thrust::stable_sort_by_key(policy, first, last, values, less);
}
EMU_WITHOUT_POLICY(sort_by_key)

template <class Policy, class First, class Second, class Output, class Less = thrust::less<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output merge(const Policy& policy, First first, First last, Second second,
                            Second second_last, Output result, Less less = {}) {
  const auto a = emu::unwrap(first);
  const auto b = emu::unwrap(second);
  auto out = emu::unwrap(result);
  const std::size_t a_size = emu::size_of(first, last), b_size = emu::size_of(second, second_last);
  auto put = [=](std::size_t to, bool of_a, std::size_t i) EMU_MUTABLE {
    if (of_a)
      out[to] = a[i];
    else
      out[to] = b[i];
  };
  const Output end = result + static_cast<std::ptrdiff_t>(a_size + b_size);
  if constexpr (emu::kInGrids<Policy>) {
    if (!emu::on_device()) {
      emu::run_grids(policy, "thrust::merge", emu::here(), [=](emu::Grids& grids) {
        emu::merge_in_grids(grids, a, a_size, b, b_size, less, put);
      });
      return end;
    }
  }
  emu::merge_part(a, a_size, b, b_size, 0, a_size + b_size, less, put);
  return end;
}
EMU_WITHOUT_POLICY(merge)

// The searches for one value have four arguments and no more, those for many have six.
#define EMU_BOUND(name, goes_on)                                                                 \
  template <class Policy, class Input, class Value, class Less = thrust::less<>,                 \
            emu::IfPolicy<Policy> = 0>                                                           \
  EMU_PASSING_ON Input name(const Policy& policy, Input first, Input last, const Value& value,   \
                            Less less = {}) {                                                    \
    const auto in = emu::unwrap(first);                                                          \
    const std::size_t count = emu::size_of(first, last);                                         \
    auto find = [=](std::size_t) EMU_MUTABLE {                                                   \
      return emu::halved(count, [&](std::size_t i) EMU_INLINED -> bool { return goes_on; });     \
    };                                                                                           \
    const std::size_t at = emu::reduced(policy, "thrust::" #name, emu::Computed{find}, 1,        \
                                        std::size_t{0}, emu::types::Sum());                      \
    return first + static_cast<std::ptrdiff_t>(at);                                              \
  }                                                                                              \
  template <                                                                                     \
      class Policy, class Input, class Values, class Output, class Less = thrust::less<>,        \
      emu::IfPolicy<Policy> = 0,                                                                 \
      std::enable_if_t<emu::kIsIterator<Output> && std::is_same_v<Values, std::decay_t<Values>>, \
                       int> = 0>                                                                 \
  EMU_PASSING_ON Output name(const Policy& policy, Input first, Input last, Values values,       \
                             Values values_last, Output result, Less less = {}) {                \
    const auto in = emu::unwrap(first);                                                          \
    const auto wanted = emu::unwrap(values);                                                     \
    auto out = emu::unwrap(result);                                                              \
    const std::size_t count = emu::size_of(first, last),                                         \
                      searches = emu::size_of(values, values_last);                              \
    emu::for_indices(policy, "thrust::" #name, searches, [=](std::size_t n) EMU_MUTABLE {        \
      const emu::ValueOf<Values> value = wanted[n];                                              \
      out[n] = static_cast<emu::ValueOf<Output>>(                                                \
          emu::halved(count, [&](std::size_t i) EMU_INLINED -> bool { return goes_on; }));       \
    });                                                                                          \
    return result + static_cast<std::ptrdiff_t>(searches);                                       \
  }                                                                                              \
  EMU_WITHOUT_POLICY(name)
EMU_BOUND(lower_bound, less(in[i], value))
EMU_BOUND(upper_bound, !less(value, in[i]))
#undef EMU_BOUND

template <class Policy, class Input, class Value, class Less = thrust::less<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON std::pair<Input, Input> equal_range(const Policy& policy, Input first, Input last,
                                                   const Value& value, Less less = {}) {
  return {thrust::lower_bound(policy, first, last, value, less),
          thrust::upper_bound(policy, first, last, value, less)};
}
EMU_WITHOUT_POLICY(equal_range)

template <class Policy, class Input, class Value, class Less = thrust::less<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON bool binary_search(const Policy& policy, Input first, Input last, const Value& value,
                                  Less less = {}) {
  const auto range = thrust::equal_range(policy, first, last, value, less);
  return range.first != range.second;
}
template <class Policy, class Input, class Values, class Output, class Less = thrust::less<>,
          emu::IfPolicy<Policy> = 0, std::enable_if_t<emu::kIsIterator<Output>, int> = 0>
EMU_PASSING_ON Output binary_search(const Policy& policy, Input first, Input last, Values values,
                                    Values values_last, Output result, Less less = {}) {
  const auto in = emu::unwrap(first);
  const auto wanted = emu::unwrap(values);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last), searches = emu::size_of(values, values_last);
  emu::for_indices(policy, "thrust::binary_search", searches, [=](std::size_t n) EMU_MUTABLE {
    const emu::ValueOf<Values> value = wanted[n];
    const std::size_t at =
        emu::halved(count, [&](std::size_t i) EMU_INLINED -> bool { return less(in[i], value); });
    out[n] = at < count && !less(value, in[at]);
  });
  return result + static_cast<std::ptrdiff_t>(searches);
}
EMU_WITHOUT_POLICY(binary_search)

}  // namespace thrust

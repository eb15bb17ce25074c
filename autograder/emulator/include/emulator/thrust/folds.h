// Thrust's reductions and what is made of them: sums, counts, extremes, searches for the first
// element with a property.
#pragma once

#include "emulator/grids/selections.h"
#include "emulator/thrust/each.h"

namespace emu {

/// `operation` over the start and in[0] … in[count - 1].
template <class Policy, class Input, class Value, class Operation>
EMU_PASSING_ON Value reduced(const Policy& policy, const char* name, Input in, std::size_t count,
                             Value start, Operation operation) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device())
      return run_grids_for<Value>(policy, name, here(), [=](Grids& grids, Value* result) {
        reduce_in_grids(grids, in, count, operation, Start<Value>{true, start}, result);
      });
  }
  Value sum = start;
  for (std::size_t i = 0; i < count; ++i) sum = static_cast<Value>(operation(sum, in[i]));
  return sum;
}

namespace types {

struct Smaller {
  EMU_INLINED std::size_t operator()(std::size_t a, std::size_t b) const { return b < a ? b : a; }
};

/// Of two indices that of the element which comes first; equal ones: the smaller index.
template <class Input, class Before>
struct EarlierElement {
  Input in;
  Before before;
  EMU_INLINED std::size_t operator()(std::size_t a, std::size_t b) {
    if (before(in[b], in[a])) return b;
    if (before(in[a], in[b])) return a;
    return b < a ? b : a;
  }
};

struct Indices {
  EMU_INLINED std::size_t operator[](std::size_t i) const { return i; }
};

template <class Less>
struct Swapped {
  Less less;
  template <class First, class Second>
  EMU_INLINED bool operator()(First&& a, Second&& b) {
    return less(std::forward<Second>(b), std::forward<First>(a));
  }
};

}  // namespace types

/// `put(run, begin, end)` for each run that `is_head(i)` begins. How many there are.
template <class Policy, class Head, class Put>
EMU_PASSING_ON std::size_t for_runs(const Policy& policy, const char* name, std::size_t count,
                                    Head is_head, Put put) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device())
      return run_grids_for<std::size_t>(policy, name, here(),
                                        [=](Grids& grids, std::size_t* result) {
                                          runs_in_grids(grids, count, is_head, put, result);
                                        });
  }
  std::size_t runs = 0;
  for (std::size_t begin = 0; begin < count; ++runs) {
    std::size_t end = begin + 1;
    while (end < count && !is_head(end)) ++end;
    put(runs, begin, end);
    begin = end;
  }
  return runs;
}

/// The first index below `count` for which `has(i)`, or `count`.
template <class Policy, class Has>
EMU_PASSING_ON std::size_t first_index(const Policy& policy, const char* name, std::size_t count,
                                       Has has) {
  return reduced(policy, name,
                 Computed{[=](std::size_t i) EMU_MUTABLE { return has(i) ? i : count; }}, count,
                 count, types::Smaller());
}

}  // namespace emu

namespace thrust {

template <class Policy, class Input, class Value = emu::ValueOf<Input>,
          class Operation = thrust::plus<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Value reduce(const Policy& policy, Input first, Input last, Value start = Value{},
                            Operation operation = {}) {
  return emu::reduced(policy, "thrust::reduce", emu::unwrap(first), emu::size_of(first, last),
                      start, operation);
}
EMU_WITHOUT_POLICY(reduce)

EMU_WITH_POLICY(class Input, class Function, class Value, class Operation)
Value transform_reduce(const Policy& policy, Input first, Input last, Function function,
                       Value start, Operation operation) {
  const auto in = emu::unwrap(first);
  return emu::reduced(policy, "thrust::transform_reduce",
                      emu::Computed{[=](std::size_t i) EMU_MUTABLE { return function(in[i]); }},
                      emu::size_of(first, last), start, operation);
}
EMU_WITHOUT_POLICY(transform_reduce)

template <class Policy, class First, class Second, class Value, class Sum = thrust::plus<>,
          class Product = thrust::multiplies<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Value inner_product(const Policy& policy, First first, First last, Second second,
                                   Value start, Sum sum = {}, Product product = {}) {
  const auto a = emu::unwrap(first);
  const auto b = emu::unwrap(second);
  return emu::reduced(policy, "thrust::inner_product",
                      emu::Computed{[=](std::size_t i) EMU_MUTABLE { return product(a[i], b[i]); }},
                      emu::size_of(first, last), start, sum);
}
EMU_WITHOUT_POLICY(inner_product)

EMU_WITH_POLICY(class Input, class Predicate)
std::ptrdiff_t count_if(const Policy& policy, Input first, Input last, Predicate predicate) {
  const auto in = emu::unwrap(first);
  return emu::reduced(policy, "thrust::count_if", emu::Computed{[=](std::size_t i) EMU_MUTABLE {
                        return static_cast<std::ptrdiff_t>(predicate(in[i]) ? 1 : 0);
                      }},
                      emu::size_of(first, last), std::ptrdiff_t{0}, thrust::plus<>());
}
EMU_WITHOUT_POLICY(count_if)

EMU_WITH_POLICY(class Input, class Value)
std::ptrdiff_t count(const Policy& policy, Input first, Input last, const Value& value) {
  return thrust::count_if(policy, first, last, emu::IsEqualTo<Value>{value});
}
EMU_WITHOUT_POLICY(count)

template <class Policy, class Input, class Less = thrust::less<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Input min_element(const Policy& policy, Input first, Input last, Less less = {}) {
  if (first == last) return last;
  using In = emu::Unwrapped<Input>;
  const std::size_t at =
      emu::reduced(policy, "thrust::min_element", emu::types::Indices(), emu::size_of(first, last),
                   std::size_t{0}, emu::types::EarlierElement<In, Less>{emu::unwrap(first), less});
  return first + static_cast<std::ptrdiff_t>(at);
}
EMU_WITHOUT_POLICY(min_element)

template <class Policy, class Input, class Less = thrust::less<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Input max_element(const Policy& policy, Input first, Input last, Less less = {}) {
  return thrust::min_element(policy, first, last, emu::types::Swapped<Less>{less});
}
EMU_WITHOUT_POLICY(max_element)

template <class Policy, class Input, class Less = thrust::less<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON std::pair<Input, Input> minmax_element(const Policy& policy, Input first, Input last,
                                                      Less less = {}) {
  return {thrust::min_element(policy, first, last, less),
          thrust::max_element(policy, first, last, less)};
}
EMU_WITHOUT_POLICY(minmax_element)

EMU_WITH_POLICY(class Input, class Predicate)
Input find_if(const Policy& policy, Input first, Input last, Predicate predicate) {
  const auto in = emu::unwrap(first);
  const std::size_t at =
      emu::first_index(policy, "thrust::find_if", emu::size_of(first, last),
                       [=](std::size_t i) EMU_MUTABLE { return predicate(in[i]); });
  return first + static_cast<std::ptrdiff_t>(at);
}
EMU_WITHOUT_POLICY(find_if)

EMU_WITH_POLICY(class Input, class Predicate)
Input find_if_not(const Policy& policy, Input first, Input last, Predicate predicate) {
  return thrust::find_if(policy, first, last, emu::Negated<Predicate>{predicate});
}
EMU_WITHOUT_POLICY(find_if_not)

EMU_WITH_POLICY(class Input, class Value)
Input find(const Policy& policy, Input first, Input last, const Value& value) {
  return thrust::find_if(policy, first, last, emu::IsEqualTo<Value>{value});
}
EMU_WITHOUT_POLICY(find)

EMU_WITH_POLICY(class Input, class Predicate)
bool any_of(const Policy& policy, Input first, Input last, Predicate predicate) {
  return thrust::find_if(policy, first, last, predicate) != last;
}
EMU_WITHOUT_POLICY(any_of)

EMU_WITH_POLICY(class Input, class Predicate)
bool none_of(const Policy& policy, Input first, Input last, Predicate predicate) {
  return thrust::find_if(policy, first, last, predicate) == last;
}
EMU_WITHOUT_POLICY(none_of)

EMU_WITH_POLICY(class Input, class Predicate)
bool all_of(const Policy& policy, Input first, Input last, Predicate predicate) {
  return thrust::find_if_not(policy, first, last, predicate) == last;
}
EMU_WITHOUT_POLICY(all_of)

template <class Policy, class First, class Second, class Same = thrust::equal_to<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON std::pair<First, Second> mismatch(const Policy& policy, First first, First last,
                                                 Second second, Same same = {}) {
  const auto a = emu::unwrap(first);
  const auto b = emu::unwrap(second);
  const auto at = static_cast<std::ptrdiff_t>(
      emu::first_index(policy, "thrust::mismatch", emu::size_of(first, last),
                       [=](std::size_t i) EMU_MUTABLE { return !same(a[i], b[i]); }));
  return {first + at, second + at};
}
EMU_WITHOUT_POLICY(mismatch)

template <class Policy, class First, class Second, class Same = thrust::equal_to<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON bool equal(const Policy& policy, First first, First last, Second second,
                          Same same = {}) {
  return thrust::mismatch(policy, first, last, second, same).first == last;
}
EMU_WITHOUT_POLICY(equal)

template <class Policy, class Input, class Less = thrust::less<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Input is_sorted_until(const Policy& policy, Input first, Input last,
                                     Less less = {}) {
  const auto in = emu::unwrap(first);
  const std::size_t at =
      emu::first_index(policy, "thrust::is_sorted_until", emu::size_of(first, last),
                       [=](std::size_t i) EMU_MUTABLE { return i > 0 && less(in[i], in[i - 1]); });
  return first + static_cast<std::ptrdiff_t>(at);
}
EMU_WITHOUT_POLICY(is_sorted_until)

template <class Policy, class Input, class Less = thrust::less<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON bool is_sorted(const Policy& policy, Input first, Input last, Less less = {}) {
  return thrust::is_sorted_until(policy, first, last, less) == last;
}
EMU_WITHOUT_POLICY(is_sorted)

/// Keys and the reductions of their values, one for each run of equal keys.
template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut,
          class Same = thrust::equal_to<>, class Operation = thrust::plus<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON std::pair<KeysOut, ValuesOut> reduce_by_key(const Policy& policy, Keys first,
                                                           Keys last, Values values,
                                                           KeysOut keys_result,
                                                           ValuesOut values_result, Same same = {},
                                                           Operation operation = {}) {
  using Value = emu::ValueOf<Values>;
  const auto keys = emu::unwrap(first);
  const auto in = emu::unwrap(values);
  auto keys_out = emu::unwrap(keys_result);
  auto out = emu::unwrap(values_result);
  const std::size_t count = emu::size_of(first, last);
  auto is_head = [=](std::size_t i) EMU_MUTABLE { return i == 0 || !same(keys[i - 1], keys[i]); };
  auto put = [=](std::size_t run, std::size_t begin, std::size_t end) EMU_MUTABLE {
    Value sum = static_cast<Value>(in[begin]);
    for (std::size_t i = begin + 1; i < end; ++i) sum = static_cast<Value>(operation(sum, in[i]));
    keys_out[run] = keys[begin];
    out[run] = sum;
  };
  const auto runs = static_cast<std::ptrdiff_t>(
      emu::for_runs(policy, "thrust::reduce_by_key", count, is_head, put));
  return {keys_result + runs, values_result + runs};
}
EMU_WITHOUT_POLICY(reduce_by_key)

}  // namespace thrust

// Thrust's selections: copies of some elements, removal, unique elements, partitions.
#pragma once

#include "emulator/thrust/copy.h"
#include "emulator/thrust/folds.h"

namespace emu {

/// Calls `put(from, to)` for each i that `keep(i)` keeps, and returns their number.
template <class Policy, class Keep, class Put>
EMU_PASSING_ON std::size_t selected(const Policy& policy, const char* name, std::size_t count,
                                    Keep keep, Put put) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device())
      return run_grids_for<std::size_t>(policy, name, here(),
                                        [=](Grids& grids, std::size_t* result) {
                                          select_in_grids(grids, count, keep, put, result);
                                        });
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (keep(i)) put(i, kept++);
  return kept;
}

/// The same where elements move within their own memory: in grids through other memory.
template <class Policy, class Keep, class Value, class Elements>
EMU_PASSING_ON std::size_t selected_in_place(const Policy& policy, const char* name,
                                             std::size_t count, Keep keep, const Value*,
                                             Elements elements) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device())
      return run_grids_for<std::size_t>(
          policy, name, here(), [=](Grids& grids, std::size_t* result) {
            Value* const moved = grids.take<Value>(count);
            select_in_grids(
                grids, count, keep,
                [=](std::size_t from, std::size_t to)
                    EMU_MUTABLE { ::new (&moved[to]) Value(elements[from]); },
                result);
            grids.each(count, [=](std::size_t i) EMU_MUTABLE {
              if (i < *result) elements[i] = moved[i];
            });
          });
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!keep(i)) continue;
    if (kept != i) elements[kept] = Value(elements[i]);
    ++kept;
  }
  return kept;
}

/// Moves what `keep(i)` keeps to the front; both parts stay in their order. The size of the first.
template <class Policy, class Keep, class Value, class Elements>
EMU_PASSING_ON std::size_t partitioned(const Policy& policy, const char* name, std::size_t count,
                                       Keep keep, const Value*, Elements elements) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device())
      return run_grids_for<std::size_t>(
          policy, name, here(), [=](Grids& grids, std::size_t* result) {
            Value* const moved = grids.take<Value>(count);
            partition_in_grids(
                grids, count, keep,
                [=](std::size_t from, std::size_t to)
                    EMU_MUTABLE { ::new (&moved[to]) Value(elements[from]); },
                result);
            grids.each(count, [=](std::size_t i) EMU_MUTABLE { elements[i] = moved[i]; });
          });
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!keep(i)) continue;
    const Value value(elements[i]);
    for (std::size_t j = i; j > kept; --j) elements[j] = Value(elements[j - 1]);
    elements[kept++] = value;
  }
  return kept;
}

}  // namespace emu

namespace thrust {

EMU_WITH_POLICY(class Input, class Output, class Predicate)
Output copy_if(const Policy& policy, Input first, Input last, Output result, Predicate predicate) {
  const auto in = emu::unwrap(first);
  auto out = emu::unwrap(result);
  return result + static_cast<std::ptrdiff_t>(emu::selected(
                      policy, "thrust::copy_if", emu::size_of(first, last),
                      [=](std::size_t i) EMU_MUTABLE -> bool { return predicate(in[i]); },
                      [=](std::size_t from, std::size_t to) EMU_MUTABLE { out[to] = in[from]; }));
}
EMU_WITH_POLICY(class Input, class Stencil, class Output, class Predicate)
Output copy_if(const Policy& policy, Input first, Input last, Stencil stencil, Output result,
               Predicate predicate) {
  const auto in = emu::unwrap(first);
  const auto flags = emu::unwrap(stencil);
  auto out = emu::unwrap(result);
  return result + static_cast<std::ptrdiff_t>(emu::selected(
                      policy, "thrust::copy_if", emu::size_of(first, last),
                      [=](std::size_t i) EMU_MUTABLE -> bool { return predicate(flags[i]); },
                      [=](std::size_t from, std::size_t to) EMU_MUTABLE { out[to] = in[from]; }));
}
EMU_WITHOUT_POLICY(copy_if)

EMU_WITH_POLICY(class Input, class Output, class Predicate)
Output remove_copy_if(const Policy& policy, Input first, Input last, Output result,
                      Predicate predicate) {
  return thrust::copy_if(policy, first, last, result, emu::Negated<Predicate>{predicate});
}
EMU_WITHOUT_POLICY(remove_copy_if)

EMU_WITH_POLICY(class Input, class Output, class Value)
Output remove_copy(const Policy& policy, Input first, Input last, Output result,
                   const Value& value) {
  return thrust::remove_copy_if(policy, first, last, result, emu::IsEqualTo<Value>{value});
}
EMU_WITHOUT_POLICY(remove_copy)

EMU_WITH_POLICY(class Iterator, class Predicate)
Iterator remove_if(const Policy& policy, Iterator first, Iterator last, Predicate predicate) {
  const auto in = emu::unwrap(first);
  return first + static_cast<std::ptrdiff_t>(emu::selected_in_place(
                     policy, "thrust::remove_if", emu::size_of(first, last),
                     [=](std::size_t i) EMU_MUTABLE -> bool { return !predicate(in[i]); },
                     static_cast<const emu::ValueOf<Iterator>*>(nullptr), in));
}
EMU_WITH_POLICY(class Iterator, class Stencil, class Predicate)
Iterator remove_if(const Policy& policy, Iterator first, Iterator last, Stencil stencil,
                   Predicate predicate) {
  const auto flags = emu::unwrap(stencil);
  return first + static_cast<std::ptrdiff_t>(emu::selected_in_place(
                     policy, "thrust::remove_if", emu::size_of(first, last),
                     [=](std::size_t i) EMU_MUTABLE -> bool { return !predicate(flags[i]); },
                     static_cast<const emu::ValueOf<Iterator>*>(nullptr), emu::unwrap(first)));
}
EMU_WITHOUT_POLICY(remove_if)

EMU_WITH_POLICY(class Iterator, class Value)
Iterator remove(const Policy& policy, Iterator first, Iterator last, const Value& value) {
  return thrust::remove_if(policy, first, last, emu::IsEqualTo<Value>{value});
}
EMU_WITHOUT_POLICY(remove)

template <class Policy, class Input, class Output, class Same = thrust::equal_to<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output unique_copy(const Policy& policy, Input first, Input last, Output result,
                                  Same same = {}) {
  const auto in = emu::unwrap(first);
  auto out = emu::unwrap(result);
  return result +
         static_cast<std::ptrdiff_t>(emu::selected(
             policy, "thrust::unique_copy", emu::size_of(first, last),
             [=](std::size_t i) EMU_MUTABLE -> bool { return i == 0 || !same(in[i - 1], in[i]); },
             [=](std::size_t from, std::size_t to) EMU_MUTABLE { out[to] = in[from]; }));
}
EMU_WITHOUT_POLICY(unique_copy)

/// In the calling thread: the last element that stays is what the next is compared with.
template <class Policy, class Iterator, class Same = thrust::equal_to<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Iterator unique(const Policy& policy, Iterator first, Iterator last,
                               Same same = {}) {
  auto in = emu::unwrap(first);
  using Value = emu::ValueOf<Iterator>;
  const std::size_t count = emu::size_of(first, last);
  if (emu::launches<Policy>())
    return first +
           static_cast<std::ptrdiff_t>(emu::selected_in_place(
               policy, "thrust::unique", count,
               [=](std::size_t i) EMU_MUTABLE -> bool { return i == 0 || !same(in[i - 1], in[i]); },
               static_cast<const Value*>(nullptr), in));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (i == 0 || !same(in[kept - 1], in[i])) in[kept++] = Value(in[i]);
  return first + static_cast<std::ptrdiff_t>(kept);
}
EMU_WITHOUT_POLICY(unique)

template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut,
          class Same = thrust::equal_to<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON std::pair<KeysOut, ValuesOut> unique_by_key_copy(const Policy& policy, Keys first,
                                                                Keys last, Values values,
                                                                KeysOut keys_result,
                                                                ValuesOut values_result,
                                                                Same same = {}) {
  const auto keys = emu::unwrap(first);
  const auto in = emu::unwrap(values);
  auto keys_out = emu::unwrap(keys_result);
  auto out = emu::unwrap(values_result);
  const auto kept = static_cast<std::ptrdiff_t>(emu::selected(
      policy, "thrust::unique_by_key_copy", emu::size_of(first, last),
      [=](std::size_t i) EMU_MUTABLE -> bool { return i == 0 || !same(keys[i - 1], keys[i]); },
      [=](std::size_t from, std::size_t to) EMU_MUTABLE {
        keys_out[to] = keys[from];
        out[to] = in[from];
      }));
  return {keys_result + kept, values_result + kept};
}
EMU_WITHOUT_POLICY(unique_by_key_copy)

template <class Policy, class Keys, class Values, class Same = thrust::equal_to<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON std::pair<Keys, Values> unique_by_key(const Policy& policy, Keys first, Keys last,
                                                     Values values, Same same = {}) {
  using First = std::tuple<Keys, Values>;
  const thrust::zip_iterator<First> pairs(First(first, values)),
      end(First(last, values + (last - first)));
  const auto kept =
      thrust::unique(policy, pairs, end, [=](const auto& a, const auto& b) EMU_MUTABLE -> bool {
        return same(std::get<0>(a), std::get<0>(b));
      });
  return {first + (kept - pairs), values + (kept - pairs)};
}
EMU_WITHOUT_POLICY(unique_by_key)

EMU_WITH_POLICY(class Iterator, class Predicate)
Iterator stable_partition(const Policy& policy, Iterator first, Iterator last,
                          Predicate predicate) {
  const auto in = emu::unwrap(first);
  return first + static_cast<std::ptrdiff_t>(emu::partitioned(
                     policy, "thrust::partition", emu::size_of(first, last),
                     [=](std::size_t i) EMU_MUTABLE -> bool { return predicate(in[i]); },
                     static_cast<const emu::ValueOf<Iterator>*>(nullptr), in));
}
EMU_WITHOUT_POLICY(stable_partition)

EMU_WITH_POLICY(class Iterator, class Predicate)
Iterator partition(const Policy& policy, Iterator first, Iterator last, Predicate predicate) {
  return thrust::stable_partition(policy, first, last, predicate);
}
EMU_WITHOUT_POLICY(partition)

EMU_WITH_POLICY(class Input, class True, class False, class Predicate)
std::pair<True, False> partition_copy(const Policy& policy, Input first, Input last, True kept,
                                      False others, Predicate predicate) {
  return {thrust::copy_if(policy, first, last, kept, predicate),
          thrust::remove_copy_if(policy, first, last, others, predicate)};
}
EMU_WITHOUT_POLICY(partition_copy)

EMU_WITH_POLICY(class Input, class Predicate)
bool is_partitioned(const Policy& policy, Input first, Input last, Predicate predicate) {
  const auto end = thrust::find_if_not(policy, first, last, predicate);
  return thrust::none_of(policy, end, last, predicate);
}
EMU_WITHOUT_POLICY(is_partitioned)

}  // namespace thrust

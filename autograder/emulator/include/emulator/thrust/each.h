// Thrust's algorithms in which each element is on its own.
#pragma once

#include "emulator/thrust/functional.h"
#include "emulator/thrust/run.h"

namespace thrust {

EMU_WITH_POLICY(class Iterator, class Function)
Iterator for_each(const Policy& policy, Iterator first, Iterator last, Function function) {
  const auto in = emu::unwrap(first);
  emu::for_indices(policy, "thrust::for_each", emu::size_of(first, last),
                   [=](std::size_t i) EMU_MUTABLE { function(in[i]); });
  return last;
}
EMU_WITHOUT_POLICY(for_each)

EMU_WITH_POLICY(class Iterator, class Size, class Function)
Iterator for_each_n(const Policy& policy, Iterator first, Size count, Function function) {
  return thrust::for_each(policy, first, first + count, function);
}
EMU_WITHOUT_POLICY(for_each_n)

EMU_WITH_POLICY(class Input, class Output, class Function)
Output transform(const Policy& policy, Input first, Input last, Output result, Function function) {
  const auto in = emu::unwrap(first);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::transform", count,
                   [=](std::size_t i) EMU_MUTABLE { out[i] = function(in[i]); });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITH_POLICY(class First, class Second, class Output, class Function)
Output transform(const Policy& policy, First first, First last, Second second, Output result,
                 Function function) {
  const auto a = emu::unwrap(first);
  const auto b = emu::unwrap(second);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::transform", count,
                   [=](std::size_t i) EMU_MUTABLE { out[i] = function(a[i], b[i]); });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(transform)

EMU_WITH_POLICY(class Input, class Output, class Function, class Predicate)
Output transform_if(const Policy& policy, Input first, Input last, Output result, Function function,
                    Predicate predicate) {
  const auto in = emu::unwrap(first);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::transform_if", count, [=](std::size_t i) EMU_MUTABLE {
    if (predicate(in[i])) out[i] = function(in[i]);
  });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITH_POLICY(class Input, class Stencil, class Output, class Function, class Predicate)
Output transform_if(const Policy& policy, Input first, Input last, Stencil stencil, Output result,
                    Function function, Predicate predicate) {
  const auto in = emu::unwrap(first);
  const auto flags = emu::unwrap(stencil);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::transform_if", count, [=](std::size_t i) EMU_MUTABLE {
    if (predicate(flags[i])) out[i] = function(in[i]);
  });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(transform_if)

EMU_WITH_POLICY(class Iterator, class Value)
void fill(const Policy& policy, Iterator first, Iterator last, const Value& value) {
  auto out = emu::unwrap(first);
  emu::for_indices(policy, "thrust::fill", emu::size_of(first, last),
                   [=](std::size_t i) EMU_MUTABLE { out[i] = value; });
}
EMU_WITHOUT_POLICY(fill)

EMU_WITH_POLICY(class Iterator, class Size, class Value)
Iterator fill_n(const Policy& policy, Iterator first, Size count, const Value& value) {
  thrust::fill(policy, first, first + count, value);
  return first + count;
}
EMU_WITHOUT_POLICY(fill_n)

EMU_WITH_POLICY(class Iterator, class Generator)
void generate(const Policy& policy, Iterator first, Iterator last, Generator generator) {
  auto out = emu::unwrap(first);
  emu::for_indices(policy, "thrust::generate", emu::size_of(first, last),
                   [=](std::size_t i) EMU_MUTABLE { out[i] = generator(); });
}
EMU_WITHOUT_POLICY(generate)

EMU_WITH_POLICY(class Iterator, class Size, class Generator)
Iterator generate_n(const Policy& policy, Iterator first, Size count, Generator generator) {
  thrust::generate(policy, first, first + count, generator);
  return first + count;
}
EMU_WITHOUT_POLICY(generate_n)

EMU_WITH_POLICY(class Iterator, class Function)
void tabulate(const Policy& policy, Iterator first, Iterator last, Function function) {
  using Index = typename std::iterator_traits<Iterator>::difference_type;
  auto out = emu::unwrap(first);
  emu::for_indices(policy, "thrust::tabulate", emu::size_of(first, last),
                   [=](std::size_t i) EMU_MUTABLE { out[i] = function(static_cast<Index>(i)); });
}
EMU_WITHOUT_POLICY(tabulate)

template <class Policy, class Iterator, class Value = emu::ValueOf<Iterator>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON void sequence(const Policy& policy, Iterator first, Iterator last, Value start = 0,
                             Value step = 1) {
  auto out = emu::unwrap(first);
  emu::for_indices(
      policy, "thrust::sequence", emu::size_of(first, last), [=](std::size_t i) EMU_MUTABLE {
        out[i] = static_cast<emu::ValueOf<Iterator>>(start + step * static_cast<Value>(i));
      });
}
EMU_WITHOUT_POLICY(sequence)

EMU_WITH_POLICY(class Indices, class Input, class Output)
Output gather(const Policy& policy, Indices first, Indices last, Input source, Output result) {
  const auto map = emu::unwrap(first);
  const auto in = emu::unwrap(source);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::gather", count, [=](std::size_t i) EMU_MUTABLE {
    out[i] = in[static_cast<std::ptrdiff_t>(map[i])];
  });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(gather)

template <class Policy, class Indices, class Stencil, class Input, class Output,
          class Predicate = emu::IsTrue, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output gather_if(const Policy& policy, Indices first, Indices last, Stencil stencil,
                                Input source, Output result, Predicate predicate = {}) {
  const auto map = emu::unwrap(first);
  const auto flags = emu::unwrap(stencil);
  const auto in = emu::unwrap(source);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::gather_if", count, [=](std::size_t i) EMU_MUTABLE {
    if (predicate(flags[i])) out[i] = in[static_cast<std::ptrdiff_t>(map[i])];
  });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(gather_if)

EMU_WITH_POLICY(class Input, class Indices, class Output)
void scatter(const Policy& policy, Input first, Input last, Indices indices, Output result) {
  const auto in = emu::unwrap(first);
  const auto map = emu::unwrap(indices);
  auto out = emu::unwrap(result);
  emu::for_indices(policy, "thrust::scatter", emu::size_of(first, last),
                   [=](std::size_t i)
                       EMU_MUTABLE { out[static_cast<std::ptrdiff_t>(map[i])] = in[i]; });
}
EMU_WITHOUT_POLICY(scatter)

template <class Policy, class Input, class Indices, class Stencil, class Output,
          class Predicate = emu::IsTrue, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON void scatter_if(const Policy& policy, Input first, Input last, Indices indices,
                               Stencil stencil, Output result, Predicate predicate = {}) {
  const auto in = emu::unwrap(first);
  const auto map = emu::unwrap(indices);
  const auto flags = emu::unwrap(stencil);
  auto out = emu::unwrap(result);
  emu::for_indices(policy, "thrust::scatter_if", emu::size_of(first, last),
                   [=](std::size_t i) EMU_MUTABLE {
                     if (predicate(flags[i])) out[static_cast<std::ptrdiff_t>(map[i])] = in[i];
                   });
}
EMU_WITHOUT_POLICY(scatter_if)

EMU_WITH_POLICY(class Iterator, class Predicate, class Value)
void replace_if(const Policy& policy, Iterator first, Iterator last, Predicate predicate,
                const Value& value) {
  auto out = emu::unwrap(first);
  emu::for_indices(policy, "thrust::replace_if", emu::size_of(first, last),
                   [=](std::size_t i) EMU_MUTABLE {
                     if (predicate(out[i])) out[i] = value;
                   });
}
EMU_WITHOUT_POLICY(replace_if)

EMU_WITH_POLICY(class Iterator, class Value)
void replace(const Policy& policy, Iterator first, Iterator last, const Value& old,
             const Value& value) {
  thrust::replace_if(policy, first, last, emu::IsEqualTo<Value>{old}, value);
}
EMU_WITHOUT_POLICY(replace)

EMU_WITH_POLICY(class Input, class Output, class Predicate, class Value)
Output replace_copy_if(const Policy& policy, Input first, Input last, Output result,
                       Predicate predicate, const Value& value) {
  const auto in = emu::unwrap(first);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::replace_copy_if", count, [=](std::size_t i) EMU_MUTABLE {
    const emu::ValueOf<Input> element = in[i];
    out[i] = predicate(element) ? static_cast<emu::ValueOf<Input>>(value) : element;
  });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(replace_copy_if)

EMU_WITH_POLICY(class Input, class Output, class Value)
Output replace_copy(const Policy& policy, Input first, Input last, Output result, const Value& old,
                    const Value& value) {
  return thrust::replace_copy_if(policy, first, last, result, emu::IsEqualTo<Value>{old}, value);
}
EMU_WITHOUT_POLICY(replace_copy)

EMU_WITH_POLICY(class Iterator)
void reverse(const Policy& policy, Iterator first, Iterator last) {
  auto out = emu::unwrap(first);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::reverse", count / 2, [=](std::size_t i) EMU_MUTABLE {
    const emu::ValueOf<Iterator> front = out[i];
    out[i] = emu::ValueOf<Iterator>(out[count - 1 - i]);
    out[count - 1 - i] = front;
  });
}
EMU_WITHOUT_POLICY(reverse)

EMU_WITH_POLICY(class Input, class Output)
Output reverse_copy(const Policy& policy, Input first, Input last, Output result) {
  const auto in = emu::unwrap(first);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::reverse_copy", count,
                   [=](std::size_t i) EMU_MUTABLE { out[i] = in[count - 1 - i]; });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(reverse_copy)

EMU_WITH_POLICY(class First, class Second)
Second swap_ranges(const Policy& policy, First first, First last, Second second) {
  auto a = emu::unwrap(first);
  auto b = emu::unwrap(second);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::swap_ranges", count, [=](std::size_t i) EMU_MUTABLE {
    const emu::ValueOf<First> before = a[i];
    a[i] = emu::ValueOf<First>(b[i]);
    b[i] = before;
  });
  return second + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(swap_ranges)

/// The result must not be the input: each thread reads its left neighbor, too.
template <class Policy, class Input, class Output, class Function = thrust::minus<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output adjacent_difference(const Policy& policy, Input first, Input last,
                                          Output result, Function function = {}) {
  const auto in = emu::unwrap(first);
  auto out = emu::unwrap(result);
  const std::size_t count = emu::size_of(first, last);
  emu::for_indices(policy, "thrust::adjacent_difference", count, [=](std::size_t i) EMU_MUTABLE {
    const std::size_t at = i;
    if (at == 0)
      out[at] = in[at];
    else
      out[at] = function(in[at], in[at - 1]);
  });
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(adjacent_difference)

template <class Policy, class Iterator, class Value, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON void uninitialized_fill(const Policy& policy, Iterator first, Iterator last,
                                       const Value& value) {
  auto out = emu::unwrap(first);
  emu::for_indices(policy, "thrust::uninitialized_fill", emu::size_of(first, last),
                   [=](std::size_t i) EMU_MUTABLE {
                     ::new (static_cast<void*>(&out[i])) emu::ValueOf<Iterator>(value);
                   });
}
EMU_WITHOUT_POLICY(uninitialized_fill)

}  // namespace thrust

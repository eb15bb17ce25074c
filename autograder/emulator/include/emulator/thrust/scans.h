// Thrust's scans, whole and by key.
#pragma once

#include "emulator/thrust/folds.h"

namespace emu {

template <class Policy, class Input, class Output, class Value, class Operation>
EMU_PASSING_ON void scanned(const Policy& policy, const char* name, Input in, Output out,
                            std::size_t count, Operation operation, Start<Value> start,
                            bool exclusive) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device()) {
      if (count > 0)
        run_grids(policy, name, here(), [=](Grids& grids) {
          scan_in_grids(grids, in, out, count, operation, start, exclusive);
        });
      return;
    }
  }
  bool begun = start.given;
  Value sum = start.value;
  for (std::size_t i = 0; i < count; ++i) {
    const Value value = static_cast<Value>(in[i]), before = sum;
    sum = begun ? static_cast<Value>(operation(sum, value)) : value;
    begun = true;
    out[i] = exclusive ? before : sum;
  }
}

template <class Policy, class Head, class Input, class Output, class Value, class Operation>
EMU_PASSING_ON void scanned_by_key(const Policy& policy, const char* name, Head is_head, Input in,
                                   Output out, std::size_t count, Operation operation,
                                   Start<Value> start, bool exclusive) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device()) {
      if (count > 0)
        run_grids(policy, name, here(), [=](Grids& grids) {
          scan_segments_in_grids(grids, is_head, in, out, count, operation, start, exclusive);
        });
      return;
    }
  }
  Value sum = start.value;
  for (std::size_t i = 0; i < count; ++i) {
    const bool head = is_head(i);
    const Value value = static_cast<Value>(in[i]);
    if (exclusive) {
      if (head) sum = start.value;
      const Value before = sum;
      sum = static_cast<Value>(operation(sum, value));
      out[i] = before;
    } else {
      sum = head ? value : static_cast<Value>(operation(sum, value));
      out[i] = sum;
    }
  }
}

}  // namespace emu

namespace thrust {

template <class Policy, class Input, class Output, class Operation = thrust::plus<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output inclusive_scan(const Policy& policy, Input first, Input last, Output result,
                                     Operation operation = {}) {
  const std::size_t count = emu::size_of(first, last);
  emu::scanned(policy, "thrust::inclusive_scan", emu::unwrap(first), emu::unwrap(result), count,
               operation, emu::Start<emu::ValueOf<Input>>{}, false);
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITH_POLICY(class Input, class Output, class Value, class Operation)
Output inclusive_scan(const Policy& policy, Input first, Input last, Output result, Value start,
                      Operation operation) {
  const std::size_t count = emu::size_of(first, last);
  emu::scanned(policy, "thrust::inclusive_scan", emu::unwrap(first), emu::unwrap(result), count,
               operation, emu::Start<Value>{true, start}, false);
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(inclusive_scan)

template <class Policy, class Input, class Output, class Value = emu::ValueOf<Input>,
          class Operation = thrust::plus<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output exclusive_scan(const Policy& policy, Input first, Input last, Output result,
                                     Value start = Value{}, Operation operation = {}) {
  const std::size_t count = emu::size_of(first, last);
  emu::scanned(policy, "thrust::exclusive_scan", emu::unwrap(first), emu::unwrap(result), count,
               operation, emu::Start<Value>{true, start}, true);
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(exclusive_scan)

EMU_WITH_POLICY(class Input, class Output, class Function, class Operation)
Output transform_inclusive_scan(const Policy& policy, Input first, Input last, Output result,
                                Function function, Operation operation) {
  return thrust::inclusive_scan(policy, thrust::make_transform_iterator(first, function),
                                thrust::make_transform_iterator(last, function), result, operation);
}
EMU_WITHOUT_POLICY(transform_inclusive_scan)

EMU_WITH_POLICY(class Input, class Output, class Function, class Value, class Operation)
Output transform_exclusive_scan(const Policy& policy, Input first, Input last, Output result,
                                Function function, Value start, Operation operation) {
  return thrust::exclusive_scan(policy, thrust::make_transform_iterator(first, function),
                                thrust::make_transform_iterator(last, function), result, start,
                                operation);
}
EMU_WITHOUT_POLICY(transform_exclusive_scan)

template <class Policy, class Keys, class Values, class Output, class Same = thrust::equal_to<>,
          class Operation = thrust::plus<>, emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output inclusive_scan_by_key(const Policy& policy, Keys first, Keys last,
                                            Values values, Output result, Same same = {},
                                            Operation operation = {}) {
  const auto keys = emu::unwrap(first);
  const std::size_t count = emu::size_of(first, last);
  auto is_head = [=](std::size_t i) EMU_MUTABLE { return i == 0 || !same(keys[i - 1], keys[i]); };
  emu::scanned_by_key(policy, "thrust::inclusive_scan_by_key", is_head, emu::unwrap(values),
                      emu::unwrap(result), count, operation, emu::Start<emu::ValueOf<Values>>{},
                      false);
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(inclusive_scan_by_key)

template <class Policy, class Keys, class Values, class Output, class Value = emu::ValueOf<Values>,
          class Same = thrust::equal_to<>, class Operation = thrust::plus<>,
          emu::IfPolicy<Policy> = 0>
EMU_PASSING_ON Output exclusive_scan_by_key(const Policy& policy, Keys first, Keys last,
                                            Values values, Output result, Value start = Value{},
                                            Same same = {}, Operation operation = {}) {
  const auto keys = emu::unwrap(first);
  const std::size_t count = emu::size_of(first, last);
  auto is_head = [=](std::size_t i) EMU_MUTABLE { return i == 0 || !same(keys[i - 1], keys[i]); };
  emu::scanned_by_key(policy, "thrust::exclusive_scan_by_key", is_head, emu::unwrap(values),
                      emu::unwrap(result), count, operation, emu::Start<Value>{true, start}, true);
  return result + static_cast<std::ptrdiff_t>(count);
}
EMU_WITHOUT_POLICY(exclusive_scan_by_key)

}  // namespace thrust

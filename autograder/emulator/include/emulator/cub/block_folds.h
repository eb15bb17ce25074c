// cub::BlockReduce and cub::BlockScan: through shared memory, with the barriers that CUB has, so
// that a barrier which the program lacks between two uses of the memory shows as a race.
#pragma once

#include "emulator/cub/basics.h"
#include "emulator/grids/folds.h"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/// The result is thread 0's; what others get is undefined.
template <class Value, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS,
          int Y = 1, int Z = 1, int Architecture = 0>
class BlockReduce {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>;

 public:
  struct TempStorage {
    Value emulated_values[kThreads];
  };
  BlockReduce() : BlockReduce(emu::own_storage<BlockReduce, TempStorage>()) {}
  explicit BlockReduce(TempStorage& storage) : values_(storage.emulated_values) {}

  template <class Operation>
  EMU_PASSING_ON Value Reduce(Value input, Operation operation) {
    return combine(input, operation, kThreads);
  }
  template <class Operation>
  EMU_PASSING_ON Value Reduce(Value input, Operation operation, int valid) {
    return combine(input, operation, valid);
  }
  template <int Items, class Operation>
  EMU_PASSING_ON Value Reduce(Value (&inputs)[Items], Operation operation) {
    return combine(emu::reduce_items(inputs, operation), operation, kThreads);
  }
  EMU_PASSING_ON Value Sum(Value input) { return Reduce(input, cub::Sum()); }
  EMU_PASSING_ON Value Sum(Value input, int valid) { return Reduce(input, cub::Sum(), valid); }
  template <int Items>
  EMU_PASSING_ON Value Sum(Value (&inputs)[Items]) {
    return Reduce(inputs, cub::Sum());
  }

 private:
  /// The first lane of each warp does so for its warp, then thread 0 for all warps.
  template <class Operation>
  EMU_PASSING_ON Value combine(Value input, Operation& operation, int valid) {
    const int me = emu::my_thread();
    if (me < valid) values_[me] = input;
    __syncthreads();
    if (me % 32 == 0 && me < valid) {
      const int end = me + 32 < valid ? me + 32 : valid;
      for (int i = me + 1; i < end; ++i) input = static_cast<Value>(operation(input, values_[i]));
      values_[me] = input;
    }
    __syncthreads();
    if (me == 0)
      for (int i = 32; i < valid; i += 32) input = static_cast<Value>(operation(input, values_[i]));
    return input;
  }

  Value* values_;
};

template <class Value, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1,
          int Z = 1, int Architecture = 0>
class BlockScan {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>;

 public:
  struct TempStorage {
    Value emulated_values[kThreads];
    Value emulated_prefix;
  };
  BlockScan() : BlockScan(emu::own_storage<BlockScan, TempStorage>()) {}
  explicit BlockScan(TempStorage& storage) : storage_(storage) {}

  template <class Operation>
  EMU_PASSING_ON void InclusiveScan(Value input, Value& output, Operation operation) {
    Value all;
    InclusiveScan(input, output, operation, all);
  }
  template <class Operation>
  EMU_PASSING_ON void InclusiveScan(Value input, Value& output, Operation operation, Value& all) {
    const auto before = prefix(input, operation, all);
    output = before.given ? static_cast<Value>(operation(before.value, input)) : input;
  }
  /// `callback(all)` returns what comes before the block; the first warp calls it.
  template <class Operation, class Callback,
            std::enable_if_t<std::is_invocable_v<Callback&, Value>, int> = 0>
  EMU_PASSING_ON void InclusiveScan(Value input, Value& output, Operation operation,
                                    Callback& callback) {
    Value all;
    auto before = prefix(input, operation, all);
    before = after_block(before, operation, callback, all);
    output = static_cast<Value>(operation(before.value, input));
  }
  template <int Items, class Operation>
  EMU_PASSING_ON void InclusiveScan(Value (&inputs)[Items], Value (&outputs)[Items],
                                    Operation operation) {
    Value all;
    InclusiveScan(inputs, outputs, operation, all);
  }
  template <int Items, class Operation>
  EMU_PASSING_ON void InclusiveScan(Value (&inputs)[Items], Value (&outputs)[Items],
                                    Operation operation, Value& all) {
    scan_items(prefix(emu::reduce_items(inputs, operation), operation, all), inputs, outputs,
               operation, false);
  }

  /// Without a start: what thread 0 gets is undefined.
  template <class Operation>
  EMU_PASSING_ON void ExclusiveScan(Value input, Value& output, Operation operation) {
    Value all;
    output = prefix(input, operation, all).value;
  }
  template <class Operation>
  EMU_PASSING_ON void ExclusiveScan(Value input, Value& output, Value start, Operation operation) {
    Value all;
    ExclusiveScan(input, output, start, operation, all);
  }
  /// The start is no part of `all`.
  template <class Operation>
  EMU_PASSING_ON void ExclusiveScan(Value input, Value& output, Value start, Operation operation,
                                    Value& all) {
    output = from(start, prefix(input, operation, all), operation).value;
  }
  template <class Operation, class Callback,
            std::enable_if_t<std::is_invocable_v<Callback&, Value>, int> = 0>
  EMU_PASSING_ON void ExclusiveScan(Value input, Value& output, Operation operation,
                                    Callback& callback) {
    Value all;
    auto before = prefix(input, operation, all);
    output = after_block(before, operation, callback, all).value;
  }
  template <int Items, class Operation>
  EMU_PASSING_ON void ExclusiveScan(Value (&inputs)[Items], Value (&outputs)[Items], Value start,
                                    Operation operation) {
    Value all;
    ExclusiveScan(inputs, outputs, start, operation, all);
  }
  template <int Items, class Operation>
  EMU_PASSING_ON void ExclusiveScan(Value (&inputs)[Items], Value (&outputs)[Items], Value start,
                                    Operation operation, Value& all) {
    const auto before = prefix(emu::reduce_items(inputs, operation), operation, all);
    scan_items(from(start, before, operation), inputs, outputs, operation, true);
  }

  template <class Output>
  EMU_PASSING_ON void InclusiveSum(Value input, Output& output) {
    InclusiveScan(input, output, cub::Sum());
  }
  EMU_PASSING_ON void InclusiveSum(Value input, Value& output, Value& all) {
    InclusiveScan(input, output, cub::Sum(), all);
  }
  template <class Callback, std::enable_if_t<std::is_invocable_v<Callback&, Value>, int> = 0>
  EMU_PASSING_ON void InclusiveSum(Value input, Value& output, Callback& callback) {
    InclusiveScan(input, output, cub::Sum(), callback);
  }
  template <int Items>
  EMU_PASSING_ON void InclusiveSum(Value (&inputs)[Items], Value (&outputs)[Items]) {
    InclusiveScan(inputs, outputs, cub::Sum());
  }
  template <int Items>
  EMU_PASSING_ON void InclusiveSum(Value (&inputs)[Items], Value (&outputs)[Items], Value& all) {
    InclusiveScan(inputs, outputs, cub::Sum(), all);
  }
  EMU_PASSING_ON void ExclusiveSum(Value input, Value& output) {
    ExclusiveScan(input, output, Value{}, cub::Sum());
  }
  EMU_PASSING_ON void ExclusiveSum(Value input, Value& output, Value& all) {
    ExclusiveScan(input, output, Value{}, cub::Sum(), all);
  }
  template <class Callback, std::enable_if_t<std::is_invocable_v<Callback&, Value>, int> = 0>
  EMU_PASSING_ON void ExclusiveSum(Value input, Value& output, Callback& callback) {
    ExclusiveScan(input, output, cub::Sum(), callback);
  }
  template <int Items>
  EMU_PASSING_ON void ExclusiveSum(Value (&inputs)[Items], Value (&outputs)[Items]) {
    ExclusiveScan(inputs, outputs, Value{}, cub::Sum());
  }
  template <int Items>
  EMU_PASSING_ON void ExclusiveSum(Value (&inputs)[Items], Value (&outputs)[Items], Value& all) {
    ExclusiveScan(inputs, outputs, Value{}, cub::Sum(), all);
  }

 private:
  using Before = emu::Start<Value>;

  /// Over the threads before the calling one; thread 0 has none. `all` is over all threads.
  template <class Operation>
  EMU_PASSING_ON Before prefix(Value input, Operation& operation, Value& all) {
    const int me = emu::my_thread();
    Value* const values = storage_.emulated_values;
    values[me] = input;
    __syncthreads();
    if (me % 32 == 0)
      for (int i = me + 1; i < end_of_warp(me); ++i)
        values[i] = static_cast<Value>(operation(values[i - 1], values[i]));
    __syncthreads();
    Before before;
    for (int first = 0; first < me / 32 * 32; first += 32)
      before = from(before, values[first + 31], operation);
    all = me < 32 ? values[end_of_warp(0) - 1]
                  : static_cast<Value>(operation(before.value, values[end_of_warp(me) - 1]));
    for (int first = me / 32 * 32 + 32; first < kThreads; first += 32)
      all = static_cast<Value>(operation(all, values[end_of_warp(first) - 1]));
    if (me % 32 != 0) before = from(before, values[me - 1], operation);
    return before;
  }

  static constexpr int end_of_warp(int thread) {
    const int end = thread / 32 * 32 + 32;
    return end < kThreads ? end : kThreads;
  }

  template <class Operation>
  EMU_PASSING_ON static Before from(const Before& before, const Value& value,
                                    Operation& operation) {
    return {true, before.given ? static_cast<Value>(operation(before.value, value)) : value};
  }
  template <class Operation>
  EMU_PASSING_ON static Before from(const Value& start, const Before& before,
                                    Operation& operation) {
    return {true, before.given ? static_cast<Value>(operation(start, before.value)) : start};
  }

  template <class Operation, class Callback>
  EMU_PASSING_ON Before after_block(const Before& before, Operation& operation, Callback& callback,
                                    const Value& all) {
    if (emu::my_thread() < 32) {
      const Value start = callback(all);
      if (emu::my_thread() == 0) storage_.emulated_prefix = start;
    }
    __syncthreads();
    return from(static_cast<Value>(storage_.emulated_prefix), before, operation);
  }

  template <int Items, class Operation>
  EMU_PASSING_ON void scan_items(Before sum, Value (&inputs)[Items], Value (&outputs)[Items],
                                 Operation& operation, bool exclusive) {
    for (int i = 0; i < Items; ++i) {
      const Value input = inputs[i];
      const Value before = sum.value;
      sum = from(sum, input, operation);
      outputs[i] = exclusive ? before : sum.value;
    }
  }

  TempStorage& storage_;
};

}  // namespace cub

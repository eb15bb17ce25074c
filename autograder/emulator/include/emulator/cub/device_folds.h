// cub::DeviceReduce, DeviceScan, DeviceSegmentedReduce and DeviceHistogram.
#pragma once

#include <limits>

#include "emulator/cub/device_calls.h"

namespace emu {

namespace types {
/// The elements with their indices.
template <class Input>
struct WithIndices {
  Input in;
  EMU_INLINED auto operator[](std::size_t i) const {
    return cub::KeyValuePair<int, std::decay_t<decltype(in[0])>>{static_cast<int>(i), in[i]};
  }
};
}  // namespace types

}  // namespace emu

namespace cub {

struct DeviceReduce {
  EMU_CUB(class Input, class Output, class Operation, class Value, class Size)
  Reduce(void* memory, std::size_t& bytes, Input in, Output out, Size count, Operation operation,
         Value start, cudaStream_t stream = nullptr) {
    return reduce("cub::DeviceReduce::Reduce", memory, bytes, emu::unwrap(in), emu::unwrap(out),
                  static_cast<std::size_t>(count), operation, emu::Start<Value>{true, start},
                  stream);
  }
  EMU_CUB(class Input, class Output, class Size)
  Sum(void* memory, std::size_t& bytes, Input in, Output out, Size count,
      cudaStream_t stream = nullptr) {
    using Value = emu::ValueOf<Input>;
    return reduce("cub::DeviceReduce::Sum", memory, bytes, emu::unwrap(in), emu::unwrap(out),
                  static_cast<std::size_t>(count), cub::Sum(), emu::Start<Value>{true, Value{}},
                  stream);
  }
  EMU_CUB(class Input, class Output, class Size)
  Min(void* memory, std::size_t& bytes, Input in, Output out, Size count,
      cudaStream_t stream = nullptr) {
    using Value = emu::ValueOf<Input>;
    const Value most = std::numeric_limits<Value>::max();
    return reduce("cub::DeviceReduce::Min", memory, bytes, emu::unwrap(in), emu::unwrap(out),
                  static_cast<std::size_t>(count), cub::Min(), emu::Start<Value>{true, most},
                  stream);
  }
  EMU_CUB(class Input, class Output, class Size)
  Max(void* memory, std::size_t& bytes, Input in, Output out, Size count,
      cudaStream_t stream = nullptr) {
    using Value = emu::ValueOf<Input>;
    const Value least = std::numeric_limits<Value>::lowest();
    return reduce("cub::DeviceReduce::Max", memory, bytes, emu::unwrap(in), emu::unwrap(out),
                  static_cast<std::size_t>(count), cub::Max(), emu::Start<Value>{true, least},
                  stream);
  }
  EMU_CUB(class Input, class Output, class Size, class Operation, class Function, class Value)
  TransformReduce(void* memory, std::size_t& bytes, Input in, Output out, Size count,
                  Operation operation, Function function, Value start,
                  cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    return reduce("cub::DeviceReduce::TransformReduce", memory, bytes,
                  emu::Computed{[=](std::size_t i) EMU_MUTABLE { return function(from[i]); }},
                  emu::unwrap(out), static_cast<std::size_t>(count), operation,
                  emu::Start<Value>{true, start}, stream);
  }
  /// A pair of index and value.
  EMU_CUB(class Input, class Output, class Size)
  ArgMin(void* memory, std::size_t& bytes, Input in, Output out, Size count,
         cudaStream_t stream = nullptr) {
    return extreme("cub::DeviceReduce::ArgMin", memory, bytes, in, emu::unwrap(out), count,
                   cub::ArgMin(), stream);
  }
  EMU_CUB(class Input, class Output, class Size)
  ArgMax(void* memory, std::size_t& bytes, Input in, Output out, Size count,
         cudaStream_t stream = nullptr) {
    return extreme("cub::DeviceReduce::ArgMax", memory, bytes, in, emu::unwrap(out), count,
                   cub::ArgMax(), stream);
  }
  /// The value and the index apart, as in CUB 3.
  EMU_CUB(class Input, class Output, class Index,
          std::enable_if_t<emu::kIsIterator<Index>, int> = 0)
  ArgMin(void* memory, std::size_t& bytes, Input in, Output out, Index index, long long count,
         cudaStream_t stream = nullptr) {
    return extreme("cub::DeviceReduce::ArgMin", memory, bytes, in, split(out, index), count,
                   cub::ArgMin(), stream);
  }
  EMU_CUB(class Input, class Output, class Index,
          std::enable_if_t<emu::kIsIterator<Index>, int> = 0)
  ArgMax(void* memory, std::size_t& bytes, Input in, Output out, Index index, long long count,
         cudaStream_t stream = nullptr) {
    return extreme("cub::DeviceReduce::ArgMax", memory, bytes, in, split(out, index), count,
                   cub::ArgMax(), stream);
  }
  EMU_CUB(class Keys, class KeysOut, class Values, class ValuesOut, class Number, class Operation,
          class Size)
  ReduceByKey(void* memory, std::size_t& bytes, Keys keys, KeysOut keys_out, Values values,
              ValuesOut values_out, Number number, Operation operation, Size count,
              cudaStream_t stream = nullptr) {
    const auto key = emu::unwrap(keys);
    const auto in = emu::unwrap(values);
    auto unique = emu::unwrap(keys_out);
    auto out = emu::unwrap(values_out);
    auto runs = emu::unwrap(number);
    using Value = emu::ValueOf<Values>;
    return EMU_TWO_CALLS("cub::DeviceReduce::ReduceByKey") {
      emu::runs_in_grids(
          grids, static_cast<std::size_t>(count),
          [=](std::size_t i) EMU_INLINED { return i == 0 || !(key[i - 1] == key[i]); },
          [=](std::size_t run, std::size_t begin, std::size_t end) EMU_MUTABLE {
            Value sum = static_cast<Value>(in[begin]);
            for (std::size_t i = begin + 1; i < end; ++i)
              sum = static_cast<Value>(operation(sum, in[i]));
            unique[run] = key[begin];
            out[run] = sum;
          },
          runs);
    });
  }

 private:
  EMU_CUB(class Input, class Output, class Operation, class Value)
  reduce(const char* name, void* memory, std::size_t& bytes, Input in, Output out,
         std::size_t count, Operation operation, emu::Start<Value> start, cudaStream_t stream) {
    return EMU_TWO_CALLS(name) {
      Value* const result = grids.take<Value>(1);
      emu::reduce_in_grids(grids, in, count, operation, start, result);
      emu::store_result(grids, result, out);
    });
  }
  template <class Output, class Index>
  struct Split {
    Output out;
    Index index;
    EMU_INLINED Split& operator*() { return *this; }
    template <class Pair>
    EMU_INLINED void operator=(const Pair& pair) {
      *out = pair.value;
      *index = pair.key;
    }
  };
  template <class Output, class Index>
  static auto split(Output out, Index index) {
    return Split<emu::Unwrapped<Output>, emu::Unwrapped<Index>>{emu::unwrap(out),
                                                                emu::unwrap(index)};
  }
  EMU_CUB(class Input, class Output, class Size, class Operation)
  extreme(const char* name, void* memory, std::size_t& bytes, Input in, Output out, Size count,
          Operation operation, cudaStream_t stream) {
    using Pair = KeyValuePair<int, emu::ValueOf<Input>>;
    return reduce(name, memory, bytes,
                  emu::types::WithIndices<emu::Unwrapped<Input>>{emu::unwrap(in)}, out,
                  static_cast<std::size_t>(count), operation, emu::Start<Pair>{}, stream);
  }
};

struct DeviceScan {
  EMU_CUB(class Input, class Output, class Size)
  InclusiveSum(void* memory, std::size_t& bytes, Input in, Output out, Size count,
               cudaStream_t stream = nullptr) {
    return scan("cub::DeviceScan::InclusiveSum", memory, bytes, in, out, count, cub::Sum(),
                emu::Start<emu::ValueOf<Input>>{}, false, stream);
  }
  EMU_CUB(class Input, class Output, class Size)
  ExclusiveSum(void* memory, std::size_t& bytes, Input in, Output out, Size count,
               cudaStream_t stream = nullptr) {
    using Value = emu::ValueOf<Input>;
    return scan("cub::DeviceScan::ExclusiveSum", memory, bytes, in, out, count, cub::Sum(),
                emu::Start<Value>{true, Value{}}, true, stream);
  }
  EMU_CUB(class Input, class Output, class Operation, class Size)
  InclusiveScan(void* memory, std::size_t& bytes, Input in, Output out, Operation operation,
                Size count, cudaStream_t stream = nullptr) {
    return scan("cub::DeviceScan::InclusiveScan", memory, bytes, in, out, count, operation,
                emu::Start<emu::ValueOf<Input>>{}, false, stream);
  }
  EMU_CUB(class Input, class Output, class Operation, class Value, class Size)
  InclusiveScanInit(void* memory, std::size_t& bytes, Input in, Output out, Operation operation,
                    Value start, Size count, cudaStream_t stream = nullptr) {
    return scan("cub::DeviceScan::InclusiveScanInit", memory, bytes, in, out, count, operation,
                emu::Start<Value>{true, start}, false, stream);
  }
  EMU_CUB(class Input, class Output, class Operation, class Value, class Size)
  ExclusiveScan(void* memory, std::size_t& bytes, Input in, Output out, Operation operation,
                Value start, Size count, cudaStream_t stream = nullptr) {
    return scan("cub::DeviceScan::ExclusiveScan", memory, bytes, in, out, count, operation,
                emu::Start<Value>{true, start}, true, stream);
  }
  // In place.
  EMU_CUB(class Iterator, class Size, std::enable_if_t<std::is_integral_v<Size>, int> = 0)
  InclusiveSum(void* memory, std::size_t& bytes, Iterator data, Size count,
               cudaStream_t stream = nullptr) {
    return InclusiveSum(memory, bytes, data, data, count, stream);
  }
  EMU_CUB(class Iterator, class Size, std::enable_if_t<std::is_integral_v<Size>, int> = 0)
  ExclusiveSum(void* memory, std::size_t& bytes, Iterator data, Size count,
               cudaStream_t stream = nullptr) {
    return ExclusiveSum(memory, bytes, data, data, count, stream);
  }
  EMU_CUB(class Keys, class Values, class Output, class Size)
  InclusiveSumByKey(void* memory, std::size_t& bytes, Keys keys, Values in, Output out, Size count,
                    cudaStream_t stream = nullptr) {
    return by_key("cub::DeviceScan::InclusiveSumByKey", memory, bytes, keys, in, out, count,
                  cub::Sum(), emu::Start<emu::ValueOf<Values>>{}, false, stream);
  }
  EMU_CUB(class Keys, class Values, class Output, class Size)
  ExclusiveSumByKey(void* memory, std::size_t& bytes, Keys keys, Values in, Output out, Size count,
                    cudaStream_t stream = nullptr) {
    using Value = emu::ValueOf<Values>;
    return by_key("cub::DeviceScan::ExclusiveSumByKey", memory, bytes, keys, in, out, count,
                  cub::Sum(), emu::Start<Value>{true, Value{}}, true, stream);
  }

 private:
  EMU_CUB(class Input, class Output, class Operation, class Value, class Size)
  scan(const char* name, void* memory, std::size_t& bytes, Input in, Output out, Size count,
       Operation operation, emu::Start<Value> start, bool exclusive, cudaStream_t stream) {
    const auto from = emu::unwrap(in);
    auto to = emu::unwrap(out);
    return EMU_TWO_CALLS(name) {
      if (count > 0)
        emu::scan_in_grids(grids, from, to, static_cast<std::size_t>(count), operation, start,
                           exclusive);
    });
  }
  EMU_CUB(class Keys, class Input, class Output, class Operation, class Value, class Size)
  by_key(const char* name, void* memory, std::size_t& bytes, Keys keys, Input in, Output out,
         Size count, Operation operation, emu::Start<Value> start, bool exclusive,
         cudaStream_t stream) {
    const auto key = emu::unwrap(keys);
    const auto from = emu::unwrap(in);
    auto to = emu::unwrap(out);
    return EMU_TWO_CALLS(name) {
      if (count > 0)
        emu::scan_segments_in_grids(
            grids, [=](std::size_t i) EMU_INLINED { return i == 0 || !(key[i - 1] == key[i]); },
            from, to, static_cast<std::size_t>(count), operation, start, exclusive);
    });
  }
};

/// One thread reduces one segment.
struct DeviceSegmentedReduce {
  EMU_CUB(class Input, class Output, class Begins, class Ends, class Operation, class Value)
  Reduce(void* memory, std::size_t& bytes, Input in, Output out, long long segments, Begins begins,
         Ends ends, Operation operation, Value start, cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    auto to = emu::unwrap(out);
    const auto first = emu::unwrap(begins);
    const auto last = emu::unwrap(ends);
    return EMU_TWO_CALLS("cub::DeviceSegmentedReduce::Reduce") {
      grids.each(static_cast<std::size_t>(segments), [=](std::size_t s) EMU_MUTABLE {
        Value sum = start;
        const auto end = last[s];
        for (auto i = first[s]; i < end; ++i) sum = static_cast<Value>(operation(sum, from[i]));
        to[s] = sum;
      });
    });
  }
  EMU_CUB(class Input, class Output, class Begins, class Ends)
  Sum(void* memory, std::size_t& bytes, Input in, Output out, long long segments, Begins begins,
      Ends ends, cudaStream_t stream = nullptr) {
    return Reduce(memory, bytes, in, out, segments, begins, ends, cub::Sum(), emu::ValueOf<Input>{},
                  stream);
  }
  EMU_CUB(class Input, class Output, class Begins, class Ends)
  Min(void* memory, std::size_t& bytes, Input in, Output out, long long segments, Begins begins,
      Ends ends, cudaStream_t stream = nullptr) {
    return Reduce(memory, bytes, in, out, segments, begins, ends, cub::Min(),
                  std::numeric_limits<emu::ValueOf<Input>>::max(), stream);
  }
  EMU_CUB(class Input, class Output, class Begins, class Ends)
  Max(void* memory, std::size_t& bytes, Input in, Output out, long long segments, Begins begins,
      Ends ends, cudaStream_t stream = nullptr) {
    return Reduce(memory, bytes, in, out, segments, begins, ends, cub::Max(),
                  std::numeric_limits<emu::ValueOf<Input>>::lowest(), stream);
  }
};

struct DeviceHistogram {
  /// `levels` - 1 bins of one width; what lies outside is not counted.
  EMU_CUB(class Input, class Counter, class Level, class Size)
  HistogramEven(void* memory, std::size_t& bytes, Input in, Counter* counts, int levels, Level low,
                Level high, Size count, cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    const auto bins = static_cast<std::size_t>(levels - 1);
    return EMU_TWO_CALLS("cub::DeviceHistogram::HistogramEven") {
      grids.each(bins, [=](std::size_t bin) EMU_INLINED { counts[bin] = 0; });
      grids.each(static_cast<std::size_t>(count), [=](std::size_t i) EMU_INLINED {
        const Level sample = static_cast<Level>(from[i]);
        if (sample < low || !(sample < high)) return;
        const auto bin =
            static_cast<std::size_t>((sample - low) * static_cast<Level>(bins) / (high - low));
        atomicAdd(&counts[bin], static_cast<Counter>(1));
      });
    });
  }
  /// Bins between one level and the next.
  EMU_CUB(class Input, class Counter, class Level, class Size)
  HistogramRange(void* memory, std::size_t& bytes, Input in, Counter* counts, int levels,
                 const Level* bounds, Size count, cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    const auto bins = static_cast<std::size_t>(levels - 1);
    return EMU_TWO_CALLS("cub::DeviceHistogram::HistogramRange") {
      grids.each(bins, [=](std::size_t bin) EMU_INLINED { counts[bin] = 0; });
      grids.each(static_cast<std::size_t>(count), [=](std::size_t i) EMU_INLINED {
        const Level sample = static_cast<Level>(from[i]);
        for (std::size_t bin = 0; bin < bins; ++bin)
          if (!(sample < bounds[bin]) && sample < bounds[bin + 1])
            atomicAdd(&counts[bin], static_cast<Counter>(1));
      });
    });
  }
};

}  // namespace cub

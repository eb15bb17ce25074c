// cub::DeviceSelect, DevicePartition, DeviceRunLengthEncode and DeviceFor.
#pragma once

#include "emulator/cub/device_calls.h"

namespace cub {

struct DeviceSelect {
  EMU_CUB(class Input, class Output, class Number, class Size, class Predicate)
  If(void* memory, std::size_t& bytes, Input in, Output out, Number number, Size count,
     Predicate predicate, cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    return select(
        "cub::DeviceSelect::If", memory, bytes, from, out, number, count,
        [=](std::size_t i) EMU_MUTABLE -> bool { return predicate(from[i]); }, stream);
  }
  EMU_CUB(class Input, class Flags, class Output, class Number, class Size)
  Flagged(void* memory, std::size_t& bytes, Input in, Flags flags, Output out, Number number,
          Size count, cudaStream_t stream = nullptr) {
    const auto flag = emu::unwrap(flags);
    return select(
        "cub::DeviceSelect::Flagged", memory, bytes, emu::unwrap(in), out, number, count,
        [=](std::size_t i) EMU_INLINED { return static_cast<bool>(flag[i]); }, stream);
  }
  EMU_CUB(class Input, class Output, class Number, class Size)
  Unique(void* memory, std::size_t& bytes, Input in, Output out, Number number, Size count,
         cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    return select(
        "cub::DeviceSelect::Unique", memory, bytes, from, out, number, count,
        [=](std::size_t i) EMU_INLINED { return i == 0 || !(from[i - 1] == from[i]); }, stream);
  }
  EMU_CUB(class Keys, class Values, class KeysOut, class ValuesOut, class Number, class Size)
  UniqueByKey(void* memory, std::size_t& bytes, Keys keys, Values values, KeysOut keys_out,
              ValuesOut values_out, Number number, Size count, cudaStream_t stream = nullptr) {
    const auto key = emu::unwrap(keys);
    const auto value = emu::unwrap(values);
    auto key_to = emu::unwrap(keys_out);
    auto value_to = emu::unwrap(values_out);
    auto kept = emu::unwrap(number);
    return EMU_TWO_CALLS("cub::DeviceSelect::UniqueByKey") {
      emu::select_in_grids(
          grids, static_cast<std::size_t>(count),
          [=](std::size_t i) EMU_INLINED { return i == 0 || !(key[i - 1] == key[i]); },
          [=](std::size_t i, std::size_t to) EMU_MUTABLE {
            key_to[to] = key[i];
            value_to[to] = value[i];
          },
          kept);
    });
  }

 private:
  EMU_CUB(class Input, class Output, class Number, class Size, class Keep)
  select(const char* name, void* memory, std::size_t& bytes, Input from, Output out, Number number,
         Size count, Keep keep, cudaStream_t stream) {
    auto to = emu::unwrap(out);
    auto kept = emu::unwrap(number);
    return EMU_TWO_CALLS(name) {
      emu::select_in_grids(
          grids, static_cast<std::size_t>(count), keep,
          [=](std::size_t i, std::size_t at) EMU_MUTABLE { to[at] = from[i]; }, kept);
    });
  }
};

/// What is kept comes first; the others follow from the end, in reverse.
struct DevicePartition {
  EMU_CUB(class Input, class Output, class Number, class Size, class Predicate)
  If(void* memory, std::size_t& bytes, Input in, Output out, Number number, Size count,
     Predicate predicate, cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    return partition(
        "cub::DevicePartition::If", memory, bytes, from, out, number, count,
        [=](std::size_t i) EMU_MUTABLE -> bool { return predicate(from[i]); }, stream);
  }
  EMU_CUB(class Input, class Flags, class Output, class Number, class Size)
  Flagged(void* memory, std::size_t& bytes, Input in, Flags flags, Output out, Number number,
          Size count, cudaStream_t stream = nullptr) {
    const auto flag = emu::unwrap(flags);
    return partition(
        "cub::DevicePartition::Flagged", memory, bytes, emu::unwrap(in), out, number, count,
        [=](std::size_t i) EMU_INLINED { return static_cast<bool>(flag[i]); }, stream);
  }

 private:
  EMU_CUB(class Input, class Output, class Number, class Size, class Keep)
  partition(const char* name, void* memory, std::size_t& bytes, Input from, Output out,
            Number number, Size size, Keep keep, cudaStream_t stream) {
    auto to = emu::unwrap(out);
    auto kept = emu::unwrap(number);
    const auto count = static_cast<std::size_t>(size);
    return EMU_TWO_CALLS(name) {
      std::size_t* const numbers = grids.take<std::size_t>(1);
      emu::partition_in_grids(
          grids, count, keep, [=](std::size_t i, std::size_t at) EMU_MUTABLE { to[at] = from[i]; },
          numbers);
      grids.each(count, [=](std::size_t i) EMU_MUTABLE {
        const std::size_t others = count - *numbers;
        if (i >= others / 2) return;
        const auto front = to[*numbers + i];
        to[*numbers + i] = to[count - 1 - i];
        to[count - 1 - i] = front;
      });
      emu::store_result(grids, numbers, kept);
    });
  }
};

struct DeviceRunLengthEncode {
  EMU_CUB(class Input, class Unique, class Lengths, class Number, class Size)
  Encode(void* memory, std::size_t& bytes, Input in, Unique unique, Lengths lengths, Number number,
         Size count, cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    auto value = emu::unwrap(unique);
    auto length = emu::unwrap(lengths);
    auto runs = emu::unwrap(number);
    return EMU_TWO_CALLS("cub::DeviceRunLengthEncode::Encode") {
      emu::runs_in_grids(
          grids, static_cast<std::size_t>(count),
          [=](std::size_t i) EMU_INLINED { return i == 0 || !(from[i - 1] == from[i]); },
          [=](std::size_t run, std::size_t begin, std::size_t end) EMU_MUTABLE {
            value[run] = from[begin];
            length[run] = static_cast<emu::ValueOf<Lengths>>(end - begin);
          },
          runs);
    });
  }
};

/// These need no temporary memory, and have a form without it.
struct DeviceFor {
  EMU_CUB(class Size, class Function)
  Bulk(Size count, Function function, cudaStream_t stream = nullptr) {
    return launch("cub::DeviceFor::Bulk", static_cast<std::size_t>(count), stream,
                  [=](std::size_t i) EMU_MUTABLE { function(static_cast<Size>(i)); });
  }
  EMU_CUB(class Input, class Size, class Function)
  ForEachN(Input first, Size count, Function function, cudaStream_t stream = nullptr) {
    const auto in = emu::unwrap(first);
    return launch("cub::DeviceFor::ForEachN", static_cast<std::size_t>(count), stream,
                  [=](std::size_t i) EMU_MUTABLE { function(in[i]); });
  }
  EMU_CUB(class Input, class Function)
  ForEach(Input first, Input last, Function function, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, function, stream);
  }

 private:
  EMU_CUB(class Function)
  launch(const char* name, std::size_t count, cudaStream_t stream, Function function) {
    emu::Grids grids(name, stream, nullptr, emu::here());
    grids.each(count, function);
    return grids.error();
  }
};

}  // namespace cub

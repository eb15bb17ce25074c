// cub::DeviceRadixSort and DeviceMergeSort: both are merge sorts here. The order of equal keys is
// that of a radix sort, which is stable, too.
#pragma once

#include "emulator/cub/device_calls.h"
#include "emulator/cub/radix.h"

namespace cub {

struct DeviceRadixSort {
#define EMU_RADIX(Suffix, descends)                                                                \
  EMU_CUB(class Key, class Size)                                                                   \
  SortKeys##Suffix(void* memory, std::size_t& bytes, const Key* in, Key* out, Size count,          \
                   int begin = 0, int end = 8 * sizeof(Key), cudaStream_t stream = nullptr) {      \
    const emu::RadixLess less{begin, end, descends};                                               \
    return EMU_TWO_CALLS("cub::DeviceRadixSort::SortKeys" #Suffix) {                               \
      emu::sort_keys_in_grids<Key>(grids, in, out, static_cast<std::size_t>(count), less);         \
    });                                                                                            \
  }                                                                                                \
  EMU_CUB(class Key, class Size)                                                                   \
  SortKeys##Suffix(void* memory, std::size_t& bytes, DoubleBuffer<Key>& keys, Size count,          \
                   int begin = 0, int end = 8 * sizeof(Key), cudaStream_t stream = nullptr) {      \
    const cudaError_t error =                                                                      \
        SortKeys##Suffix(memory, bytes, static_cast<const Key*>(keys.Current()), keys.Alternate(), \
                         count, begin, end, stream);                                               \
    if (memory) keys.selector ^= 1;                                                                \
    return error;                                                                                  \
  }                                                                                                \
  EMU_CUB(class Key, class Value, class Size)                                                      \
  SortPairs##Suffix(void* memory, std::size_t& bytes, const Key* keys, Key* keys_out,              \
                    const Value* values, Value* values_out, Size count, int begin = 0,             \
                    int end = 8 * sizeof(Key), cudaStream_t stream = nullptr) {                    \
    const emu::RadixLess less{begin, end, descends};                                               \
    return EMU_TWO_CALLS("cub::DeviceRadixSort::SortPairs" #Suffix) {                              \
      emu::sort_pairs_in_grids<Key, Value>(grids, keys, values, keys_out, values_out,              \
                                           static_cast<std::size_t>(count), less);                 \
    });                                                                                            \
  }                                                                                                \
  EMU_CUB(class Key, class Value, class Size)                                                      \
  SortPairs##Suffix(void* memory, std::size_t& bytes, DoubleBuffer<Key>& keys,                     \
                    DoubleBuffer<Value>& values, Size count, int begin = 0,                        \
                    int end = 8 * sizeof(Key), cudaStream_t stream = nullptr) {                    \
    const cudaError_t error =                                                                      \
        SortPairs##Suffix(memory, bytes, static_cast<const Key*>(keys.Current()),                  \
                          keys.Alternate(), static_cast<const Value*>(values.Current()),           \
                          values.Alternate(), count, begin, end, stream);                          \
    if (memory) {                                                                                  \
      keys.selector ^= 1;                                                                          \
      values.selector ^= 1;                                                                        \
    }                                                                                              \
    return error;                                                                                  \
  }
  EMU_RADIX(, false)
  EMU_RADIX(Descending, true)
#undef EMU_RADIX
};

struct DeviceMergeSort {
  EMU_CUB(class Keys, class Size, class Less)
  StableSortKeys(void* memory, std::size_t& bytes, Keys keys, Size count, Less less,
                 cudaStream_t stream = nullptr) {
    return SortKeysCopy(memory, bytes, keys, keys, count, less, stream);
  }
  EMU_CUB(class Keys, class Size, class Less)
  SortKeys(void* memory, std::size_t& bytes, Keys keys, Size count, Less less,
           cudaStream_t stream = nullptr) {
    return SortKeysCopy(memory, bytes, keys, keys, count, less, stream);
  }
  EMU_CUB(class Input, class Output, class Size, class Less)
  SortKeysCopy(void* memory, std::size_t& bytes, Input in, Output out, Size count, Less less,
               cudaStream_t stream = nullptr) {
    const auto from = emu::unwrap(in);
    auto to = emu::unwrap(out);
    using Key = emu::ValueOf<Input>;
    return EMU_TWO_CALLS("cub::DeviceMergeSort::SortKeys") {
      emu::sort_keys_in_grids<Key>(grids, from, to, static_cast<std::size_t>(count), less);
    });
  }
  EMU_CUB(class Keys, class Values, class Size, class Less)
  StableSortPairs(void* memory, std::size_t& bytes, Keys keys, Values values, Size count, Less less,
                  cudaStream_t stream = nullptr) {
    return SortPairs(memory, bytes, keys, values, count, less, stream);
  }
  EMU_CUB(class Keys, class Values, class Size, class Less)
  SortPairs(void* memory, std::size_t& bytes, Keys keys, Values values, Size count, Less less,
            cudaStream_t stream = nullptr) {
    auto key = emu::unwrap(keys);
    auto value = emu::unwrap(values);
    using Key = emu::ValueOf<Keys>;
    using Value = emu::ValueOf<Values>;
    return EMU_TWO_CALLS("cub::DeviceMergeSort::SortPairs") {
      emu::sort_pairs_in_grids<Key, Value>(grids, key, value, key, value,
                                           static_cast<std::size_t>(count), less);
    });
  }
};

}  // namespace cub

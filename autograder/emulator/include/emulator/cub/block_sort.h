// cub::BlockRadixSort: bit by bit, the items with a 0 before those with a 1.
// cub::BlockHistogram and cub::BlockDiscontinuity.
#pragma once

#include "emulator/cub/block_data.h"
#include "emulator/cub/block_folds.h"
#include "emulator/cub/radix.h"

namespace cub {

template <class Key, int X, int Items, class Value = NullType, int RadixBits = 4,
          bool Memoizes = true, BlockScanAlgorithm Algorithm = BLOCK_SCAN_WARP_SCANS,
          int SharedMemory = 0, int Y = 1, int Z = 1, int Architecture = 0>
class BlockRadixSort {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>;
  static constexpr int kBits = static_cast<int>(8 * sizeof(Key));
  using Scan = BlockScan<int, X, BLOCK_SCAN_WARP_SCANS, Y, Z>;
  using KeyExchange = BlockExchange<Key, X, Items, false, Y, Z>;
  using ValueExchange = BlockExchange<Value, X, Items, false, Y, Z>;

 public:
  union TempStorage {
    typename Scan::TempStorage emulated_scan;
    typename KeyExchange::TempStorage emulated_keys;
    typename ValueExchange::TempStorage emulated_values;
  };
  BlockRadixSort() : BlockRadixSort(emu::own_storage<BlockRadixSort, TempStorage>()) {}
  explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}

  EMU_PASSING_ON void Sort(Key (&keys)[Items], int begin = 0, int end = kBits) {
    Value none[Items];
    sort<false>(keys, none, begin, end, false, false);
  }
  EMU_PASSING_ON void Sort(Key (&keys)[Items], Value (&values)[Items], int begin = 0,
                           int end = kBits) {
    sort<true>(keys, values, begin, end, false, false);
  }
  EMU_PASSING_ON void SortDescending(Key (&keys)[Items], int begin = 0, int end = kBits) {
    Value none[Items];
    sort<false>(keys, none, begin, end, true, false);
  }
  EMU_PASSING_ON void SortDescending(Key (&keys)[Items], Value (&values)[Items], int begin = 0,
                                     int end = kBits) {
    sort<true>(keys, values, begin, end, true, false);
  }
  EMU_PASSING_ON void SortBlockedToStriped(Key (&keys)[Items], int begin = 0, int end = kBits) {
    Value none[Items];
    sort<false>(keys, none, begin, end, false, true);
  }
  EMU_PASSING_ON void SortBlockedToStriped(Key (&keys)[Items], Value (&values)[Items],
                                           int begin = 0, int end = kBits) {
    sort<true>(keys, values, begin, end, false, true);
  }
  EMU_PASSING_ON void SortDescendingBlockedToStriped(Key (&keys)[Items], int begin = 0,
                                                     int end = kBits) {
    Value none[Items];
    sort<false>(keys, none, begin, end, true, true);
  }
  EMU_PASSING_ON void SortDescendingBlockedToStriped(Key (&keys)[Items], Value (&values)[Items],
                                                     int begin = 0, int end = kBits) {
    sort<true>(keys, values, begin, end, true, true);
  }

 private:
  template <bool WithValues>
  EMU_PASSING_ON void sort(Key (&keys)[Items], Value (&values)[Items], int begin, int end,
                           bool descends, bool striped) {
    for (int bit = begin; bit < end; ++bit) {
      int ranks[Items];
      split(keys, ranks, bit, descends);
      move(KeyExchange(storage_.emulated_keys), keys, ranks, striped && bit + 1 == end);
      if constexpr (WithValues) {
        __syncthreads();
        move(ValueExchange(storage_.emulated_values), values, ranks, striped && bit + 1 == end);
      }
      if (bit + 1 < end) __syncthreads();
    }
  }

  /// Where each item goes.
  EMU_PASSING_ON void split(const Key (&keys)[Items], int (&ranks)[Items], int bit, bool descends) {
    int zeros[Items], before[Items], all = 0;
    for (int i = 0; i < Items; ++i)
      zeros[i] = emu::radix_part(keys[i], bit, bit + 1, descends) == 0 ? 1 : 0;
    Scan(storage_.emulated_scan).ExclusiveSum(zeros, before, all);
    for (int i = 0; i < Items; ++i) {
      const int place = emu::my_thread() * Items + i;
      ranks[i] = zeros[i] == 1 ? before[i] : all + place - before[i];
    }
    __syncthreads();
  }

  template <class Exchange, class Item>
  EMU_PASSING_ON static void move(Exchange exchange, Item (&items)[Items], int (&ranks)[Items],
                                  bool striped) {
    if (striped)
      exchange.ScatterToStriped(items, ranks);
    else
      exchange.ScatterToBlocked(items, ranks);
  }

  TempStorage& storage_;
};

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class Value, int X, int Items, int Bins,
          BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1,
          int Architecture = 0>
class BlockHistogram {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>;

 public:
  struct TempStorage {};
  BlockHistogram() = default;
  explicit BlockHistogram(TempStorage&) {}
  template <class Counter>
  EMU_PASSING_ON void InitHistogram(Counter (&counts)[Bins]) {
    for (int bin = emu::my_thread(); bin < Bins; bin += kThreads) counts[bin] = 0;
  }
  template <class Counter>
  EMU_PASSING_ON void Composite(Value (&items)[Items], Counter (&counts)[Bins]) {
    for (const Value& item : items) atomicAdd(&counts[item], static_cast<Counter>(1));
  }
  template <class Counter>
  EMU_PASSING_ON void Histogram(Value (&items)[Items], Counter (&counts)[Bins]) {
    InitHistogram(counts);
    __syncthreads();
    Composite(items, counts);
  }
};

template <class Value, int X, int Y = 1, int Z = 1, int Architecture = 0>
class BlockDiscontinuity {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>;

 public:
  struct TempStorage {
    Value emulated_firsts[kThreads];
    Value emulated_lasts[kThreads];
  };
  BlockDiscontinuity() : BlockDiscontinuity(emu::own_storage<BlockDiscontinuity, TempStorage>()) {}
  explicit BlockDiscontinuity(TempStorage& storage) : storage_(storage) {}

  template <int Items, class Flag, class Differ>
  EMU_PASSING_ON void FlagHeads(Flag (&flags)[Items], Value (&items)[Items], Differ differ) {
    const int me = emu::my_thread();
    storage_.emulated_lasts[me] = items[Items - 1];
    __syncthreads();
    flags[0] = me == 0 || differ(storage_.emulated_lasts[me - 1], items[0]) ? 1 : 0;
    for (int i = 1; i < Items; ++i) flags[i] = differ(items[i - 1], items[i]) ? 1 : 0;
  }
  template <int Items, class Flag, class Differ>
  EMU_PASSING_ON void FlagTails(Flag (&flags)[Items], Value (&items)[Items], Differ differ) {
    const int me = emu::my_thread();
    storage_.emulated_firsts[me] = items[0];
    __syncthreads();
    for (int i = 0; i + 1 < Items; ++i) flags[i] = differ(items[i], items[i + 1]) ? 1 : 0;
    flags[Items - 1] =
        me == kThreads - 1 || differ(items[Items - 1], storage_.emulated_firsts[me + 1]) ? 1 : 0;
  }

 private:
  TempStorage& storage_;
};

}  // namespace cub

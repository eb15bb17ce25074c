// cub::BlockLoad, BlockStore and BlockExchange: items of a block, blocked (a thread's are next to
// each other) or striped (a thread's are as far apart as the block has threads).
#pragma once

#include "emulator/cub/basics.h"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class Value, int X, int Items, bool Timesliced = false, int Y = 1, int Z = 1,
          int Architecture = 0>
class BlockExchange {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>;

 public:
  struct TempStorage {
    Value emulated_values[kThreads * Items];
  };
  BlockExchange() : BlockExchange(emu::own_storage<BlockExchange, TempStorage>()) {}
  explicit BlockExchange(TempStorage& storage) : values_(storage.emulated_values) {}

  EMU_PASSING_ON void StripedToBlocked(const Value (&in)[Items], Value (&out)[Items]) {
    for (int i = 0; i < Items; ++i) values_[striped(i)] = in[i];
    __syncthreads();
    for (int i = 0; i < Items; ++i) out[i] = values_[blocked(i)];
  }
  EMU_PASSING_ON void StripedToBlocked(Value (&items)[Items]) { StripedToBlocked(items, items); }
  EMU_PASSING_ON void BlockedToStriped(const Value (&in)[Items], Value (&out)[Items]) {
    for (int i = 0; i < Items; ++i) values_[blocked(i)] = in[i];
    __syncthreads();
    for (int i = 0; i < Items; ++i) out[i] = values_[striped(i)];
  }
  EMU_PASSING_ON void BlockedToStriped(Value (&items)[Items]) { BlockedToStriped(items, items); }
  template <class Rank>
  EMU_PASSING_ON void ScatterToBlocked(Value (&items)[Items], const Rank (&ranks)[Items]) {
    for (int i = 0; i < Items; ++i) values_[ranks[i]] = items[i];
    __syncthreads();
    for (int i = 0; i < Items; ++i) items[i] = values_[blocked(i)];
  }
  template <class Rank>
  EMU_PASSING_ON void ScatterToStriped(Value (&items)[Items], const Rank (&ranks)[Items]) {
    for (int i = 0; i < Items; ++i) values_[ranks[i]] = items[i];
    __syncthreads();
    for (int i = 0; i < Items; ++i) items[i] = values_[striped(i)];
  }

 private:
  EMU_PASSING_ON static int blocked(int i) { return emu::my_thread() * Items + i; }
  EMU_PASSING_ON static int striped(int i) { return i * kThreads + emu::my_thread(); }

  Value* values_;
};

/// Whether an algorithm goes through shared memory.
constexpr bool emu_transposes(BlockLoadAlgorithm algorithm) {
  return algorithm >= BLOCK_LOAD_TRANSPOSE;
}
constexpr bool emu_transposes(BlockStoreAlgorithm algorithm) {
  return algorithm >= BLOCK_STORE_TRANSPOSE;
}

template <class Value, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT,
          int Y = 1, int Z = 1, int Architecture = 0>
class BlockLoad {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>, kAll = kThreads * Items;
  using Exchange = BlockExchange<Value, X, Items, false, Y, Z>;

 public:
  using TempStorage =
      std::conditional_t<emu_transposes(Algorithm), typename Exchange::TempStorage, NullType>;
  BlockLoad() : BlockLoad(emu::own_storage<BlockLoad, TempStorage>()) {}
  explicit BlockLoad(TempStorage& storage) : storage_(storage) {}

  template <class Iterator>
  EMU_PASSING_ON void Load(Iterator in, Value (&items)[Items]) {
    for (int i = 0; i < Items; ++i) items[i] = in[place(i)];
    arrange(items);
  }
  /// Of the others nothing is read, and what they hold stays.
  template <class Iterator>
  EMU_PASSING_ON void Load(Iterator in, Value (&items)[Items], int valid) {
    for (int i = 0; i < Items; ++i)
      if (place(i) < valid) items[i] = in[place(i)];
    arrange(items);
  }
  template <class Iterator, class Default>
  EMU_PASSING_ON void Load(Iterator in, Value (&items)[Items], int valid, Default rest) {
    for (int i = 0; i < Items; ++i)
      items[i] = place(i) < valid ? static_cast<Value>(in[place(i)]) : static_cast<Value>(rest);
    arrange(items);
  }

 private:
  EMU_PASSING_ON static int place(int i) {
    if (Algorithm == BLOCK_LOAD_STRIPED || emu_transposes(Algorithm))
      return i * kThreads + emu::my_thread();
    return emu::my_thread() * Items + i;
  }
  EMU_PASSING_ON void arrange(Value (&items)[Items]) {
    if constexpr (emu_transposes(Algorithm)) Exchange(storage_).StripedToBlocked(items);
  }

  TempStorage& storage_;
};

template <class Value, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT,
          int Y = 1, int Z = 1, int Architecture = 0>
class BlockStore {
  static constexpr int kThreads = emu::kThreads<X, Y, Z>;
  using Exchange = BlockExchange<Value, X, Items, false, Y, Z>;

 public:
  using TempStorage =
      std::conditional_t<emu_transposes(Algorithm), typename Exchange::TempStorage, NullType>;
  BlockStore() : BlockStore(emu::own_storage<BlockStore, TempStorage>()) {}
  explicit BlockStore(TempStorage& storage) : storage_(storage) {}

  template <class Iterator>
  EMU_PASSING_ON void Store(Iterator out, Value (&items)[Items]) {
    Store(out, items, kThreads * Items);
  }
  template <class Iterator>
  EMU_PASSING_ON void Store(Iterator out, Value (&items)[Items], int valid) {
    if constexpr (emu_transposes(Algorithm)) Exchange(storage_).BlockedToStriped(items);
    for (int i = 0; i < Items; ++i)
      if (place(i) < valid) out[place(i)] = items[i];
  }

 private:
  EMU_PASSING_ON static int place(int i) {
    if (Algorithm == BLOCK_STORE_STRIPED || emu_transposes(Algorithm))
      return i * kThreads + emu::my_thread();
    return emu::my_thread() * Items + i;
  }

  TempStorage& storage_;
};

template <class Value, int Items, class Iterator>
EMU_PASSING_ON void LoadDirectBlocked(int thread, Iterator in, Value (&items)[Items]) {
  for (int i = 0; i < Items; ++i) items[i] = in[thread * Items + i];
}
template <class Value, int Items, class Iterator>
EMU_PASSING_ON void StoreDirectBlocked(int thread, Iterator out, Value (&items)[Items]) {
  for (int i = 0; i < Items; ++i) out[thread * Items + i] = items[i];
}
template <int Threads, class Value, int Items, class Iterator>
EMU_PASSING_ON void LoadDirectStriped(int thread, Iterator in, Value (&items)[Items]) {
  for (int i = 0; i < Items; ++i) items[i] = in[i * Threads + thread];
}
template <int Threads, class Value, int Items, class Iterator>
EMU_PASSING_ON void StoreDirectStriped(int thread, Iterator out, Value (&items)[Items]) {
  for (int i = 0; i < Items; ++i) out[i * Threads + thread] = items[i];
}

}  // namespace cub

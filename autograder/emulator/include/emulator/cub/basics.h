// What CUB's collectives have in common: the places of threads, operators, pairs.
#pragma once

#include <cstddef>
#include <type_traits>

#include "cuda_runtime.h"
#include "emulator/grids/grids.h"
#include "emulator/lane_group.h"

namespace cub {

struct NullType {};

template <class Key, class Value>
struct KeyValuePair {
  Key key;
  Value value;
  bool operator!=(const KeyValuePair& other) const {
    return key != other.key || value != other.value;
  }
};

struct Sum {
  template <class First, class Second>
  EMU_INLINED constexpr auto operator()(const First& a, const Second& b) const {
    return a + b;
  }
};
struct Difference {
  template <class First, class Second>
  EMU_INLINED constexpr auto operator()(const First& a, const Second& b) const {
    return a - b;
  }
};
struct Max {
  template <class First, class Second>
  EMU_INLINED constexpr std::common_type_t<First, Second> operator()(const First& a,
                                                                     const Second& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class First, class Second>
  EMU_INLINED constexpr std::common_type_t<First, Second> operator()(const First& a,
                                                                     const Second& b) const {
    return b < a ? b : a;
  }
};
struct Equality {
  template <class First, class Second>
  EMU_INLINED constexpr bool operator()(const First& a, const Second& b) const {
    return a == b;
  }
};
struct Inequality {
  template <class First, class Second>
  EMU_INLINED constexpr bool operator()(const First& a, const Second& b) const {
    return a != b;
  }
};
/// The pair with the larger value, of equal ones that with the smaller key.
struct ArgMax {
  template <class Pair>
  EMU_INLINED Pair operator()(const Pair& a, const Pair& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class Pair>
  EMU_INLINED Pair operator()(const Pair& a, const Pair& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

inline unsigned LaneId() { return emu::lane_id(); }
inline unsigned WarpId() { return emu::rank_in_block() / 32; }
inline int RowMajorTid(int x, int y, int) {
  return static_cast<int>((threadIdx.z * static_cast<unsigned>(y) + threadIdx.y) *
                              static_cast<unsigned>(x) +
                          threadIdx.x);
}

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier Modifier, class Iterator>
EMU_PASSING_ON auto ThreadLoad(Iterator at) {
  return *at;
}
template <CacheStoreModifier Modifier, class Iterator, class Value>
EMU_PASSING_ON void ThreadStore(Iterator at, Value value) {
  *at = value;
}

/// The memory of a collective, for unions and for what does not begin its life at its declaration.
template <class Storage>
struct Uninitialized {
  alignas(Storage) unsigned char bytes[sizeof(Storage)];
  Storage& Alias() { return reinterpret_cast<Storage&>(*this); }
};

}  // namespace cub

namespace emu {

/// A block's threads, if they must be known when the program is compiled.
template <int X, int Y, int Z>
inline constexpr int kThreads = X* Y* Z;

EMU_PASSING_ON int my_thread() { return static_cast<int>(rank_in_block()); }

/// Memory of the block for a collective that was given none.
template <class Collective, class Storage>
EMU_PASSING_ON Storage& own_storage() {
  struct Variables {
    Storage storage;
  };
  return shared<Variables>().storage;
}

template <class Value, int Items, class Operation>
EMU_PASSING_ON Value reduce_items(const Value (&items)[Items], Operation& operation) {
  Value sum = items[0];
  for (int i = 1; i < Items; ++i) sum = static_cast<Value>(operation(sum, items[i]));
  return sum;
}

}  // namespace emu

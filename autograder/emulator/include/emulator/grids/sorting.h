// A stable merge sort in grids. Tiles are sorted by insertion, one thread for each; then two runs
// become one, again and again, where each thread finds out which part of both its tile of the
// result comes from.
#pragma once

#include "emulator/grids/grids.h"

namespace emu {

template <class Value, class Less>
EMU_INLINED void insert_sorted(Value* first, std::size_t at, Less& less) {
  const Value value = first[at];
  for (; at > 0 && less(value, first[at - 1]); --at) first[at] = first[at - 1];
  first[at] = value;
}

/// How many of the first `count` elements of the merged sequence come from `a`.
template <class First, class Second, class Less>
EMU_INLINED std::size_t taken_from_first(First a, std::size_t a_size, Second b, std::size_t b_size,
                                         std::size_t count, Less& less) {
  std::size_t low = count > b_size ? count - b_size : 0, high = count < a_size ? count : a_size;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (less(b[count - middle - 1], a[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// The elements [begin, end) of what `a` and `b` are when merged: `put(to, from_a, i)`.
template <class First, class Second, class Less, class Put>
EMU_INLINED void merge_part(First a, std::size_t a_size, Second b, std::size_t b_size,
                            std::size_t begin, std::size_t end, Less& less, Put put) {
  std::size_t i = taken_from_first(a, a_size, b, b_size, begin, less), j = begin - i;
  for (std::size_t to = begin; to < end; ++to) {
    const bool of_a = j >= b_size || (i < a_size && !less(b[j], a[i]));
    put(to, of_a, of_a ? i++ : j++);
  }
}

/// Merges `a` and `b`: `put(to, from_a, i)`.
template <class First, class Second, class Less, class Put>
void merge_in_grids(Grids& grids, First a, std::size_t a_size, Second b, std::size_t b_size,
                    Less less, Put put) {
  const std::size_t count = a_size + b_size;
  grids.each(tiles_of(count), [=](std::size_t tile) EMU_MUTABLE {
    merge_part(a, a_size, b, b_size, tile * kTile, end_of_tile(tile, count), less, put);
  });
}

/// Sorts `values`; the result is there or in `spare`, as the return value says.
template <class Value, class Less>
Value* sort_in_grids(Grids& grids, Value* values, Value* spare, std::size_t count, Less less) {
  grids.each(tiles_of(count), [=](std::size_t tile) EMU_MUTABLE {
    const std::size_t begin = tile * kTile, size = end_of_tile(tile, count) - begin;
    for (std::size_t i = 1; i < size; ++i) insert_sorted(values + begin, i, less);
  });
  for (std::size_t run = kTile; run < count; run *= 2) {
    grids.each(tiles_of(count), [=](std::size_t tile) EMU_MUTABLE {
      // A pair of runs is whole tiles.
      const std::size_t begin = tile * kTile / (2 * run) * (2 * run);
      const std::size_t all = count - begin < 2 * run ? count - begin : 2 * run;
      const std::size_t first = all < run ? all : run;
      const Value* const a = values + begin;
      Value* const out = spare + begin;
      merge_part(a, first, a + first, all - first, tile * kTile - begin,
                 end_of_tile(tile, count) - begin, less,
                 [=](std::size_t to, bool of_a, std::size_t i)
                     EMU_INLINED { ::new (&out[to]) Value(of_a ? a[i] : a[first + i]); });
    });
    Value* const sorted = spare;
    spare = values;
    values = sorted;
  }
  return values;
}

namespace types {

template <class Key, class Value>
struct SortedPair {
  Key key;
  Value value;
};

template <class Less>
struct ByKey {
  Less less;
  template <class Pair>
  EMU_INLINED bool operator()(const Pair& a, const Pair& b) {
    return less(a.key, b.key);
  }
};

}  // namespace types
using types::ByKey;
using types::SortedPair;

/// From `in` to `out`, which may be the same.
template <class Key, class Input, class Output, class Less>
void sort_keys_in_grids(Grids& grids, Input in, Output out, std::size_t count, Less less) {
  Key* const first = grids.take<Key>(count);
  Key* const second = grids.take<Key>(count);
  grids.each(count, [=](std::size_t i) EMU_MUTABLE { ::new (&first[i]) Key(in[i]); });
  const Key* const sorted = sort_in_grids(grids, first, second, count, less);
  grids.each(count, [=](std::size_t i) EMU_MUTABLE { out[i] = sorted[i]; });
}

template <class Key, class Value, class Keys, class Values, class KeysOut, class ValuesOut,
          class Less>
void sort_pairs_in_grids(Grids& grids, Keys keys, Values values, KeysOut keys_out,
                         ValuesOut values_out, std::size_t count, Less less) {
  using Pair = SortedPair<Key, Value>;
  Pair* const first = grids.take<Pair>(count);
  Pair* const second = grids.take<Pair>(count);
  grids.each(count, [=](std::size_t i) EMU_MUTABLE {
    ::new (&first[i]) Pair{static_cast<Key>(keys[i]), static_cast<Value>(values[i])};
  });
  const Pair* const sorted = sort_in_grids(grids, first, second, count, ByKey<Less>{less});
  grids.each(count, [=](std::size_t i) EMU_MUTABLE {
    keys_out[i] = sorted[i].key;
    values_out[i] = sorted[i].value;
  });
}

}  // namespace emu

// Reductions and scans in grids: tiles of a few elements, one thread for each, and then the same
// with the results of the tiles.
#pragma once

#include "emulator/grids/grids.h"

namespace emu {

/// `operation` over all of `in` and, if there is one, the start before it. `count` is at least 1
/// unless there is a start.
template <class Input, class Value, class Operation>
void reduce_in_grids(Grids& grids, Input in, std::size_t count, Operation operation,
                     Start<Value> start, Value* out) {
  if (count <= kTile) {
    grids.each(1, [=](std::size_t) EMU_MUTABLE {
      if (count == 0) {
        ::new (out) Value(start.value);
        return;
      }
      Value sum = start.given ? static_cast<Value>(operation(start.value, in[0]))
                              : static_cast<Value>(in[0]);
      for (std::size_t i = 1; i < count; ++i) sum = static_cast<Value>(operation(sum, in[i]));
      ::new (out) Value(sum);
    });
    return;
  }
  Value* const partial = grids.take<Value>(tiles_of(count));
  grids.each(tiles_of(count), [=](std::size_t tile) EMU_MUTABLE {
    const std::size_t end = end_of_tile(tile, count);
    Value sum = static_cast<Value>(in[tile * kTile]);
    for (std::size_t i = tile * kTile + 1; i < end; ++i)
      sum = static_cast<Value>(operation(sum, in[i]));
    ::new (&partial[tile]) Value(sum);
  });
  reduce_in_grids(grids, static_cast<const Value*>(partial), tiles_of(count), operation, start,
                  out);
}

/// out[i] is `operation` over the start, if there is one, and in[0] … in[i], or in[i - 1] if
/// `exclusive`, which needs a start. `out` may be `in`.
template <class Input, class Output, class Value, class Operation>
void scan_in_grids(Grids& grids, Input in, Output out, std::size_t count, Operation operation,
                   Start<Value> start, bool exclusive) {
  const std::size_t tiles = tiles_of(count);
  Value* const carry = grids.take<Value>(tiles);
  if (tiles > 1) {
    grids.each(tiles, [=](std::size_t tile) EMU_MUTABLE {
      const std::size_t end = end_of_tile(tile, count);
      Value sum = static_cast<Value>(in[tile * kTile]);
      for (std::size_t i = tile * kTile + 1; i < end; ++i)
        sum = static_cast<Value>(operation(sum, in[i]));
      ::new (&carry[tile]) Value(sum);
    });
    scan_in_grids(grids, static_cast<const Value*>(carry), carry, tiles, operation, start, false);
  }
  grids.each(tiles, [=](std::size_t tile) EMU_MUTABLE {
    const std::size_t end = end_of_tile(tile, count);
    bool begun = start.given || tile > 0;
    Value sum = tile > 0 ? carry[tile - 1] : start.value;
    for (std::size_t i = tile * kTile; i < end; ++i) {
      const Value value = static_cast<Value>(in[i]);
      const Value before = sum;
      sum = begun ? static_cast<Value>(operation(sum, value)) : value;
      begun = true;
      out[i] = exclusive ? before : sum;
    }
  });
}

namespace types {

/// A value of a sequence that is cut into segments.
template <class Value>
struct Segmented {
  bool head;
  Value value;
};

template <class Value, class Operation>
struct WithinSegment {
  Operation operation;
  EMU_INLINED Segmented<Value> operator()(const Segmented<Value>& a, const Segmented<Value>& b) {
    return {a.head || b.head, b.head ? b.value : static_cast<Value>(operation(a.value, b.value))};
  }
};

/// Elements that a function of their index computes.
template <class Function>
struct Computed {
  Function function;
  EMU_INLINED auto operator[](std::size_t i) { return function(i); }
};
template <class Function>
Computed(Function) -> Computed<Function>;

}  // namespace types
using types::Computed;
using types::Segmented;
using types::WithinSegment;

/// The same within each segment; `is_head(i)` says where one begins. Exclusive: the start is the
/// first of each segment.
template <class Head, class Input, class Output, class Value, class Operation>
void scan_segments_in_grids(Grids& grids, Head is_head, Input in, Output out, std::size_t count,
                            Operation operation, Start<Value> start, bool exclusive) {
  using Element = Segmented<Value>;
  Element* const scanned = grids.take<Element>(count);
  scan_in_grids(grids, Computed{[=](std::size_t i) EMU_MUTABLE {
                  return Element{is_head(i), static_cast<Value>(in[i])};
                }},
                scanned, count, WithinSegment<Value, Operation>{operation}, Start<Element>{},
                false);
  grids.each(count, [=](std::size_t i) EMU_MUTABLE {
    if (!exclusive)
      out[i] = scanned[i].value;
    else if (is_head(i))
      out[i] = start.value;
    else
      out[i] = static_cast<Value>(operation(start.value, scanned[i - 1].value));
  });
}

}  // namespace emu

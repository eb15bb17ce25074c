// Selections in grids: which elements stay, where each goes, and how many there are.
#pragma once

#include "emulator/grids/folds.h"

namespace emu {

namespace types {
struct Sum {
  EMU_INLINED std::size_t operator()(std::size_t a, std::size_t b) const { return a + b; }
};
}  // namespace types

/// How many of the elements up to each, itself included, `keep(i)` keeps.
template <class Keep>
std::size_t* count_in_grids(Grids& grids, std::size_t count, Keep keep) {
  std::size_t* const kept = grids.take<std::size_t>(count);
  grids.each(count, [=](std::size_t i) EMU_MUTABLE { kept[i] = keep(i) ? 1 : 0; });
  scan_in_grids(grids, static_cast<const std::size_t*>(kept), kept, count, types::Sum(),
                Start<std::size_t>{}, false);
  return kept;
}

template <class Number>
void store_count(Grids& grids, const std::size_t* kept, std::size_t count, Number* number) {
  grids.each(1, [=](std::size_t) EMU_INLINED {
    *number = static_cast<Number>(count == 0 ? 0 : kept[count - 1]);
  });
}

EMU_INLINED inline bool is_kept(const std::size_t* kept, std::size_t i) {
  return kept[i] != (i == 0 ? 0 : kept[i - 1]);
}

/// Calls `put(from, to)` for each element that stays, and stores their number.
template <class Keep, class Put, class Number>
void select_in_grids(Grids& grids, std::size_t count, Keep keep, Put put, Number* number) {
  const std::size_t* const kept = count_in_grids(grids, count, keep);
  grids.each(count, [=](std::size_t i) EMU_MUTABLE {
    if (is_kept(kept, i)) put(i, kept[i] - 1);
  });
  store_count(grids, kept, count, number);
}

/// Those that stay go to the front, in their order, and the others behind them: `put(from, to)`.
template <class Keep, class Put, class Number>
void partition_in_grids(Grids& grids, std::size_t count, Keep keep, Put put, Number* number) {
  const std::size_t* const kept = count_in_grids(grids, count, keep);
  grids.each(count, [=](std::size_t i) EMU_MUTABLE {
    put(i, is_kept(kept, i) ? kept[i] - 1 : kept[count - 1] + (i - kept[i]));
  });
  store_count(grids, kept, count, number);
}

/// For each run, of which `is_head(i)` is the first element: `put(run, begin, end)`.
template <class Head, class Put, class Number>
void runs_in_grids(Grids& grids, std::size_t count, Head is_head, Put put, Number* number) {
  const std::size_t* const kept = count_in_grids(grids, count, is_head);
  std::size_t* const begins = grids.take<std::size_t>(count);
  grids.each(count, [=](std::size_t i) EMU_INLINED {
    if (is_kept(kept, i)) begins[kept[i] - 1] = i;
  });
  grids.each(count, [=](std::size_t run) EMU_MUTABLE {
    const std::size_t runs = kept[count - 1];
    if (run < runs) put(run, begins[run], run + 1 < runs ? begins[run + 1] : count);
  });
  store_count(grids, kept, count, number);
}

}  // namespace emu

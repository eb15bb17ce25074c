// A field on a ring of devices, which must have the bits of the serial version.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "22-peer-access/strips.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace checks {

inline std::vector<float> start_of(const Field& f) {
  std::vector<float> cells(f.cells());
  for (int i = 0; i < f.cells(); ++i) cells[i] = static_cast<float>(i * 37 % 1009) / 7.0F;
  return cells;
}

// Which row of the field lies above or below row r, which is one at the edge of its strip; -1:
// none, and zeros are there instead.
using Beside = int (*)(const Field&, int r, int step);

inline int right_row(const Field& f, int r, int step) {
  return (r + step + f.all_rows()) % f.all_rows();
}

// Mistakes at the edges of strips.
inline int no_row(const Field&, int, int) { return -1; }
inline int own_row(const Field&, int r, int) { return r; }
inline int other_side(const Field& f, int r, int step) {
  const int strip = r / f.rows, other = (strip + f.devices - step) % f.devices;
  return other * f.rows + (step < 0 ? f.rows - 1 : 0);
}

inline int far_row(const Field& f, int r, int step) {
  const int other = right_row(f, r, step) / f.rows;
  return other * f.rows + (step < 0 ? 0 : f.rows - 1);
}

inline bool is_edge(const Field& f, int r, int step) {
  return r % f.rows == (step < 0 ? 0 : f.rows - 1);
}

// The serial version; exact in its multiplications, so every machine rounds as this one does.
inline std::vector<float> relaxed(const Field& f, int steps, Beside beside = right_row) {
  std::vector<float> now = start_of(f), next(now.size());
  const auto row_beside = [&](int r, int step) {
    return is_edge(f, r, step) ? beside(f, r, step) : r + step;
  };
  for (int step = 0; step < steps; ++step) {
    for (int r = 0; r < f.all_rows(); ++r) {
      const int up = row_beside(r, -1), down = row_beside(r, 1);
      for (int c = 0; c < f.width; ++c) {
        const float sum =
            (up < 0 ? 0 : now[up * f.width + c]) + (down < 0 ? 0 : now[down * f.width + c]);
        next[r * f.width + c] = 0.25F * sum + 0.5F * now[r * f.width + c];
      }
    }
    now.swap(next);
  }
  return now;
}

enum class Entry { kRing, kOverlapped };

inline Outcome run_field(Entry entry, const Field& f, int steps, int island, bool allow) {
  emulate_devices(f.devices, island);
  watch_reads();
  const std::vector<float> start = start_of(f);
  if (entry == Entry::kRing) {
    return EXERCISE(relax_ring, inout(start), f.devices, f.rows, f.width, steps, allow ? 1 : 0);
  }
  return EXERCISE(relax_overlapped, inout(start), f.devices, f.rows, f.width, steps, allow ? 1 : 0);
}

inline std::vector<const Launch*> grids(const Launches& launches, const std::string& kernel,
                                        int device) {
  std::vector<const Launch*> found;
  for (const Launch& l : launches) {
    if (l.kernel == kernel && l.device == device) found.push_back(&l);
  }
  return found;
}

// Rows that all grids relax of a device compute together.
inline int rows_computed(const Launches& launches, int device) {
  int rows = 0;
  for (const Launch* work : grids(launches, "relax", device)) rows += work->grid.y;
  return rows;
}

inline const char* rows_to_launch_for(Entry entry) {
  if (entry == Entry::kOverlapped) {
    return "for rows 1 to rows - 2 before the halos have arrived, for row 0 and row rows - 1 after "
           "that";
  }
  return "for rows 0 to rows - 1, or for parts of these that have no row in common; relax_rows "
         "gets the first row and how many rows to compute";
}

inline Refusal why_rows_again(const Outcome& run, Entry entry, const Field& f, int steps) {
  for (int d = 0; d < f.devices; ++d) {
    const int rows = rows_computed(run.launches, d);
    if (rows <= f.rows * steps) continue;
    return because(Cause::kCall,
                   "on device {}, relax computes {} rows in {} steps, though its strip has {} "
                   "rows: some are computed twice in a step. Launch relax once for each row: {}",
                   d, rows, steps, f.rows, rows_to_launch_for(entry));
  }
  return {};
}

inline ReportMatcher ComputesNoRowTwice(Entry entry, const Field& f, int steps) {
  return {"computes no row twice in a step",
          [=](const Outcome& run) { return why_rows_again(run, entry, f, steps); }};
}

// Asked where the field is wrong: it may be made by other kernels as well.
inline Refusal why_rows_left_out(const Outcome& run, const Field& f, int steps) {
  if (std::ranges::equal(run.result<float>(0), relaxed(f, steps))) return {};
  for (int d = 0; d < f.devices; ++d) {
    const int rows = rows_computed(run.launches, d);
    if (!run.launches.known() || rows == 0 || rows >= f.rows * steps) continue;
    return because(
        "on device {}, relax computes {} rows in {} steps, though its strip has {} rows: some are "
        "left out. Rows 1 to rows - 2 lie between the edges: a strip of 3 rows has one such row, a "
        "strip of 2 rows none",
        d, rows, steps, f.rows);
  }
  return {};
}

inline ReportMatcher LeavesNoRowOut(const Field& f, int steps) {
  return {"leaves no row out",
          [f, steps](const Outcome& run) { return why_rows_left_out(run, f, steps); }};
}

// What to say of a halo that take writes while relax reads it; nothing of other findings. Of the
// two orders either may be the missing one.
inline std::string words_of_halos(const Outcome& run) {
  if (run.diagnostics.empty()) return {};
  const Diagnostic& first = run.diagnostics.front();
  const auto names = [&](const char* kernel) {
    return first.message.find(kernel) != std::string::npos;
  };
  if (first.cites != "S5" || !names("kernel take ") || !names("kernel relax ")) return {};
  return "\nrelax of one step reads the halo that take has written for it, and take of the next "
         "step overwrites the halo. So `work` must wait for `arrived` of the step, and `exchange` "
         "for `done` of the step before, of the strip itself and of its neighbors";
}

inline void expect_one_field(Entry entry, const Field& f, int steps, int island = 0,
                             bool allow = true) {
  std::string where = machine_words(f.devices, island);
  if (!allow) {
    where +=
        ", as if no device could use another's memory: rows are copied, and a strip that copies a "
        "neighbor's row must also wait for the neighbor's step before";
  }
  const Outcome run = run_field(entry, f, steps, island, allow);
  const bool in_parts = entry == Entry::kOverlapped;
  // Rows that come twice race with the halos, and are the cause.
  if (in_parts) {
    ASSERT_THAT(run, ComputesNoRowTwice(entry, f, steps)) << where;
  }
  ASSERT_THAT(run, FinishedCleanly()) << where << words_of_halos(run);
  ASSERT_THAT(run, ReturnsNoError()) << where;
  if (in_parts) {
    ASSERT_THAT(run, LeavesNoRowOut(f, steps)) << where;
  }
  const auto like = [&](Beside beside) {
    const std::vector<float> cells = relaxed(f, steps, beside);
    return [cells](int i) { return cells[static_cast<std::size_t>(i)]; };
  };
  const std::vector<float> start = start_of(f);
  ASSERT_THAT(run.result<float>(0).in_rows_of(f.width),
              Elements(relaxed(f, steps))
                  .mistaking([start](int i) { return start[static_cast<std::size_t>(i)]; },
                             "cells that no step has changed")
                  .mistaking([](int) { return 0; }, "cells that no step has written")
                  .mistaking(like(no_row), "strips next to which no row was put")
                  .mistaking(like(own_row), "strips that saw their own rows instead of halos")
                  .mistaking(like(other_side),
                             "strips whose halos were of the wrong neighbor: above strip d lies "
                             "the last row of strip d - 1, below it the first of strip d + 1")
                  .mistaking(like(far_row),
                             "strips whose halos were the far rows of their neighbors: above a "
                             "strip lies the last row of its neighbor, below it the first"))
      << where;
  expect_work_on_all_devices(run, f, steps, where);
}

}  // namespace checks

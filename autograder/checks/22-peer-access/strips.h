// Who works on which strip: each device on its own, with one row of each neighbor's.
#pragma once

#include <string>

#include "22-peer-access/rings.h"
#include "shared/judged.h"

namespace checks {

struct Field {
  int devices, rows, width;  // rows of a strip
  int all_rows() const { return devices * rows; }
  int cells() const { return all_rows() * width; }
};

// At how many sides of strip d strip `other` lies.
inline int sides_beside(const Field& f, int d, int other) {
  const int above = (d + f.devices - 1) % f.devices, below = (d + 1) % f.devices;
  return d == other ? 0 : (above == other ? 1 : 0) + (below == other ? 1 : 0);
}

// Of any kernel: strips may be made by others than relax.
inline WroteResult WroteStrip(const Field& f, int d) {
  const auto cells = static_cast<std::size_t>(f.rows) * f.width;
  return WroteResult(0).on_device(d).slice(d * cells, (d + 1) * cells);
}

// Numbers that grids on `reader` have read of grids on `writer`, there or in copies; each once.
inline std::size_t numbers_read(const Outcome& run, int reader, int writer) {
  std::size_t numbers = 0;
  for (const WordsRead& read : run.reads) {
    const Launch* const by = run.launches.find(read.reader);
    const Launch* const from = run.launches.find(read.writer);
    if (by == nullptr || from == nullptr) continue;
    if (by->device == reader && from->device == writer) numbers += read.words;
  }
  return numbers;
}

// The rows beside a strip lie in two buffers that take turns.
inline Refusal why_other_rows_read(const Outcome& run, const Field& f, int d, int other) {
  const int sides = sides_beside(f, d, other);
  const std::size_t read = numbers_read(run, d, other), least = std::size_t(sides) * f.width,
                    most = 4 * std::size_t(sides) * f.width;
  if (read < least)
    return because(
        "grids on device {} read {} numbers that grids on device {} computed. Their strips are "
        "next to each other, so each step needs the {} numbers there as the step before left them "
        "(P6)",
        d, read, other, least);
  if (read > most)
    return because(
        "grids on device {} read {} numbers that grids on device {} computed. A device computes "
        "its own strip, and needs from others only the two rows next to it, of {} numbers each",
        d, read, other, f.width);
  return {};
}

inline Refusal why_not_on_all_devices(const Outcome& run, const Field& f) {
  for (int d = 0; run.launches.known() && d < f.devices; ++d) {
    for (int other = 0; other < f.devices; ++other) {
      if (d == other) continue;
      if (Refusal why = why_other_rows_read(run, f, d, other); !why.why.empty()) return why;
    }
  }
  return {};
}

inline Judged ReadsTheRowsBeside(const Field& f) {
  return {"each device reads the rows next to its strip",
          [f](const Outcome& run) { return why_not_on_all_devices(run, f); }};
}

// In the first step all is as the host has brought it.
inline void expect_work_on_all_devices(const Outcome& run, const Field& f, int steps,
                                       const std::string& where = {}) {
  for (int d = 0; d < f.devices; ++d) ASSERT_THAT(run, WroteStrip(f, d)) << where;
  if (steps > 1) {
    ASSERT_THAT(run, ReadsTheRowsBeside(f)) << where;
  }
}

}  // namespace checks

// Who says how many launches were refused.
#pragma once

#include <utility>

#include "12-quadtree/points.h"

namespace checks {

inline Refusal why_wrong_refused(const Outcome& run, int pool) {
  const int told = run.result<int>(2)[0];
  const auto refused = run.launches.refused().size();
  if (std::cmp_equal(told, refused)) return {};
  return because(
      "*refused is {}; with a pool of {} the device refused {} launches. Threads of many blocks "
      "count into one number, so each adds 1 atomically, and only for a launch that was refused: "
      "where nothing was launched nothing was refused",
      told, pool, refused);
}

inline Judged CountsTheRefused(int pool) {
  return {"counts the refused",
          [pool](const Outcome& run) { return why_wrong_refused(run, pool); }};
}

}  // namespace checks

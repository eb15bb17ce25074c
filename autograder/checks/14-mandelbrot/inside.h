// Whether what a border of one dwell surrounds is filled without a step. The exercise counts its
// steps itself; the virtual clock is the second witness.
#pragma once

#include <functional>

#include "14-mandelbrot/pictures.h"
#include "shared/virtual_time.h"

namespace checks {

using DrawsInside = std::function<Outcome(int most)>;

// What more steps of every point that is computed cost, in µs of the virtual clock.
inline double cost_of_more_steps(const DrawsInside& draws) {
  constexpr int kSome = 32, kMany = 288;
  return microseconds(draws(kMany).launches) - microseconds(draws(kSome).launches);
}

// Lines are computed side by side, each pixel by a thread of its own, as all pixels of the flat
// picture are: so both pay once for more steps. Who computes the inside too pays again.
inline void expect_inside_is_filled(const DrawsInside& draws) {
  const double flat = cost_of_more_steps([](int most) { return run_flat(kInside, kSide, most); });
  const Outcome run = draws(kMost);
  if (!run.launches.known()) return;
  const double squares = cost_of_more_steps(draws);
  EXPECT_THAT(run, Judged("fills without a step", [=](const Outcome&) -> Refusal {
                if (squares <= 1.5 * flat) return {};
                return because(
                    "a picture that is entirely inside the set takes {:.1f} µs more on the virtual "
                    "clock when its points may take more steps, but with one thread per pixel only "
                    "{:.1f} µs more: what is filled is computed too",
                    squares, flat);
              }));
}

}  // namespace checks

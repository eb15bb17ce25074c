// What the other tasks run: four kernels, rounds, and grids that are timed.
#pragma once

#include <vector>

#include "21-cross-device-events/order.h"

namespace checks {

inline Outcome run_four(int n, int here, int there) {
  return EXERCISE(four_kernels, output<int>(n), output<int>(n), n, here, there);
}

// k2 and k4 write the results; the host passes them on.
inline WroteResult WroteDoubled() { return WroteResult(0, "k2").launched_anywhere(); }
inline WroteResult WroteDifference() { return WroteResult(1, "k4").launched_anywhere(); }

inline Outcome run_rounds(int rounds, int devices) {
  give_devices(devices);
  return EXERCISE(play_rounds, output<int>(devices), rounds, devices);
}

inline WroteResult Moved() { return WroteResult(0, "move").of("play"); }

inline std::vector<int> naps(int devices) {
  std::vector<int> result;
  for (int d = 0; d < devices; ++d) result.push_back(20 + 30 * (d % 3));
  return result;
}

inline Outcome run_watches(int devices) {
  give_devices(devices);
  return EXERCISE(time_devices, output<float>(devices), input(naps(devices)), devices);
}

}  // namespace checks

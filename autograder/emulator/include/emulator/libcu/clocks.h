// The time of the side that asks: virtual on the device, the system's on the host.
#pragma once

#include <chrono>

#include "emulator/seam.h"

namespace emu {

inline std::chrono::nanoseconds now_of_this_side() {
  if (on_device()) return std::chrono::nanoseconds(globaltimer_ns());
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::system_clock::now().time_since_epoch());
}

}  // namespace emu

// Rings of devices, of which some may not use each other's memory.
//
// Values hold on cards as well, of which there must be two. Machines on which some pairs of devices
// are refused, and larger rings, are the emulator's.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

// On cards as many as there are. Two first: in smaller and larger rings mistakes look more alike.
inline std::vector<int> ring_sizes() {
  std::vector<int> sizes = {2, 4, 8, 1};
  if (settings().device == DeviceKind::kGpu) {
    std::erase_if(sizes, [](int size) { return size > settings().gpus; });
  }
  return sizes;
}

inline std::string machine_words(int devices, int island) {
  if (devices == 1) return "on one device";
  std::string words = fmt::format("on {} devices", devices);
  if (island == 1) words += ", none of which can use another's memory";
  if (island > 1) {
    words +=
        fmt::format(", of which only groups of {} neighbors can use each other's memory", island);
  }
  return words;
}

}  // namespace checks

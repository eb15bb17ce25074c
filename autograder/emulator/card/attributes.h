// What the emulated card says of itself: an NVIDIA H200 as its driver describes it.
#pragma once

#include <optional>

#include "driver_types.h"

namespace emu::card {

/// Host and kernels may use managed memory at the same time, as with an H200; otherwise they take
/// turns, as with Windows, Tegra and cards before Pascal (U6). Set by EMULATOR_MANAGED.
extern bool concurrent_managed_access;

/// Nothing for what is no attribute of a card.
std::optional<int> attribute(cudaDeviceAttr attribute);
/// The same facts as cudaGetDeviceProperties gives them.
cudaDeviceProp properties(int device);

}  // namespace emu::card

// What the emulated card says of itself: an NVIDIA H200 as its driver describes it.
#pragma once

#include <optional>

#include "driver_types.h"

namespace emu::card {

/// Nothing for what is no attribute of a card. Whether host and kernels may use managed memory at
/// the same time is the one that can be chosen (EMULATOR_MANAGED).
std::optional<int> attribute(cudaDeviceAttr attribute, bool concurrent_managed_access = true);
/// The same facts as cudaGetDeviceProperties gives them.
cudaDeviceProp properties(int device, bool concurrent_managed_access = true);

}  // namespace emu::card

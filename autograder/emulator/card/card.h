// What the emulated card is: an NVIDIA H200 as its driver describes it.
#pragma once

#include <cstddef>
#include <optional>

#include "driver_types.h"

namespace emu::card {

inline constexpr std::size_t kMemory = 150'109'880'320;  // cudaMemGetInfo: total
inline constexpr std::size_t kReserved = 552'402'944;    // of which a context takes so much

inline constexpr int kMultiprocessors = 132;
inline constexpr int kThreadsPerMultiprocessor = 2048;
inline constexpr int kBlocksPerMultiprocessor = 32;
inline constexpr int kRegistersPerMultiprocessor = 65536;
inline constexpr std::size_t kReservedShared = 1024;  // bytes that each block costs besides its own

/// Nothing for what is no attribute of a card.
std::optional<int> attribute(cudaDeviceAttr attribute);
/// The same facts as cudaGetDeviceProperties gives them.
cudaDeviceProp properties(int device);

}  // namespace emu::card

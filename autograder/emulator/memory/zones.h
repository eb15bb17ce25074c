// Where each kind of memory lies in the arena, so that an address alone tells kind and device.
//
//   device 0: cudaMalloc | heap    …    device 15: cudaMalloc | heap    host memory    shared
//   memory
#pragma once

#include "memory/memory.h"

namespace emu::memory {

inline constexpr int kMaxDevices = 16;
inline constexpr std::size_t kDeviceZone = std::size_t{12} << 30;  // of one device
inline constexpr std::size_t kHeapZone = std::size_t{2} << 30;     // its end
inline constexpr std::uintptr_t kHostBegin = kArenaBegin + kMaxDevices * kDeviceZone;
inline constexpr std::size_t kHostZone = std::size_t{48} << 30;  // pinned, managed, arrays
inline constexpr std::uintptr_t kSharedBegin = kHostBegin + kHostZone + kAboveInts;
inline constexpr std::size_t kSharedZone = kArenaBegin + kArenaSize - kSharedBegin;

inline constexpr std::uintptr_t device_begin(int device) {
  return kArenaBegin + static_cast<std::size_t>(device) * kDeviceZone;
}
inline bool in_shared(std::uintptr_t address) { return address - kSharedBegin < kSharedZone; }
inline bool in_host_zone(std::uintptr_t address) { return address - kHostBegin < kHostZone; }
inline bool in_device_zone(std::uintptr_t address) {
  return address - kArenaBegin < kMaxDevices * kDeviceZone;
}
/// The device whose memory `address`, in a device zone, is.
inline int device_of(std::uintptr_t address) {
  return static_cast<int>((address - kArenaBegin) / kDeviceZone);
}

}  // namespace emu::memory

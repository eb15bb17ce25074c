// Devices: which there are, what they can do, waiting for them, giving up what they hold.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "card/attributes.h"
#include "cuda_runtime_api.h"
#include "device/state.h"
#include "memory/memory.h"
#include "runtime/calls.h"
#include "runtime/cdp1.h"
#include "runtime/state.h"
#include "runtime/waits.h"

namespace emu {

namespace {

std::string direction_detail(int device, int peer) {
  return "device " + std::to_string(device) + " to device " + std::to_string(peer);
}

template <class Body>
cudaError_t with_device(int number, Body&& body) {
  return device_exists(number) ? body() : cudaErrorInvalidDevice;
}

// ---- Reset --------------------------------------------------------------------------------------

using Allocations = std::vector<memory::Allocation>;

void collect(const memory::Allocation& allocation, void* context) {
  static_cast<Allocations*>(context)->push_back(allocation);
}

/// Everything that the program holds on the device is gone, as when the program had just begun.
void forget_everything(const Call& call, Device& device) {
  Allocations live;
  memory::each_live(&collect, &live);
  for (const memory::Allocation& each : live)
    if (!each.name && each.kind != memory::Kind::kShared && each.device == device.number)
      memory::release(reinterpret_cast<void*>(each.begin), each.kind, call.site);
  for (Stream* stream : device.streams) stream->alive = false;
  device.streams.clear();
  for (int peer = 0; peer < device_count(); ++peer)
    checker::set_peer_access(device.number, peer, false);
  device.peers = {};
  device.heap_used = false;
  device.heap_taken = 0;
  const Device fresh;
  device.pending_limit = fresh.pending_limit;
  device.heap_limit = fresh.heap_limit;
  device.stack_limit = fresh.stack_limit;
  device.printf_limit = fresh.printf_limit;
}

/// After a fault the device cannot be had again: the reset itself says 0, what follows 46
/// (h200-facts 2).
cudaError_t reset(const Call& call) {
  Device& device = current_device();
  if (state.sticky_error != cudaSuccess) {
    state.sticky_error = cudaErrorDevicesUnavailable;
    return cudaSuccess;
  }
  if (const cudaError_t error = wait_for(call, device)) return error;
  forget_everything(call, device);
  return cudaSuccess;
}

// ---- Peers --------------------------------------------------------------------------------------

cudaError_t enable_peer(int peer, unsigned flags) {
  if (!device_exists(peer)) return cudaErrorInvalidDevice;
  if (flags != 0) return cudaErrorInvalidValue;
  Device& here = current_device();
  if (!can_be_peers(here.number, peer)) return cudaErrorPeerAccessUnsupported;
  bool& enabled = here.peers[static_cast<std::size_t>(peer)];
  if (enabled) return cudaErrorPeerAccessAlreadyEnabled;
  enabled = true;
  checker::set_peer_access(here.number, peer, true);
  return cudaSuccess;
}

cudaError_t disable_peer(int peer) {
  if (!device_exists(peer)) return cudaErrorInvalidDevice;
  Device& here = current_device();
  bool& enabled = here.peers[static_cast<std::size_t>(peer)];
  if (!enabled) return cudaErrorPeerAccessNotEnabled;
  enabled = false;
  checker::set_peer_access(here.number, peer, false);
  return cudaSuccess;
}

cudaError_t peer_attribute(int* value, cudaDeviceP2PAttr attribute, int from, int to) {
  if (!value) return cudaErrorInvalidValue;
  if (!device_exists(from) || !device_exists(to)) return cudaErrorInvalidDevice;
  if (from == to) return cudaErrorInvalidDevice;
  if (attribute < cudaDevP2PAttrPerformanceRank ||
      attribute > cudaDevP2PAttrOnlyPartialNativeAtomicSupported)
    return cudaErrorInvalidValue;
  const bool granted = attribute != cudaDevP2PAttrPerformanceRank &&
                       attribute != cudaDevP2PAttrOnlyPartialNativeAtomicSupported;
  *out(value) = granted && can_be_peers(from, to) ? 1 : 0;
  return cudaSuccess;
}

// ---- Names on the bus ---------------------------------------------------------------------------

void write_bus_id(char* text, std::size_t size, int number) {
  const cudaDeviceProp p = card::properties(number);
  std::snprintf(out(text, size), size, "%04X:%02X:%02X.0", static_cast<unsigned>(p.pciDomainID),
                static_cast<unsigned>(p.pciBusID), static_cast<unsigned>(p.pciDeviceID));
}

cudaError_t set_flags(unsigned flags) {
  constexpr unsigned kKnown =
      cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  if ((flags & ~kKnown) || (schedule & (schedule - 1))) return cudaErrorInvalidValue;
  runtime.chosen.device_flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}

}  // namespace

// ---- Which devices ------------------------------------------------------------------------------

extern "C" cudaError_t cudaGetDeviceCount(int* count) {
  return api_without_context({"cudaGetDeviceCount", EMU_SITE}, [&](const Call& call) {
    if (!count) return cudaErrorInvalidValue;
    return hand_back(call, count, device_count());
  });
}

extern "C" cudaError_t cudaGetDevice(int* device) {
  return api_without_context({"cudaGetDevice", EMU_SITE}, [&](const Call& call) {
    if (!device) return cudaErrorInvalidValue;
    return hand_back(call, device, current_device().number);
  });
}

extern "C" cudaError_t cudaSetDevice(int device) {
  return api_without_context({"cudaSetDevice", EMU_SITE}, [&](const Call&) {
    return with_device(device, [&] {
      // From the second device on, whose memory an address is matters.
      memory::note_device(device);
      set_current_device(device);
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return api({"cudaInitDevice", EMU_SITE},
             [&](const Call&) { return with_device(device, [] { return cudaSuccess; }); });
}

extern "C" cudaError_t cudaSetValidDevices(int* devices, int count) {
  return api({"cudaSetValidDevices", EMU_SITE}, [&](const Call&) {
    if (count < 0 || (count > 0 && !devices)) return cudaErrorInvalidValue;
    for (int i = 0; i < count; ++i)
      if (!device_exists(devices[i])) return cudaErrorInvalidDevice;
    return cudaSuccess;
  });
}

// All devices are equal: any wish is met best by the first.
extern "C" cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wish) {
  return api_without_context({"cudaChooseDevice", EMU_SITE}, [&](const Call&) {
    if (!device || !wish) return cudaErrorInvalidValue;
    *out(device) = 0;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device) {
  return api_without_context({"cudaDeviceGetPCIBusId", EMU_SITE}, [&](const Call&) {
    if (!text || size < 13) return cudaErrorInvalidValue;
    return with_device(device, [&] {
      write_bus_id(text, static_cast<std::size_t>(size), device);
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* wanted) {
  return api_without_context({"cudaDeviceGetByPCIBusId", EMU_SITE}, [&](const Call&) {
    if (!device || !wanted) return cudaErrorInvalidValue;
    for (int i = 0; i < device_count(); ++i) {
      char text[32];
      write_bus_id(text, sizeof text, i);
      if (std::strcmp(text, wanted) == 0) return *out(device) = i, cudaSuccess;
    }
    return cudaErrorInvalidDevice;
  });
}

// ---- What they are ------------------------------------------------------------------------------

extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return api_without_context({"cudaGetDeviceProperties", EMU_SITE}, [&](const Call&) {
    if (!properties) return cudaErrorInvalidValue;
    return with_device(device, [&] {
      return *out(properties) = card::properties(device, state.settings.concurrent_managed_access),
             cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return api_without_context({"cudaDeviceGetAttribute", EMU_SITE}, [&](const Call& call) {
    if (!value) return cudaErrorInvalidValue;
    return with_device(device, [&] {
      const auto known = card::attribute(attribute, state.settings.concurrent_managed_access);
      return known ? hand_back(call, value, *known) : cudaErrorInvalidValue;
    });
  });
}

extern "C" cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* width,
                                                            const cudaChannelFormatDesc* format,
                                                            int device) {
  return api({"cudaDeviceGetTexture1DLinearMaxWidth", EMU_SITE}, [&](const Call&) {
    if (!width || !format) return cudaErrorInvalidValue;
    return with_device(device, [&] {
      *out(width) = static_cast<std::size_t>(*card::attribute(cudaDevAttrMaxTexture1DLinearWidth));
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaDriverGetVersion(int* version) {
  return api_without_context({"cudaDriverGetVersion", EMU_SITE}, [&](const Call&) {
    return version ? (*out(version) = CUDART_VERSION, cudaSuccess) : cudaErrorInvalidValue;
  });
}

extern "C" cudaError_t cudaRuntimeGetVersion(int* version) {
  return api_without_context({"cudaRuntimeGetVersion", EMU_SITE}, [&](const Call& call) {
    constexpr int kOnDevice = 6000;  // h200-facts 1
    if (!version) return cudaErrorInvalidValue;
    return hand_back(call, version, current_block ? kOnDevice : CUDART_VERSION);
  });
}

// ---- Waiting and resetting ----------------------------------------------------------------------

extern "C" cudaError_t cudaDeviceSynchronize() {
  return api({"cudaDeviceSynchronize", EMU_SITE}, [](const Call& call) {
    return current_block ? synchronize_block(call) : wait_for(call, current_device());
  });
}

extern "C" cudaError_t cudaDeviceReset() {
  return api_without_context({"cudaDeviceReset", EMU_SITE},
                             [](const Call& call) { return reset(call); });
}

// ---- Settings that change nothing that can be seen here -----------------------------------------

extern "C" cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return api({"cudaSetDeviceFlags", EMU_SITE}, [&](const Call&) { return set_flags(flags); });
}

extern "C" cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return api({"cudaGetDeviceFlags", EMU_SITE}, [&](const Call&) {
    return flags ? (*out(flags) = runtime.chosen.device_flags, cudaSuccess) : cudaErrorInvalidValue;
  });
}

extern "C" cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return api({"cudaDeviceGetCacheConfig", EMU_SITE}, [&](const Call&) {
    return config ? (*out(config) = cudaFuncCachePreferNone, cudaSuccess) : cudaErrorInvalidValue;
  });
}

extern "C" cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return api({"cudaDeviceSetCacheConfig", EMU_SITE}, [](const Call&) { return cudaSuccess; });
}

extern "C" cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return api({"cudaDeviceGetSharedMemConfig", EMU_SITE}, [&](const Call&) {
    return config ? (*out(config) = cudaSharedMemBankSizeFourByte, cudaSuccess)
                  : cudaErrorInvalidValue;
  });
}

extern "C" cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return api({"cudaDeviceSetSharedMemConfig", EMU_SITE}, [](const Call&) { return cudaSuccess; });
}

extern "C" cudaError_t cudaCtxResetPersistingL2Cache() {
  return api({"cudaCtxResetPersistingL2Cache", EMU_SITE}, [](const Call&) { return cudaSuccess; });
}

// ---- Peers --------------------------------------------------------------------------------------

extern "C" cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return api(
      {"cudaDeviceCanAccessPeer", EMU_SITE},
      [&](const Call&) {
        if (!can) return cudaErrorInvalidValue;
        if (!device_exists(device) || !device_exists(peer)) return cudaErrorInvalidDevice;
        *out(can) = can_be_peers(device, peer);
        return cudaSuccess;
      },
      [&] { return direction_detail(device, peer); });
}

extern "C" cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return api(
      {"cudaDeviceEnablePeerAccess", EMU_SITE},
      [&](const Call&) { return enable_peer(peer, flags); },
      [&] { return direction_detail(current_device().number, peer); });
}

extern "C" cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return api({"cudaDeviceDisablePeerAccess", EMU_SITE},
             [&](const Call&) { return disable_peer(peer); });
}

extern "C" cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from,
                                                 int to) {
  return api({"cudaDeviceGetP2PAttribute", EMU_SITE},
             [&](const Call&) { return peer_attribute(value, attribute, from, to); });
}

}  // namespace emu

// cudaDeviceSetLimit and cudaDeviceGetLimit (A5, L1-L7). What the card rounds, clamps and refuses
// was read from an H200.
#include <algorithm>
#include <array>
#include <string>

#include "card/attributes.h"
#include "cuda_runtime_api.h"
#include "device/border/handed_over/handed_over.h"
#include "device/state.h"
#include "runtime/calls.h"
#include "runtime/state.h"

namespace emu {

namespace {

const std::size_t* limit_of(const Device& device, cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return &device.stack_limit;
    case cudaLimitPrintfFifoSize:
      return &device.printf_limit;
    case cudaLimitMallocHeapSize:
      return &device.heap_limit;
    case cudaLimitDevRuntimePendingLaunchCount:
      return &device.pending_limit;
    case cudaLimitDevRuntimeSyncDepth:
      return &device.sync_depth;
    case cudaLimitMaxL2FetchGranularity:
      return &runtime.chosen.fetch_granularity;
    case cudaLimitPersistingL2CacheSize:
      return &runtime.chosen.persisting_bytes;
    default:
      return nullptr;
  }
}

const char* name_of(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return "cudaLimitStackSize";
    case cudaLimitPrintfFifoSize:
      return "cudaLimitPrintfFifoSize";
    case cudaLimitMallocHeapSize:
      return "cudaLimitMallocHeapSize";
    case cudaLimitDevRuntimeSyncDepth:
      return "cudaLimitDevRuntimeSyncDepth";
    case cudaLimitDevRuntimePendingLaunchCount:
      return "cudaLimitDevRuntimePendingLaunchCount";
    case cudaLimitMaxL2FetchGranularity:
      return "cudaLimitMaxL2FetchGranularity";
    case cudaLimitPersistingL2CacheSize:
      return "cudaLimitPersistingL2CacheSize";
    default:
      return "no limit";
  }
}

std::size_t round_up(std::size_t value, std::size_t step) {
  return (value + step - 1) / step * step;
}

// The heap is fixed once a kernel has used it (H2). The card gives it whole pages of 64 KB, 4 MB at
// least, and an eighth of its memory or so at most.
cudaError_t set_heap(Device& device, std::size_t value) {
  constexpr std::size_t kLeast = 4 << 20, kPage = 64 << 10, kMost = 17'681'179'680;
  if (device.heap_used) return cudaErrorInvalidValue;
  device.heap_limit = value >= kMost ? kMost : std::max(kLeast, round_up(value, kPage));
  return cudaSuccess;
}

cudaError_t set_stack(Device& device, std::size_t value) {
  constexpr std::size_t kMost = 512 << 10;  // refused
  if (value >= kMost) return cudaErrorInvalidValue;
  device.stack_limit = round_up(value, 16);
  return cudaSuccess;
}

cudaError_t set_printf(Device& device, std::size_t value) {
  constexpr std::size_t kLeast = 512 << 10;
  device.printf_limit = std::max(kLeast, round_up(value, 512));
  return cudaSuccess;
}

cudaError_t set_pending(Device& device, std::size_t value) {
  constexpr std::size_t kLeast = 32, kMost = 599'186;
  device.pending_limit = std::clamp(value, kLeast, kMost);
  return cudaSuccess;
}

// Only CDP1 has it (L5).
cudaError_t set_sync_depth(Device& device, std::size_t value) {
  constexpr std::size_t kMost = 24;
  if (!state.settings.cdp1) return cudaErrorUnsupportedLimit;
  if (value > kMost) return cudaErrorInvalidValue;
  device.sync_depth = value;
  return cudaSuccess;
}

cudaError_t set_fetch_granularity(std::size_t value) {
  if (value > 128) return cudaErrorInvalidValue;
  runtime.chosen.fetch_granularity = value;
  return cudaSuccess;
}

cudaError_t set_persisting(std::size_t value) {
  constexpr std::size_t kStep = 3'932'160;
  const auto most = static_cast<std::size_t>(*card::attribute(cudaDevAttrMaxPersistingL2CacheSize));
  if (value > most) return cudaErrorInvalidValue;
  runtime.chosen.persisting_bytes = round_up(value, kStep);
  return cudaSuccess;
}

/// Kernels can ask for it.
void tell_what_is_chosen(cudaLimit limit, std::size_t value) {
  const std::array<std::size_t, 2> chosen = {static_cast<std::size_t>(limit), value};
  host_passes("a limit", chosen.data(), sizeof chosen);
}

cudaError_t set_limit(Device& device, cudaLimit limit, std::size_t value) {
  tell_what_is_chosen(limit, value);
  switch (limit) {
    case cudaLimitStackSize:
      return set_stack(device, value);
    case cudaLimitPrintfFifoSize:
      return set_printf(device, value);
    case cudaLimitMallocHeapSize:
      return set_heap(device, value);
    case cudaLimitDevRuntimeSyncDepth:
      return set_sync_depth(device, value);
    case cudaLimitDevRuntimePendingLaunchCount:
      return set_pending(device, value);
    case cudaLimitMaxL2FetchGranularity:
      return set_fetch_granularity(value);
    case cudaLimitPersistingL2CacheSize:
      return set_persisting(value);
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t get_limit(const Device& device, std::size_t* value, cudaLimit limit) {
  if (!value) return cudaErrorInvalidValue;
  if (limit == cudaLimitDevRuntimeSyncDepth && !state.settings.cdp1)
    return cudaErrorUnsupportedLimit;
  const std::size_t* const place = limit_of(device, limit);
  if (!place) return cudaErrorInvalidValue;
  *out(value) = *place;
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return api(
      {"cudaDeviceSetLimit", EMU_SITE},
      [&](const Call&) { return set_limit(current_device(), limit, value); },
      [&] { return std::string(name_of(limit)) + " = " + std::to_string(value); });
}

// In device code a limit that there is not does not become the last error.
extern "C" cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  if (current_block) {
    std::size_t found = 0;
    const cudaError_t error = get_limit(current_device(), value ? &found : nullptr, limit);
    return error ? error : hand_back({"cudaDeviceGetLimit", EMU_SITE}, value, found);
  }
  return api(
      {"cudaDeviceGetLimit", EMU_SITE},
      [&](const Call&) { return get_limit(current_device(), value, limit); },
      [&] { return std::string(name_of(limit)); });
}

}  // namespace emu

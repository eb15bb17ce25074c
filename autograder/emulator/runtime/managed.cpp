// Hints about managed memory. Nothing here is faster or slower for them, so they are checked, and
// what they set reads back as set by nobody.
#include <cstring>

#include "cuda_runtime_api.h"
#include "runtime/calls.h"
#include "runtime/operations.h"
#include "runtime/pointers.h"

namespace emu {

namespace {

cudaError_t check_managed(const Call& call, const void* pointer, std::size_t count) {
  if (!pointer || count == 0 || pointee_of(pointer).side != Side::kManaged)
    return cudaErrorInvalidValue;
  return check_range(call, pointer, count);
}

cudaError_t check_location(const cudaMemLocation& location) {
  if (location.type != cudaMemLocationTypeDevice) return cudaSuccess;
  return location.id >= 0 && location.id < device_count() ? cudaSuccess : cudaErrorInvalidDevice;
}

// No advice was ever taken and nothing was prefetched: "not read mostly", "no location".
cudaError_t get_range(void* data, std::size_t size, cudaMemRangeAttribute attribute) {
  if (!data || size == 0 || size % 4 != 0) return cudaErrorInvalidValue;
  const int nothing = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
  for (std::size_t at = 0; at < size; at += 4)
    std::memcpy(static_cast<char*>(data) + at, &nothing, 4);
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaMemAdvise(const void* pointer, std::size_t count, cudaMemoryAdvise,
                                     cudaMemLocation location) {
  return api({"cudaMemAdvise", EMU_SITE}, [&](const Call& call) {
    if (const cudaError_t error = check_managed(call, pointer, count)) return error;
    return check_location(location);
  });
}

extern "C" cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t count,
                                            cudaMemLocation location, unsigned flags,
                                            cudaStream_t stream) {
  return api({"cudaMemPrefetchAsync", EMU_SITE}, [&](const Call& call) {
    if (flags != 0) return cudaErrorInvalidValue;
    const Target target = resolve(stream, line_of_call);
    if (target.error != cudaSuccess) return target.error;
    if (const cudaError_t error = check_managed(call, pointer, count)) return error;
    if (const cudaError_t error = check_location(location)) return error;
    send(call, target, {});
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t size,
                                                cudaMemRangeAttribute attribute,
                                                const void* pointer, std::size_t count) {
  return api({"cudaMemRangeGetAttribute", EMU_SITE}, [&](const Call& call) {
    if (const cudaError_t error = check_managed(call, pointer, count)) return error;
    return get_range(data, size, attribute);
  });
}

extern "C" cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* sizes,
                                                 cudaMemRangeAttribute* attributes, std::size_t n,
                                                 const void* pointer, std::size_t count) {
  return api({"cudaMemRangeGetAttributes", EMU_SITE}, [&](const Call& call) {
    if (!data || !sizes || !attributes || n == 0) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_managed(call, pointer, count)) return error;
    for (std::size_t i = 0; i < n; ++i)
      if (const cudaError_t error = get_range(data[i], sizes[i], attributes[i])) return error;
    return cudaSuccess;
  });
}

}  // namespace emu

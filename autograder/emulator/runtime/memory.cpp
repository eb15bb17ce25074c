// Allocation: device, pinned, managed and pitched memory, and what a pointer is. In device code
// cudaMalloc and cudaFree are malloc and free of the device heap (H1).
//
// One address space for host and device: mapped and managed memory has the same address on both.
#include "runtime/graphs/memory.h"

#include <algorithm>
#include <map>

#include "card/numbers.h"
#include "cuda_runtime_api.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/results.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/capture.h"
#include "device/grids/heap.h"
#include "runtime/calls.h"
#include "runtime/host_pages.h"
#include "runtime/pointers.h"
#include "runtime/state.h"
#include "runtime/waits.h"

namespace emu {

namespace {

using memory::Kind;

constexpr std::size_t kPitch =
    512;  // rows of pitched memory begin at multiples of it, as on the card

std::size_t room_on(const Device& device) {
  std::size_t taken = card::kReserved;
  for (Kind kind : {Kind::kDevice, Kind::kManaged, Kind::kTexture})
    taken += memory::used(kind, device.number);
  return card::kMemory - std::min(taken, card::kMemory);
}

cudaError_t take(const Call& call, Kind kind, void** pointer, std::size_t size) {
  if (!pointer) return cudaErrorInvalidValue;
  *out(pointer) = nullptr;
  if (size == 0) return cudaSuccess;
  if (const cudaError_t error = disturb_capture(nullptr, cudaErrorStreamCaptureUnsupported))
    return error;
  const Device& device = current_device();
  if (kind != Kind::kPinned && size > room_on(device)) return cudaErrorMemoryAllocation;
  host_passes("memory", &size, sizeof size);  // kernels see where it lies
  *out(pointer) = memory::allocate(kind, device.number, size, call.site);
  return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

/// Memory that is made later may lie where this has lain.
void tell_what_is_chosen(const void* freed) { host_passes("freed", &freed, sizeof freed); }

cudaError_t take_from_heap(const Call& call, void** pointer, std::size_t size) {
  if (!pointer || size == 0) return cudaErrorInvalidValue;
  void* const memory = heap_take(size, call.site);
  if (!memory) return cudaErrorMemoryAllocation;
  return hand_back(call, pointer, memory);
}

/// The card answers 0 when device code frees what the host allocated (h200-facts 1), so this can
/// only be seen here.
cudaError_t give_to_heap(const Call& call, void* pointer) {
  heap_give(pointer, call.site);
  return cudaSuccess;
}

cudaError_t refuse_free(const Call& call, const Pointee& pointee, void* pointer) {
  std::string why = "which no cudaMalloc returned";
  if (pointee.side == Side::kHeap)
    why = "which is memory of the device heap: only device code can free it";
  else if (pointee.side == Side::kPinned)
    why = "which is pinned host memory: free it with cudaFreeHost";
  else if (pointee.side == Side::kPageable)
    why = "which is ordinary host memory";
  else if (pointee.allocation &&
           pointee.allocation->begin != reinterpret_cast<std::uintptr_t>(pointer))
    why = "which points into an allocation and not to its beginning";
  warn(call, "device-api", std::string(call.name) + " gets a pointer " + why, "H4");
  return cudaErrorInvalidValue;
}

cudaError_t refuse_double_free(const Call& call, const memory::Allocation* allocation) {
  report_finding({.rule = "use-after-free",
                  .message = std::string(call.name) +
                             " frees memory that was freed before: free every allocation once",
                  .where = line_of(call.site),
                  .other = allocation ? line_of(allocation->freed_at) : checker::SourceLine{},
                  .cites = "H5"});
  return cudaErrorInvalidValue;
}

/// A graph allocates it again at the same address.
cudaError_t end_life(const Call& call, GraphMemory& memory) {
  if (!memory.outstanding) return cudaErrorInvalidValue;
  memory.outstanding = false;
  checker::end_of_life(memory.given.dptr, memory.given.bytesize, call.site);
  return cudaSuccess;
}

/// cudaFree waits for the device before the memory goes.
cudaError_t give_back(const Call& call, void* pointer) {
  if (!pointer) return cudaSuccess;
  const Pointee pointee = pointee_of(pointer);
  if (pointee.side == Side::kFreed) return refuse_double_free(call, pointee.allocation);
  const bool ours =
      pointee.allocation &&
      (pointee.allocation->kind == Kind::kDevice || pointee.allocation->kind == Kind::kManaged) &&
      !pointee.allocation->name &&
      pointee.allocation->begin == reinterpret_cast<std::uintptr_t>(pointer);
  if (!ours) return refuse_free(call, pointee, pointer);
  const Kind kind = pointee.allocation->kind;
  if (const cudaError_t error = wait_for(call, device(pointee.allocation->device))) return error;
  if (kind == Kind::kManaged) let_host_read(pointer, pointee.allocation->size);
  tell_what_is_chosen(pointer);
  if (const GraphMemoryRef memory = find_graph_memory(pointer)) return end_life(call, *memory);
  memory::release(pointer, kind, call.site);
  return cudaSuccess;
}

cudaError_t give_back_pinned(const Call& call, void* pointer) {
  if (!pointer) return cudaSuccess;
  const Pointee pointee = pointee_of(pointer);
  if (pointee.side == Side::kFreed) return refuse_double_free(call, pointee.allocation);
  const auto known = runtime.handles.pinned.find(pointer);
  if (known == runtime.handles.pinned.end() || known->second.registered) {
    warn(call, "device-api",
         "cudaFreeHost gets a pointer that no cudaMallocHost or cudaHostAlloc returned", "H4");
    return cudaErrorInvalidValue;
  }
  for (int i = 0; i < device_count(); ++i)
    if (const cudaError_t error = wait_for(call, device(i))) return error;
  let_host_read(pointer, pointee.allocation->size);
  tell_what_is_chosen(pointer);
  memory::release(pointer, Kind::kPinned, call.site);
  runtime.handles.pinned.erase(known);
  return cudaSuccess;
}

cudaError_t take_pinned(const Call& call, void** pointer, std::size_t size, unsigned flags) {
  constexpr unsigned kKnown =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if (flags & ~kKnown) return cudaErrorInvalidValue;
  const cudaError_t error = take(call, Kind::kPinned, pointer, size);
  if (error == cudaSuccess && size)
    runtime.handles.pinned[*pointer] = {flags | cudaHostAllocMapped, false};
  return error;
}

cudaError_t take_pitched(const Call& call, void** pointer, std::size_t* pitch, std::size_t width,
                         std::size_t rows) {
  if (!pointer || !pitch) return cudaErrorInvalidValue;
  *out(pitch) = (width + kPitch - 1) / kPitch * kPitch;
  const cudaError_t error = take(call, Kind::kDevice, pointer, *pitch * rows);
  if (error == cudaSuccess && *pointer) memory::set_rows(*pointer, width, *pitch);
  return error;
}

cudaMemoryType type_of(Side side) {
  switch (side) {
    case Side::kPinned:
      return cudaMemoryTypeHost;
    case Side::kManaged:
      return cudaMemoryTypeManaged;
    case Side::kDevice:
    case Side::kHeap:
      return cudaMemoryTypeDevice;
    default:
      return cudaMemoryTypeUnregistered;
  }
}

}  // namespace

// ---- Device memory ------------------------------------------------------------------------------

extern "C" cudaError_t cudaMalloc(void** pointer, std::size_t size) {
  return api(
      {"cudaMalloc", EMU_SITE},
      [&](const Call& call) {
        return current_block ? take_from_heap(call, pointer, size)
                             : take(call, Kind::kDevice, pointer, size);
      },
      [&] { return size_detail(size); });
}

extern "C" cudaError_t cudaFree(void* pointer) {
  return api({"cudaFree", EMU_SITE}, [&](const Call& call) {
    return current_block ? give_to_heap(call, pointer) : give_back(call, pointer);
  });
}

extern "C" cudaError_t cudaMallocManaged(void** pointer, std::size_t size, unsigned flags) {
  return api(
      {"cudaMallocManaged", EMU_SITE},
      [&](const Call& call) {
        if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
          return cudaErrorInvalidValue;
        return take(call, Kind::kManaged, pointer, size);
      },
      [&] { return size_detail(size); });
}

extern "C" cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                       std::size_t height) {
  return api({"cudaMallocPitch", EMU_SITE},
             [&](const Call& call) { return take_pitched(call, pointer, pitch, width, height); });
}

extern "C" cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return api({"cudaMalloc3D", EMU_SITE}, [&](const Call& call) {
    if (!pitched) return cudaErrorInvalidValue;
    *out(&pitched->xsize) = extent.width;
    *out(&pitched->ysize) = extent.height;
    return take_pitched(call, &pitched->ptr, &pitched->pitch, extent.width,
                        extent.height * extent.depth);
  });
}

extern "C" cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return api({"cudaMemGetInfo", EMU_SITE}, [&](const Call&) {
    if (!free || !total) return cudaErrorInvalidValue;
    *out(total) = card::kMemory;
    *out(free) = room_on(current_device());
    return cudaSuccess;
  });
}

// ---- Pinned host memory -------------------------------------------------------------------------

extern "C" cudaError_t cudaMallocHost(void** pointer, std::size_t size) {
  return api(
      {"cudaMallocHost", EMU_SITE},
      [&](const Call& call) { return take_pinned(call, pointer, size, 0); },
      [&] { return size_detail(size); });
}

extern "C" cudaError_t cudaHostAlloc(void** pointer, std::size_t size, unsigned flags) {
  return api(
      {"cudaHostAlloc", EMU_SITE},
      [&](const Call& call) { return take_pinned(call, pointer, size, flags); },
      [&] { return size_detail(size); });
}

extern "C" cudaError_t cudaFreeHost(void* pointer) {
  return api({"cudaFreeHost", EMU_SITE},
             [&](const Call& call) { return give_back_pinned(call, pointer); });
}

extern "C" cudaError_t cudaHostRegister(void* pointer, std::size_t size, unsigned flags) {
  return api({"cudaHostRegister", EMU_SITE}, [&](const Call&) {
    if (!pointer || size == 0) return cudaErrorInvalidValue;
    if (runtime.handles.pinned.contains(pointer) && runtime.handles.pinned[pointer].registered)
      return cudaErrorHostMemoryAlreadyRegistered;
    if (pointee_of(pointer).side != Side::kPageable) return cudaErrorInvalidValue;
    // A device could write to it, unless it is said to read only (h200-facts 1).
    const bool reads_only = (flags & cudaHostRegisterReadOnly) != 0;
    if (!reads_only && !host_may_write(reinterpret_cast<std::uintptr_t>(pointer), size))
      return cudaErrorInvalidValue;
    memory::register_variables(Kind::kPinned, 0, reinterpret_cast<std::uintptr_t>(pointer), size,
                               "registered host memory");
    runtime.handles.pinned[pointer] = {flags | cudaHostRegisterMapped, true};
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaHostUnregister(void* pointer) {
  return api({"cudaHostUnregister", EMU_SITE}, [&](const Call& call) {
    const auto known = runtime.handles.pinned.find(pointer);
    if (!pointer || (known != runtime.handles.pinned.end() && !known->second.registered))
      return cudaErrorInvalidValue;
    if (known == runtime.handles.pinned.end())  // 713 for ordinary memory only (h200-facts 1)
      return pointee_of(pointer).side == Side::kPageable ? cudaErrorHostMemoryNotRegistered
                                                         : cudaErrorInvalidValue;
    for (int i = 0; i < device_count(); ++i)
      if (const cudaError_t error = wait_for(call, device(i))) return error;
    if (const auto* range = pointee_of(pointer).allocation) let_host_read(pointer, range->size);
    memory::unregister_variables(reinterpret_cast<std::uintptr_t>(pointer));
    runtime.handles.pinned.erase(known);
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  const auto body = [&](const Call&) {
    if (!device || !host || flags != 0) return cudaErrorInvalidValue;
    if (pointee_of(host).side != Side::kPinned) return cudaErrorInvalidValue;
    *out(device) = host;
    return cudaSuccess;
  };
  return api({"cudaHostGetDevicePointer", EMU_SITE}, body, [host] { return memory_detail(host); });
}

extern "C" cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return api({"cudaHostGetFlags", EMU_SITE}, [&](const Call&) {
    const auto known = runtime.handles.pinned.find(host);
    if (!flags || known == runtime.handles.pinned.end()) return cudaErrorInvalidValue;
    *out(flags) = known->second.flags;
    return cudaSuccess;
  });
}

// ---- What a pointer is --------------------------------------------------------------------------

extern "C" cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                                const void* pointer) {
  return api_without_context({"cudaPointerGetAttributes", EMU_SITE}, [&](const Call&) {
    if (!attributes) return cudaErrorInvalidValue;
    const Pointee pointee = pointee_of(pointer);
    auto* const address = const_cast<void*>(pointer);
    *out(attributes) = {};
    attributes->type = type_of(pointee.side);
    const bool known = attributes->type != cudaMemoryTypeUnregistered;
    attributes->device = known ? pointee.allocation->device : cudaInvalidDeviceId;
    attributes->devicePointer = known ? address : nullptr;
    attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : address;
    return cudaSuccess;
  });
}

}  // namespace emu

// Memory in stream order: cudaMallocAsync, cudaFreeAsync and the pools they take from.
//
// An allocation is there at once; its free is work of the stream, and only when that work is done
// does the memory's life end. Pools never run full of what others freed, so they only count.
#include <algorithm>

#include "cuda_runtime_api.h"
#include "device/border/handed_over/handed_over.h"
#include "device/grids/capture.h"
#include "memory/memory.h"
#include "runtime/calls.h"
#include "runtime/graphs/memory.h"
#include "runtime/operations.h"
#include "runtime/pointers.h"
#include "runtime/state.h"

namespace emu {

namespace {

using memory::Kind;

cudaMemPool_t handle_of(Pool* pool) { return reinterpret_cast<cudaMemPool_t>(pool); }

Pool* make_pool(int device) {
  auto* pool = new Pool;
  pool->device = device;
  runtime.pools.all[pool] = pool;
  note_made(pool, HandleOf::kPool);
  return pool;
}

Pool* find_pool(cudaMemPool_t handle) {
  const auto found = runtime.pools.all.find(handle);
  return found == runtime.pools.all.end() || !found->second->alive ? nullptr : found->second;
}

Pool& default_pool(int device) {
  Pool*& pool = runtime.pools.defaults[device];
  if (!pool) pool = make_pool(device);
  return *pool;
}

Pool& pool_of(int device) {
  Pool* pool = runtime.pools.current[device];
  return pool ? *pool : default_pool(device);
}

bool exists(int device) { return device >= 0 && device < device_count(); }

/// The graph has the memory, and makes it as the pool would.
cudaError_t take_in_graph(const Call& call, const Target& target, void** pointer, std::size_t size,
                          Pool& pool) {
  std::vector<cudaMemAccessDesc> access;
  for (int device = 0; device < device_count(); ++device)
    if (pool.visitors >> device & 1)
      access.push_back({{cudaMemLocationTypeDevice, device}, cudaMemAccessFlagsProtReadWrite});
  cudaMemAllocNodeParams given{};
  given.poolProps.allocType = cudaMemAllocationTypePinned;
  given.poolProps.location = {cudaMemLocationTypeDevice, pool.device};
  given.accessDescs = access.data();
  given.accessDescCount = access.size();
  given.bytesize = size;
  const GraphMemoryRef memory = make_graph_memory(call, given);
  if (!memory) return cudaErrorMemoryAllocation;
  *out(pointer) = memory->given.dptr;
  return capture_memory(target, allocation_of(call, memory), memory);
}

cudaError_t give_in_graph(const Call& call, const Target& target, const void* pointer) {
  const GraphMemoryRef memory = find_graph_memory(pointer);
  if (!memory) return cudaErrorInvalidValue;
  return capture_memory(target, freeing_of(call, memory), memory);
}

cudaError_t take(const Call& call, void** pointer, std::size_t size, Pool* pool,
                 cudaStream_t stream) {
  const Target target = resolve(stream, line_of_call);
  if (target.error != cudaSuccess) return target.error;
  if (!pointer) return cudaErrorInvalidValue;
  *out(pointer) = nullptr;
  if (size == 0) return cudaSuccess;
  if (!pool) pool = &pool_of(target.stream->device);
  if (capture_of(target)) return take_in_graph(call, target, pointer, size, *pool);
  host_passes("memory", &size, sizeof size);  // kernels see where it lies
  *out(pointer) = memory::allocate(Kind::kDevice, pool->device, size, call.site);
  if (!*pointer) return cudaErrorMemoryAllocation;
  runtime.pools.origins[*pointer] = pool;
  memory::set_visitors(*pointer, pool->visitors);
  pool->used += size;
  pool->used_high = std::max(pool->used_high, pool->used);
  send(call, target, {});
  return cudaSuccess;
}

cudaError_t give(const Call& call, void* pointer, cudaStream_t stream) {
  const Target target = resolve(stream, line_of_call);
  if (target.error != cudaSuccess) return target.error;
  if (!pointer) return cudaSuccess;
  if (capture_of(target)) return give_in_graph(call, target, pointer);
  if (const GraphMemoryRef memory = find_graph_memory(pointer)) {
    if (!memory->outstanding) return cudaErrorInvalidValue;
    memory->outstanding = false;
    return freeing_of(call, memory)(stream);
  }
  const Pointee pointee = pointee_of(pointer);
  const bool ours = pointee.side == Side::kDevice && pointee.allocation->kind == Kind::kDevice &&
                    pointee.allocation->begin == reinterpret_cast<std::uintptr_t>(pointer);
  if (!ours) return cudaErrorInvalidValue;
  Task task;
  task.perform = [pointer, size = pointee.allocation->size, site = call.site] {
    checker::end_of_life(pointer, size, site);
    memory::release(pointer, Kind::kDevice, site);
    const auto origin = runtime.pools.origins.find(pointer);
    if (origin == runtime.pools.origins.end()) return;
    origin->second->used -= size;
    runtime.pools.origins.erase(origin);
  };
  send(call, target, std::move(task));
  return cudaSuccess;
}

std::uint64_t* number_of(Pool& pool, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      return &pool.release_threshold;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      return &pool.used;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      return &pool.used_high;
    default:
      return nullptr;
  }
}

bool is_reuse(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t set_attribute(Pool& pool, cudaMemPoolAttr attribute, const void* value) {
  if (is_reuse(attribute)) {
    pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies] =
        *static_cast<const int*>(value);
    return cudaSuccess;
  }
  std::uint64_t* number = number_of(pool, attribute);
  if (!number) return cudaErrorInvalidValue;
  const std::uint64_t wanted = *static_cast<const std::uint64_t*>(value);
  // High marks can only be reset; what is in use cannot be set at all.
  if (attribute != cudaMemPoolAttrReleaseThreshold && (number == &pool.used || wanted != 0))
    return cudaErrorInvalidValue;
  *out(number) = wanted;
  return cudaSuccess;
}

cudaError_t get_attribute(Pool& pool, cudaMemPoolAttr attribute, void* value) {
  if (is_reuse(attribute)) {
    *static_cast<int*>(value) = pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
    return cudaSuccess;
  }
  const std::uint64_t* number = number_of(pool, attribute);
  if (!number) return cudaErrorInvalidValue;
  *static_cast<std::uint64_t*>(value) = *number;
  return cudaSuccess;
}

/// A pool's own device always has access to it.
cudaError_t check_access(const Pool& pool, const cudaMemAccessDesc& access) {
  const bool known =
      access.flags == cudaMemAccessFlagsProtNone || access.flags == cudaMemAccessFlagsProtReadWrite;
  if (!known || access.location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
  if (!exists(access.location.id)) return cudaErrorInvalidDevice;
  const bool own = access.location.id == pool.device;
  if (own) return access.flags ? cudaSuccess : cudaErrorInvalidValue;
  return can_be_peers(pool.device, access.location.id) ? cudaSuccess : cudaErrorInvalidDevice;
}

/// For memory that the pool has handed out, too.
cudaError_t set_access(Pool& pool, const cudaMemAccessDesc* access, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (const cudaError_t error = check_access(pool, access[i])) return error;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t visitor = 1u << access[i].location.id;
    if (access[i].location.id == pool.device) continue;
    pool.visitors = access[i].flags ? pool.visitors | visitor : pool.visitors & ~visitor;
  }
  for (const auto& [pointer, origin] : runtime.pools.origins)
    if (origin == &pool) memory::set_visitors(const_cast<void*>(pointer), pool.visitors);
  return cudaSuccess;
}

bool has_access(const Pool& pool, int device) {
  return device == pool.device || (pool.visitors >> device & 1) != 0;
}

template <class Body>
cudaError_t with_pool(cudaMemPool_t handle, Body&& body, HandleUse use = HandleUse::kUses) {
  Pool* pool = find_pool(handle);
  return pool ? body(*pool) : refuse_handle(handle, HandleOf::kPool, cudaErrorInvalidValue, use);
}

}  // namespace

extern "C" cudaError_t cudaMallocAsync(void** pointer, std::size_t size, cudaStream_t stream) {
  return api(
      {"cudaMallocAsync", EMU_SITE},
      [&](const Call& call) { return take(call, pointer, size, nullptr, stream); },
      [&] { return size_detail(size); });
}

extern "C" cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t size, cudaMemPool_t pool,
                                               cudaStream_t stream) {
  return api(
      {"cudaMallocFromPoolAsync", EMU_SITE},
      [&](const Call& call) {
        return with_pool(pool,
                         [&](Pool& known) { return take(call, pointer, size, &known, stream); });
      },
      [&] { return size_detail(size); });
}

extern "C" cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return api({"cudaFreeAsync", EMU_SITE},
             [&](const Call& call) { return give(call, pointer, stream); });
}

// ---- Pools --------------------------------------------------------------------------------------

extern "C" cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return api({"cudaMemPoolCreate", EMU_SITE}, [&](const Call&) {
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type != cudaMemLocationTypeDevice)
      return cudaErrorInvalidValue;
    if (!exists(properties->location.id)) return cudaErrorInvalidDevice;
    *out(pool) = handle_of(make_pool(properties->location.id));
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return api({"cudaMemPoolDestroy", EMU_SITE}, [&](const Call& call) {
    const auto destroy = [&call](Pool& known) {
      if (&known == &default_pool(known.device)) return cudaErrorInvalidValue;
      known.alive = false;
      note_destroyed(&known, call.site);
      if (runtime.pools.current[known.device] == &known)
        runtime.pools.current[known.device] = nullptr;
      return cudaSuccess;
    };
    return with_pool(pool, destroy, HandleUse::kDestroys);
  });
}

extern "C" cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return api({"cudaMemPoolTrimTo", EMU_SITE},
             [&](const Call&) { return with_pool(pool, [](Pool&) { return cudaSuccess; }); });
}

extern "C" cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                                               void* value) {
  return api({"cudaMemPoolSetAttribute", EMU_SITE}, [&](const Call&) {
    if (!value) return cudaErrorInvalidValue;
    return with_pool(pool, [&](Pool& known) { return set_attribute(known, attribute, value); });
  });
}

extern "C" cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                                               void* value) {
  return api({"cudaMemPoolGetAttribute", EMU_SITE}, [&](const Call&) {
    if (!value) return cudaErrorInvalidValue;
    return with_pool(pool, [&](Pool& known) { return get_attribute(known, attribute, value); });
  });
}

extern "C" cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access,
                                            std::size_t count) {
  return api({"cudaMemPoolSetAccess", EMU_SITE}, [&](const Call&) {
    if (!access || count == 0) return cudaErrorInvalidValue;
    return with_pool(pool, [&](Pool& known) { return set_access(known, access, count); });
  });
}

extern "C" cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                            cudaMemLocation* location) {
  return api({"cudaMemPoolGetAccess", EMU_SITE}, [&](const Call&) {
    if (!flags || !location) return cudaErrorInvalidValue;
    return with_pool(pool, [&](Pool& known) {
      if (!exists(location->id)) return cudaErrorInvalidDevice;
      *out(flags) = has_access(known, location->id) ? cudaMemAccessFlagsProtReadWrite
                                                    : cudaMemAccessFlagsProtNone;
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return api({"cudaDeviceGetDefaultMemPool", EMU_SITE}, [&](const Call&) {
    if (!pool) return cudaErrorInvalidValue;
    if (!exists(device)) return cudaErrorInvalidDevice;
    *out(pool) = handle_of(&default_pool(device));
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return api({"cudaDeviceGetMemPool", EMU_SITE}, [&](const Call&) {
    if (!pool) return cudaErrorInvalidValue;
    if (!exists(device)) return cudaErrorInvalidDevice;
    *out(pool) = handle_of(&pool_of(device));
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return api({"cudaDeviceSetMemPool", EMU_SITE}, [&](const Call&) {
    if (!exists(device)) return cudaErrorInvalidDevice;
    return with_pool(pool, [&](Pool& known) {
      if (known.device != device) return cudaErrorInvalidValue;
      runtime.pools.current[device] = &known;
      return cudaSuccess;
    });
  });
}

}  // namespace emu

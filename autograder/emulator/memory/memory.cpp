#include "memory/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "memory/state.h"
#include "memory/zone.h"
#include "memory/zones.h"

namespace emu::memory {

namespace {

constexpr std::size_t kQuarantine = std::size_t{64} << 20;
constexpr RedZones kLargeGaps{.least = 256, .most = 16 << 20, .of_the_first = 4096};
constexpr RedZones kHeapGaps{.least = 16, .most = 4096};

void map_range(std::uintptr_t begin, std::size_t size) {
  void* wanted = reinterpret_cast<void*>(begin);
  const void* got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == wanted) return;
  std::perror(
      "emulator: cannot reserve the address range of the emulated device's memory (a limit "
      "on the process's address space, `ulimit -v`, must be lifted)");
  std::abort();
}

bool valid_device(int device) { return device >= 0 && device < kMaxDevices; }

/// Null for kinds that are registered, not allocated.
Zone* zone_for(Kind kind, int device) {
  switch (kind) {
    case Kind::kDevice:
      return &state.device[static_cast<std::size_t>(device)];
    case Kind::kHeap:
      return &state.heap[static_cast<std::size_t>(device)];
    case Kind::kPinned:
    case Kind::kManaged:
    case Kind::kTexture:
    case Kind::kTextureObject:
    case Kind::kSurfaceObject:
      return &state.host;
    case Kind::kShared:
      return &state.shared;
    default:
      return nullptr;
  }
}

const Zone* zone_at(std::uintptr_t address) {
  if (in_shared(address)) return &state.shared;
  if (in_host_zone(address)) return &state.host;
  if (!in_device_zone(address)) return nullptr;
  const auto device = static_cast<std::size_t>(device_of(address));
  const Zone& plain = state.device[device];
  return plain.holds(address) ? &plain : &state.heap[device];
}

std::size_t& used_by(Kind kind, int device) {
  return state.used[static_cast<std::size_t>(kind)][static_cast<std::size_t>(device)];
}

const Allocation* find_variable(std::uintptr_t address, bool near) {
  const auto& variables = state.variables;
  auto after = variables.upper_bound(address);
  if (after == variables.begin()) return nullptr;
  const Allocation& found = std::prev(after)->second;
  const std::size_t reach = found.size + (near ? 64 : 0);
  return address - found.begin < reach ? &found : nullptr;
}

}  // namespace

Zone State::host_zone() { return {kHostBegin, kHostZone, 256, kLargeGaps, kQuarantine}; }
Zone State::shared_zone() {
  return {kSharedBegin, kSharedZone, 256, {.least = 256, .most = 256}, 0};
}

State::State() {
  for (int d = 0; d < kMaxDevices; ++d) {
    device.emplace_back(device_begin(d), kDeviceZone - kHeapZone, 256, kLargeGaps, kQuarantine);
    heap.emplace_back(device_begin(d) + kDeviceZone - kHeapZone, kHeapZone, 16, kHeapGaps,
                      kQuarantine / 16);
  }
}

void tell(const Callbacks& callbacks) { state.callbacks = callbacks; }

int highest_device() { return state.highest_device; }
void note_device(int device) { state.highest_device = std::max(state.highest_device, device); }

void reserve() {
  if (std::exchange(state.reserved, true)) return;
  map_range(kArenaBegin, kArenaSize);
  map_range(kStacksBegin, kStacksSize);
}

namespace {

constexpr std::size_t kMostCanary = 1024;  // bytes of a red zone, at most
constexpr unsigned char kCanary = 0xb7;

/// Blocks' shared memory comes and goes too often, and objects are no memory of the program's.
bool has_canary(Kind kind) {
  return kind == Kind::kDevice || kind == Kind::kHeap || kind == Kind::kPinned ||
         kind == Kind::kManaged;
}
unsigned char* canary_of(const Allocation& a) {
  return reinterpret_cast<unsigned char*>(a.begin + a.size);
}
/// None where memory has no red zone, as what the host has registered.
std::size_t canary_size(const Allocation& a) {
  return has_canary(a.kind) && a.room > a.size ? std::min(a.room - a.size, kMostCanary) : 0;
}

}  // namespace

std::size_t overrun(const Allocation& allocation) {
  const unsigned char* const canary = canary_of(allocation);
  std::size_t size = canary_size(allocation);
  while (size > 0 && canary[size - 1] == kCanary) --size;
  return size;
}

void* allocate(Kind kind, int device, std::size_t size, const void* site) {
  if (!valid_device(device)) return nullptr;
  Zone* zone = zone_for(kind, device);
  Allocation* allocation = zone ? zone->take(kind, device, size, site) : nullptr;
  if (!allocation) return nullptr;
  std::memset(canary_of(*allocation), kCanary, canary_size(*allocation));
  if (kind != Kind::kShared && kind != Kind::kHeap) allocation->number = ++state.made;
  used_by(kind, device) += size;
  note_device(device);
  if (state.callbacks.on_begin) state.callbacks.on_begin(*allocation);
  return reinterpret_cast<void*>(allocation->begin);
}

void set_rows(void* pointer, std::size_t width, std::size_t pitch) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const Allocation* found = find(begin);
  if (!found || found->begin != begin) return;
  Zone* zone = zone_for(found->kind, found->device);
  if (zone) zone->set_rows(begin, width, pitch);
}

void set_visitors(void* pointer, std::uint32_t devices) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const Allocation* found = find(begin);
  if (!found || found->begin != begin) return;
  if (Zone* zone = zone_for(found->kind, found->device)) zone->set_visitors(begin, devices);
}

bool release(void* pointer, Kind kind, const void* site) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const Allocation* allocation = find(begin);
  if (!allocation || allocation->kind != kind) return false;
  if (state.callbacks.on_end) state.callbacks.on_end(*allocation, site);
  const std::size_t size = allocation->size;
  const int device = allocation->device;
  Zone* zone = zone_for(kind, device);
  if (!zone || !zone->give(begin, kind, site)) return false;
  used_by(kind, device) -= size;
  if (state.callbacks.on_release) state.callbacks.on_release(begin, size);
  return true;
}

const Allocation* find(std::uintptr_t address, bool near) {
  const Zone* zone = zone_at(address);
  return zone ? zone->find(address, near) : find_variable(address, near);
}

void register_variables(Kind kind, int device, std::uintptr_t begin, std::size_t size,
                        const char* name) {
  state.variables[begin] = {.begin = begin,
                            .size = size,
                            .kind = kind,
                            .device = device,
                            .number = ++state.made,
                            .live = true,
                            .name = name};
  if (state.callbacks.on_register) state.callbacks.on_register(begin, size);
}

void unregister_variables(std::uintptr_t begin) {
  const auto it = state.variables.find(begin);
  if (it == state.variables.end()) return;
  const std::size_t size = it->second.size;
  state.variables.erase(it);
  if (state.callbacks.on_release) state.callbacks.on_release(begin, size);
}

void each_live(void (*visit)(const Allocation&, void*), void* context) {
  const auto walk = [&](const Zone& zone) {
    for (const auto& [begin, allocation] : zone.allocations())
      if (allocation.live) visit(allocation, context);
  };
  for (const Zone& zone : state.device) walk(zone);
  for (const Zone& zone : state.heap) walk(zone);
  walk(state.host);
  walk(state.shared);
}

void each_shared_with_host(void (*visit)(const Allocation&, void*), void* context) {
  const auto look = [&](const Allocation& allocation) {
    if (allocation.live && is_shared_with_host(allocation)) visit(allocation, context);
  };
  for (const auto& [begin, allocation] : state.host.allocations()) look(allocation);
  for (const auto& [begin, variable] : state.variables) look(variable);
}

std::size_t used(Kind kind, int device) { return valid_device(device) ? used_by(kind, device) : 0; }

}  // namespace emu::memory

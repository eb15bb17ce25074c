// The address space of the emulated devices: every kind of memory in one reserved range.
//
// One range (the arena) holds everything that a CUDA program can allocate, so that an address tells
// with one comparison whether it is the device's business, and shadow memory lies at a fixed
// multiple of the offset. Pages are committed when touched. Fiber stacks (local memory) lie in a
// zone of their own behind it; `__device__`, `__constant__` and `__managed__` variables stay in
// their module's sections and are registered.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::memory {

inline constexpr std::size_t kPage = 4096;  ///< of the machine, in bytes

inline constexpr std::uintptr_t kArenaBegin = 0x1010'0000'0000;
inline constexpr std::size_t kArenaSize = std::size_t{256} << 30;
// Local and shared memory begin where the lower half of an address is above all numbers that an int
// has: an int that lies beside the rest of an old pointer, as it may in the padding of arguments,
// is no address in them.
inline constexpr std::size_t kAboveInts = std::size_t{1} << 31;
inline constexpr std::uintptr_t kStacksBegin = 0x1100'0000'0000 + kAboveInts;
inline constexpr std::size_t kStacksSize = std::size_t{256} << 30;

enum class Kind {
  kDevice,    // cudaMalloc
  kHeap,      // device malloc, new, device cudaMalloc (H1)
  kPinned,    // cudaMallocHost, cudaHostAlloc, registered; mapped unless said otherwise
  kManaged,   // cudaMallocManaged, __managed__
  kShared,    // a block's shared memory
  kVariable,  // __device__ variables of a module
  kConstant,  // __constant__ variables of a module
  kTexture,   // cudaArray
  // Not memory of the program's: by which uses and the end of an object are told apart.
  kTextureObject,
  kSurfaceObject,
};
inline constexpr std::size_t kKinds = 10;

struct Allocation {
  std::uintptr_t begin = 0;
  std::size_t size = 0;  ///< bytes, as asked for
  Kind kind = Kind::kDevice;
  int device = 0;
  std::uint32_t number = 0;            ///< in order of making; 0: shared memory and the heap
  bool live = false;                   ///< false: freed and in quarantine
  const void* allocated_at = nullptr;  ///< code address of the allocating call
  const void* freed_at = nullptr;
  const char* name = nullptr;  ///< of a variable, when known
  std::size_t room = 0;        ///< bytes up to the next allocation
  std::size_t pitch = 0;       ///< of pitched memory, of whose rows the program has ...
  std::size_t width = 0;       ///< ... so many bytes each; the rest is padding
  std::uint32_t visitors = 0;  ///< of a pool's memory: a bit for each other device with access
};

/// Whether the host can reach it as well as the device.
inline bool is_shared_with_host(const Allocation& allocation) {
  return allocation.kind == Kind::kPinned || allocation.kind == Kind::kManaged;
}

/// Reserves the ranges; called once before anything else.
void reserve();
/// Null when no address space is left. Aligned to 256 bytes (16 for the heap), followed by a red
/// zone: as large as itself while there is much room left, so that an index beyond the end seldom
/// reaches the next allocation.
void* allocate(Kind kind, int device, std::size_t size, const void* site);
/// How many bytes after the end of live memory were written to, up to the last one that was, as
/// far as a canary tells that lies there. Whatever writes there is not seen by any hook: those that
/// see an access beyond the end let none through.
std::size_t overrun(const Allocation& allocation);
/// Says that live memory consists of rows of `width` bytes, `pitch` bytes apart.
void set_rows(void* pointer, std::size_t width, std::size_t pitch);
/// Says which other devices may access live memory, a bit for each.
void set_visitors(void* pointer, std::uint32_t devices);
/// Ends a life: false when `pointer` is not the beginning of a live allocation of `kind`.
bool release(void* pointer, Kind kind, const void* site);
/// The allocation that holds `address` or, freed, held it last; null outside. `near` = true also
/// finds the one whose red zone it lies in.
const Allocation* find(std::uintptr_t address, bool near = false);
/// Variables of a loaded module (one call a variable where its symbol is known).
void register_variables(Kind kind, int device, std::uintptr_t begin, std::size_t size,
                        const char* name);
/// Takes a range out again (cudaHostUnregister, a module that is unloaded).
void unregister_variables(std::uintptr_t begin);
/// Live allocations, for leak reports: calls `visit` for each.
void each_live(void (*visit)(const Allocation&, void*), void* context);
/// Live memory that host and device both reach, variables included: calls `visit` for each.
void each_shared_with_host(void (*visit)(const Allocation&, void*), void* context);
/// Bytes live in `kind` on `device`.
std::size_t used(Kind kind, int device);

/// Whom to tell; null: nothing.
struct Callbacks {
  /// There is a new allocation.
  void (*on_begin)(const Allocation& allocation) = nullptr;
  /// An allocation is about to end, by the call at `site`.
  void (*on_end)(const Allocation& allocation, const void* site) = nullptr;
  /// An allocation has ended, or a range has been unregistered.
  void (*on_release)(std::uintptr_t begin, std::size_t size) = nullptr;
  /// A range has been registered.
  void (*on_register)(std::uintptr_t begin, std::size_t size) = nullptr;
};
/// At start-up, before anything is registered.
void tell(const Callbacks& callbacks);

/// The largest device number for which anything was allocated, or that the program has chosen.
int highest_device();
void note_device(int device);

inline bool in_arena(const volatile void* p) {
  return reinterpret_cast<std::uintptr_t>(p) - kArenaBegin < kArenaSize;
}
inline bool in_stacks(const volatile void* p) {
  return reinterpret_cast<std::uintptr_t>(p) - kStacksBegin < kStacksSize;
}

}  // namespace emu::memory

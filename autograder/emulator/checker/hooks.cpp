// The functions that compilers call for every access when they compile with -fsanitize=thread.
//
// A hook glances at the cells of its address; `check_cells` and `check_access` do what a glance
// cannot decide. The budget is a few nanoseconds, so everything that a glance reads lies in `now`.
#include <cstring>

#include "checker/access.h"
#include "checker/release.h"

#define HOOK extern "C" __attribute__((visibility("default"))) void
#define SITE __builtin_return_address(0)

namespace emu::checker {

std::uint64_t access_count = 0;
void (*polled)(const volatile void* address, std::size_t size, const void* site) = nullptr;

namespace {

bool in_reach(std::uintptr_t a) {
  return a - now.shared_begin < now.shared_size || a - now.global_begin < now.global_size;
}

/// Not in the memory that the running thread may access freely.
[[gnu::noinline]] void check_outside(const Access& access) {
  if (!access.writes && access.size >= 4 && !now.on_host && (access.address & 3) == 0)
    if (Cell* cell = variable_cell(access.address); cell && access.size == 4)
      if (glance_read(*cell, access.site)) return;
  check_access(access);
}

template <std::size_t kSize, bool kWrites>
[[gnu::always_inline]] inline bool glance(std::uintptr_t a, const void* site) {
  Cell* cell = arena_cell(a);
  std::size_t cells = kSize / 4;
  if constexpr (kSize < 4) {
    if (!is_split(*cell)) return false;
    cell = &split_cells(*cell).byte[a & 3];
    cells = kSize;
  }
  for (std::size_t i = 0; i < cells; ++i)
    if (!(kWrites ? glance_write(cell[i], site) : glance_read(cell[i], site))) return false;
  return true;
}

template <std::size_t kSize, bool kWrites>
[[gnu::always_inline]] inline void on_access(void* address, bool aligned, const void* site) {
  ++access_count;
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (in_reach(a)) [[likely]] {
    constexpr std::uintptr_t kMisaligned = kSize < 4 ? kSize - 1 : 3;
    if ((a & (aligned ? kSize - 1 : kMisaligned)) == 0 && glance<kSize, kWrites>(a, site)) [[likely]]
      return;
    check_cells({.address = a, .size = kSize, .writes = kWrites, .aligned = aligned, .site = site});
  } else if (a - now.stack_begin >= now.stack_size) {
    check_outside(
        {.address = a, .size = kSize, .writes = kWrites, .aligned = aligned, .site = site});
  }
}

template <std::size_t kSize>
void on_volatile(void* address, bool writes, const void* site) {
  ++access_count;
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (a - now.stack_begin < now.stack_size) return;
  if (!check_access({.address = a, .size = kSize, .writes = writes, .atomic = true, .site = site}))
    return;
  if (now.on_host) return;
  synchronise(a, {.acquires = !writes, .publishes = writes, .site = encode_site(site)});
  if (!writes && polled) polled(address, kSize, site);
}

}  // namespace

}  // namespace emu::checker

using emu::checker::on_access;
using emu::checker::on_volatile;

#define ACCESS_HOOKS(size)                                                                    \
  HOOK __tsan_read##size(void* p) { on_access<size, false>(p, true, SITE); }                  \
  HOOK __tsan_write##size(void* p) { on_access<size, true>(p, true, SITE); }                  \
  HOOK __tsan_read_write##size(void* p) {                                                     \
    on_access<size, false>(p, true, SITE);                                                    \
    on_access<size, true>(p, true, SITE);                                                     \
  }                                                                                           \
  HOOK __tsan_volatile_read##size(void* p) { on_volatile<size>(p, false, SITE); }             \
  HOOK __tsan_volatile_write##size(void* p) { on_volatile<size>(p, true, SITE); }

#define UNALIGNED_HOOKS(size)                                                                 \
  HOOK __tsan_unaligned_read##size(void* p) { on_access<size, false>(p, false, SITE); }       \
  HOOK __tsan_unaligned_write##size(void* p) { on_access<size, true>(p, false, SITE); }       \
  HOOK __tsan_unaligned_read_write##size(void* p) {                                           \
    on_access<size, false>(p, false, SITE);                                                   \
    on_access<size, true>(p, false, SITE);                                                    \
  }                                                                                           \
  HOOK __tsan_unaligned_volatile_read##size(void* p) { on_volatile<size>(p, false, SITE); }   \
  HOOK __tsan_unaligned_volatile_write##size(void* p) { on_volatile<size>(p, true, SITE); }

ACCESS_HOOKS(1)
ACCESS_HOOKS(2)
ACCESS_HOOKS(4)
ACCESS_HOOKS(8)
ACCESS_HOOKS(16)
UNALIGNED_HOOKS(2)
UNALIGNED_HOOKS(4)
UNALIGNED_HOOKS(8)
UNALIGNED_HOOKS(16)

namespace {

void on_range(const void* address, std::size_t size, bool writes, const void* site) {
  emu::checker::access_count += size / 4 + 1;
  emu::checker::check_access({.address = reinterpret_cast<std::uintptr_t>(address), .size = size,
                              .writes = writes, .site = site});
}

}  // namespace

HOOK __tsan_init() {}
HOOK __tsan_func_entry(void*) {}
HOOK __tsan_func_exit() {}
HOOK __tsan_vptr_update(void** p, void*) { on_access<8, true>(p, true, SITE); }
HOOK __tsan_vptr_read(void** p) { on_access<8, false>(p, true, SITE); }
HOOK __tsan_read_range(void* p, std::size_t size) { on_range(p, size, false, SITE); }
HOOK __tsan_write_range(void* p, std::size_t size) { on_range(p, size, true, SITE); }

#define BLOCK_HOOK extern "C" __attribute__((visibility("default"))) void*

// clang calls __tsan_mem…; the others are what `ld --wrap` makes of memcpy and its kin in user code.
BLOCK_HOOK __tsan_memcpy(void* to, const void* from, std::size_t size) {
  on_range(from, size, false, SITE);
  on_range(to, size, true, SITE);
  return std::memcpy(to, from, size);
}
BLOCK_HOOK __tsan_memmove(void* to, const void* from, std::size_t size) {
  on_range(from, size, false, SITE);
  on_range(to, size, true, SITE);
  return std::memmove(to, from, size);
}
BLOCK_HOOK __tsan_memset(void* to, int value, std::size_t size) {
  on_range(to, size, true, SITE);
  return std::memset(to, value, size);
}
BLOCK_HOOK __wrap_memcpy(void* to, const void* from, std::size_t size) {
  on_range(from, size, false, SITE);
  on_range(to, size, true, SITE);
  return std::memcpy(to, from, size);
}
BLOCK_HOOK __wrap_memmove(void* to, const void* from, std::size_t size) {
  on_range(from, size, false, SITE);
  on_range(to, size, true, SITE);
  return std::memmove(to, from, size);
}
BLOCK_HOOK __wrap_memset(void* to, int value, std::size_t size) {
  on_range(to, size, true, SITE);
  return std::memset(to, value, size);
}

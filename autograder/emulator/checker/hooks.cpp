// The functions that compilers call for every access when they compile with -fsanitize=thread.
//
// A hook glances at the cells of its address; `check_cells` and `check_access` do what a glance
// cannot decide. The budget is a few nanoseconds, so everything that a glance reads lies in `now`.
#include <cstring>

#include "checker/access.h"
#include "checker/looks.h"
#include "checker/messages/place.h"
#include "checker/modules.h"
#include "checker/open_range.h"
#include "checker/order/release.h"
#include "checker/own_memory.h"
#include "checker/shadow/bytes.h"
#include "checker/shadow/readers.h"
#include "checker/shadow/reads.h"
#include "checker/shadow/threads.h"
#include "checker/state.h"
#include "memory/memory.h"

// Each begins a cache line: what a hook costs must not depend on what the linker puts before it.
#define HOOK extern "C" __attribute__((visibility("default"), aligned(64))) void
#define SITE __builtin_return_address(0)

namespace emu::checker {

std::uint64_t issued = 0;

namespace {

// The ways that hooks jump when a glance has not decided. Two arguments in registers, so that hooks
// need no frame of their own.

template <std::size_t kSize, bool kWrites, bool kAligned>
[[gnu::noinline]] void check_within(std::uintptr_t a, const void* site) {
  check_cells({.address = a, .size = kSize, .writes = kWrites, .aligned = kAligned, .site = site});
}

/// Whether memory that was never touched may be written without a further look.
template <std::size_t kSize, Reach kReach>
bool is_fresh(std::uintptr_t a) {
  if (now.trapped) return false;
  if constexpr (kReach == Reach::kShared) return a + kSize <= now.shared_begin + now.shared_size;
  return a - now.live.begin < now.live.size && a + kSize <= now.live.begin + now.live.size;
}

/// A look at one cell that also puts the stamps in; false when check_cells must decide. `whole`:
/// the cell in the shadow, of which `cell` may be a byte's part.
template <std::size_t kSize, bool kWrites, Reach kReach>
[[gnu::always_inline]] inline bool stamp_cell(Cell& cell, const Cell* whole, std::uintptr_t a,
                                              Stamp site) {
  if constexpr (kWrites) {
    if (cell.write == 0 && is_fresh<kSize, kReach>(a)) {
      cell = {.write = now.me | site, .read = 0};
      return true;
    }
    return same_who(cell.write, now.me) || glance_write<kReach>(cell, site);
  } else {
    const Glance glance = glance_read<kReach>(cell);
    if (glance == Glance::kDone) return true;
    if (glance != Glance::kSetReader) return false;
    if (kReach == Reach::kGlobal && now.watches_reads) note_read(whole, cell.write);
    if (!set_reader<kReach>(cell, site)) cell.read = add_reader(cell.read, now.me | site);
    return true;
  }
}

/// The cells whose stamps change.
template <std::size_t kSize, bool kWrites, bool kAligned, Reach kReach>
[[gnu::noinline]] void stamp_cells(std::uintptr_t a, const void* site) {
  if (!is_direct_site(site)) return check_within<kSize, kWrites, kAligned>(a, site);
  const Stamp bits = direct_site(site);
  Cell* cell = arena_cell(a);
  for (std::size_t i = 0; i < kSize / 4; ++i)
    if (!stamp_cell<kSize, kWrites, kReach>(cell[i], &cell[i], a, bits))
      return check_within<kSize, kWrites, kAligned>(a, site);
}

/// The same for less than a granule.
template <std::size_t kSize, bool kWrites, bool kAligned, Reach kReach>
[[gnu::noinline]] void stamp_bytes(std::uintptr_t a, const void* site) {
  if (!is_direct_site(site)) return check_within<kSize, kWrites, kAligned>(a, site);
  const Stamp bits = direct_site(site);
  for (std::uintptr_t at = a; at < a + kSize; ++at) {
    Cell& cell = *arena_cell(at);
    const Cell before = byte_cell(cell, at & 3);
    Cell byte = before;
    if (!stamp_cell<kSize, kWrites, kReach>(byte, &cell, a, bits))
      return check_within<kSize, kWrites, kAligned>(a, site);
    if (byte == before) continue;
    if (kWrites || byte.write != before.write || !change_narrow_read(cell, at & 3, byte.read))
      change_byte(cell, at & 3, byte);
  }
}

/// The grid's arguments, such as a __grid_constant__ that no thread copies: every warp finds them
/// in a cache.
bool argument(std::uintptr_t a) {
  return state.callbacks.is_argument && state.callbacks.is_argument(a);
}

/// blockDim and its kin, which every thread reads.
bool is_built_in(std::uintptr_t a) {
  const looks::Closed& readable = emulator_closed[looks::kReadable];
  return a - readable.begin < readable.size;
}

/// Whether a read of a variable was in order; then it has been noted. Of its cells all that have
/// ever been written are the program's to read.
template <std::size_t kSize>
bool stamp_variable(std::uintptr_t a, const void* site) {
  if ((a & (kSize - 1)) != 0 || !is_direct_site(site)) return false;
  Cell* cell = variable_cell(a);
  if (!cell) return false;
  for (std::size_t i = 0; i < kSize / 4; ++i)
    if (!stamp_cell<kSize, false, Reach::kGlobal>(cell[i], &cell[i], a, direct_site(site)))
      return false;
  return true;
}

/// Not in the memory that the running thread may access freely.
template <std::size_t kSize, bool kWrites, bool kAligned>
[[gnu::noinline]] void check_without(std::uintptr_t a, const void* site) {
  if (!kWrites && is_built_in(a)) {
    issued += kGlobalAccess;
    return;
  }
  issued += !near_variables(a) && argument(a) ? kSharedAccess : kGlobalAccess;
  if (!kWrites && a - now.constants.begin < now.constants.size) return;
  if (!now.enabled) return;
  if (now.on_host && !is_own(a) && !(kWrites && may_be_library(a)) &&
      !memory::in_arena(reinterpret_cast<void*>(a)) && !near_variables(a) &&
      !memory::in_stacks(reinterpret_cast<void*>(a)))
    return remember_open(a);
  if constexpr (!kWrites && kSize >= 4)
    if (!now.on_host && !now.watches_threads && stamp_variable<kSize>(a, site)) return;
  const Access access{
      .address = a, .size = kSize, .writes = kWrites, .aligned = kAligned, .site = site};
  // Memory of the host or of a peer, where there are several devices; or threads are watched.
  if (kSize >= 4 && !now.on_host && (a & (kSize - 1)) == 0 &&
      memory::in_arena(reinterpret_cast<void*>(a))) {
    if (!may_touch(access)) return;
    if (now.watches_threads) note_thread(access);
    return stamp_cells<kSize, kWrites, kAligned, Reach::kGlobal>(a, site);
  }
  check_access(access);
}

template <std::size_t kSize, bool kWrites, bool kAligned, Reach kReach>
[[gnu::always_inline]] inline void glance(std::uintptr_t a, const void* site) {
  constexpr std::uintptr_t kMisaligned = kAligned || kSize < 4 ? kSize - 1 : 3;
  if ((a & kMisaligned) != 0) return check_within<kSize, kWrites, kAligned>(a, site);
  Cell* cell = arena_cell(a);
  if constexpr (kSize < 4) {  // what holds for all four bytes holds for these
    if (same_who(kWrites ? cell->write : cell->read, now.me)) return;
    return stamp_bytes<kSize, kWrites, kAligned, kReach>(a, site);
  }
  for (std::size_t i = 0; i < kSize / 4; ++i) {
    if constexpr (kWrites) {
      if (same_who(cell[i].write, now.me)) continue;
    } else {
      const Glance seen = glance_read<kReach>(cell[i]);
      if (seen == Glance::kDone) continue;
      if (seen == Glance::kSlow) return check_within<kSize, kWrites, kAligned>(a, site);
    }
    return stamp_cells<kSize, kWrites, kAligned, kReach>(a, site);
  }
}

/// Where a frame of the hook would begin, which has none: __builtin_frame_address would make one.
[[gnu::always_inline]] inline std::uintptr_t frame() {
  return reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa()) - 2 * sizeof(void*);
}

template <std::size_t kSize, bool kWrites, bool kAligned>
[[gnu::always_inline]] inline void on_access(void* address, const void* site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (a - now.near_begin < now.near_size) {
    if (now.on_host) return;
    issued += kSharedAccess;
    glance<kSize, kWrites, kAligned, Reach::kShared>(a, site);
  } else if (a - now.global_begin < now.global_size) [[likely]] {
    issued += kGlobalAccess;
    glance<kSize, kWrites, kAligned, Reach::kGlobal>(a, site);
  } else if (a - now.stack_begin >= now.stack_size) {
    check_without<kSize, kWrites, kAligned>(a, site);
  } else if (a - frame() > kRegisterBytes) {
    issued += kLocalAccess;
  }
}

template <std::size_t kSize>
void on_volatile(void* address, bool writes, const void* site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (a - now.stack_begin < now.stack_size) return;
  issued += access_work(a);
  // First, since others may run meanwhile: what is checked must still hold at the access itself.
  if (!writes && !now.on_host && state.callbacks.polled && cell_of(a))
    state.callbacks.polled(address, kSize, site);
  if (!writes && now.on_host && state.callbacks.host_looked)
    state.callbacks.host_looked(address, kSize);
  if (!check_access({.address = a, .size = kSize, .writes = writes, .atomic = true, .site = site}))
    return;
  if (now.on_host) return;
  synchronize(a, {.acquires = !writes, .publishes = writes, .site = encode_site(site)});
}

}  // namespace

}  // namespace emu::checker

using emu::checker::on_access;
using emu::checker::on_volatile;

#define ACCESS_HOOKS(size)                                                        \
  HOOK __tsan_read##size(void* p) { on_access<size, false, true>(p, SITE); }      \
  HOOK __tsan_write##size(void* p) { on_access<size, true, true>(p, SITE); }      \
  HOOK __tsan_read_write##size(void* p) {                                         \
    on_access<size, false, true>(p, SITE);                                        \
    on_access<size, true, true>(p, SITE);                                         \
  }                                                                               \
  HOOK __tsan_volatile_read##size(void* p) { on_volatile<size>(p, false, SITE); } \
  HOOK __tsan_volatile_write##size(void* p) { on_volatile<size>(p, true, SITE); }

#define UNALIGNED_HOOKS(size)                                                               \
  HOOK __tsan_unaligned_read##size(void* p) { on_access<size, false, false>(p, SITE); }     \
  HOOK __tsan_unaligned_write##size(void* p) { on_access<size, true, false>(p, SITE); }     \
  HOOK __tsan_unaligned_read_write##size(void* p) {                                         \
    on_access<size, false, false>(p, SITE);                                                 \
    on_access<size, true, false>(p, SITE);                                                  \
  }                                                                                         \
  HOOK __tsan_unaligned_volatile_read##size(void* p) { on_volatile<size>(p, false, SITE); } \
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

std::uint64_t range_work(std::uintptr_t a, std::size_t size) {
  using namespace emu::checker;
  const std::uint64_t pieces = size / 16 + 1;
  if (a - now.stack_begin < now.stack_size)
    return size > kRegisterBytes ? pieces * kLocalAccess : 0;
  return pieces * (argument(a) ? kSharedAccess : access_work(a));
}

void on_range(const void* address, std::size_t size, bool writes, const void* site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  emu::checker::issued += range_work(a, size);
  emu::checker::check_access({.address = a, .size = size, .writes = writes, .site = site});
}

}  // namespace

HOOK __tsan_init() { emu::checker::found_instrumented_code(); }
HOOK __tsan_func_entry(void*) {}
HOOK __tsan_func_exit() {}
HOOK __tsan_vptr_update(void** p, void*) { on_access<8, true, true>(p, SITE); }
HOOK __tsan_vptr_read(void** p) { on_access<8, false, true>(p, SITE); }
HOOK __tsan_read_range(void* p, std::size_t size) { on_range(p, size, false, SITE); }
HOOK __tsan_write_range(void* p, std::size_t size) { on_range(p, size, true, SITE); }

// The same counter under the name by which the user's code adds to it.
extern "C" __attribute__((visibility("default"), alias("_ZN3emu7checker6issuedE")))
std::uint64_t emulator_issued;

#define BLOCK_HOOK extern "C" __attribute__((visibility("default"))) void*

// clang calls __tsan_mem…; the others are what `ld --wrap` makes of memcpy and its kin in user
// code.
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

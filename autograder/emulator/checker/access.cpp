#include "checker/access.h"

#include <algorithm>
#include <utility>

#include "checker/messages/place.h"
#include "checker/messages/race.h"
#include "checker/messages/refusals.h"
#include "checker/order/release.h"
#include "checker/own_memory.h"
#include "checker/shadow/bytes.h"
#include "checker/shadow/readers.h"
#include "checker/shadow/reads.h"
#include "checker/shadow/threads.h"
#include "checker/shadow/unwritten.h"
#include "checker/state.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

Remembered& remembered_at(Stamp key) {
  return state.order.remembered[(key ^ key >> 27) * 0x9E3779B97F4A7C15u >> 56];
}

/// By the order within blocks, so that a warp's later reads of what it read earlier are cheap.
bool ordered_nearby(Stamp earlier) {
  return phases[phase_of(earlier)].block == phases[now.position.phase].block &&
         ordered_in_block(earlier, now.position);
}

void read_cell(Cell& cell, const Access& access, std::uintptr_t begin) {
  if (now.watches_reads) note_read(cell_of(begin), cell.write);
  const Stamp me = access.stamp();
  if (cell.write != kBeginning && !(access.atomic && (cell.write & kAtomic)) &&
      !well_known_race(cell.write, access) && !ordered(cell.write))
    report_race(cell.write, true, access, begin);
  cell.read = add_reader(cell.read, me);
}

void note_device_atomic(std::uint32_t site) {
  Shadow& shadow = state.shadow;
  std::uint32_t& latest = shadow.latest_device_atomics[site * 0x9E3779B9u >> 28];
  if (site != latest) shadow.device_atomics.insert(site);
  latest = site;
}

bool is_of_this_block(Stamp earlier) {
  return phases[phase_of(earlier)].block == phases[now.position.phase].block;
}

/// Of a grid its device, of the host -1.
int processor_of(const WorkInfo& work) {
  return work.kind == WorkInfo::Kind::kHost ? -1 : work.device;
}

/// Whether both are of different devices, or one is the host's, and one of them is atomic on its
/// own device only.
bool too_narrow_for_devices(Stamp earlier, const Access& access) {
  if (is_of_this_block(earlier)) return false;
  const WorkInfo &first = work_of(earlier)->info, &second = now.block->work->info;
  if (processor_of(first) == processor_of(second)) return false;
  return access.device_scope ||
         state.shadow.device_atomics.contains(static_cast<std::uint32_t>(earlier >> kWhoBits));
}

/// Atomics do not race with each other, unless one of them is atomic for another block only.
bool both_atomic(Stamp earlier, const Access& access) {
  if (!access.atomic || (earlier & kAtomic) == 0) return false;
  if (!is_reader_set(earlier) && too_narrow_for_devices(earlier, access)) return false;
  if (!access.block_scope && (earlier & kBlockScope) == 0) return true;
  if (!is_reader_set(earlier)) return is_of_this_block(earlier);
  return std::ranges::all_of(readers_in(earlier), is_of_this_block);
}

/// The host looks again and again how far a kernel has come, and changes nothing.
bool polled_by_host(Stamp readers, const Access& access) {
  return access.atomic && (readers & kAtomic) != 0 && !is_reader_set(readers) &&
         work_of(readers)->info.kind == WorkInfo::Kind::kHost;
}

/// The one of these readers that the running thread is, or may be one of; else 0.
Stamp my_read(Stamp readers) {
  if (readers == 0) return 0;
  if (is_reader_set(readers)) {
    for (const Stamp one : readers_in(readers))
      if (const Stamp mine = my_read(with_site(one, readers))) return mine;
    return 0;
  }
  if (&block_at(phase_of(readers)) != now.block) return 0;
  const Level level = level_of(readers);
  const bool mine = level == Level::kBlock ||
                    (level == Level::kGroup ? warp_of(readers) == warp_of(now.me)
                                            : thread_of(readers) == now.position.thread);
  return mine ? readers : 0;
}

void write_cell(Cell& cell, const Access& access, std::uintptr_t begin) {
  if (access.updates && now.watches_reads) note_read(cell_of(begin), cell.write);
  const Stamp me = access.stamp();
  if (cell.write != 0 && cell.write != kBeginning && !both_atomic(cell.write, access) &&
      !well_known_race(cell.write, access) && !ordered(cell.write)) {
    report_race(cell.write, true, access, begin);
  } else if (cell.read != 0 && !polled_by_host(cell.read, access) &&
             !both_atomic(cell.read, access)) {
    Stamp unordered = 0;
    if (!ordered_readers(cell.read, &unordered) && !well_known_race(unordered, access))
      report_race(unordered, false, access, begin);
  }
  if (access.decides)
    if (const Stamp read = my_read(cell.read)) note_hint_by(read | (cell.read & kAtomic), begin);
  // A plain write by the same thread in the same phase stays the one that may race.
  const bool weaker = access.atomic && same_who(cell.write, now.me);
  if (!weaker) cell.write = me;
  cell.read = 0;
}

/// Of what nothing has written: an error only if its old value is used.
void announce_exchange(const Access& access, std::uintptr_t begin) {
  state.shadow.unwritten_exchange = access;
  state.shadow.unwritten_exchange_begin = begin;
}

/// One cell, of a granule or a byte. False: the access is out of bounds and has been reported.
bool check_cell(Cell& cell, const Access& access, std::uintptr_t begin, std::size_t length) {
  if (is_outside(cell)) {
    report_outside_variable(access, begin);
    return false;
  }
  if (cell.write == 0) {
    bool unwritten = false;
    if (!first_touch(access, begin, length, &unwritten)) return false;
    if (!access.writes || access.updates) {
      if (unwritten && may_be_padding(access, begin)) return true;
      if (unwritten && access.exchanges)
        announce_exchange(access, begin);
      else if (unwritten)
        report_uninitialized(access, begin);
      cell.write = kBeginning;
    }
  }
  if (access.writes)
    write_cell(cell, access, begin);
  else
    read_cell(cell, access, begin);
  return true;
}

bool check_bytes(Cell& cell, const Access& access, std::uintptr_t begin, std::uintptr_t end) {
  for (std::uintptr_t a = begin; a < end; ++a) {
    Cell byte = byte_cell(cell, a & 3);
    if (!check_cell(byte, access, a, 1)) return false;
    set_byte(cell, a & 3, byte);
  }
  return true;
}

bool check_granule(const Access& access, std::uintptr_t begin, std::uintptr_t end) {
  Cell& cell = *cell_of(begin);
  if (end - begin == 4 && !is_split(cell)) return check_cell(cell, access, begin, 4);
  return check_bytes(cell, access, begin, end);
}

/// False: the rest is out of bounds, which has been reported.
bool check_granules(const Access& access) {
  const std::uintptr_t end = access.address + access.size;
  for (std::uintptr_t a = access.address; a < end;) {
    const std::uintptr_t granule_end = std::min((a & ~std::uintptr_t{3}) + 4, end);
    if (!check_granule(access, a, granule_end)) return false;
    a = granule_end;
  }
  return true;
}

}  // namespace

void add_same_phase(Cell& cell) {
  const bool same_warp = warp_of(cell.read) == warp_of(now.me);
  cell.read = same_warp ? add_lane(cell.read, thread_of(now.me) & 31) : add_warp(cell.read);
}

namespace {

/// Another block of the running grid made it, and the running thread has not synchronized with any:
/// then nothing orders the two.
bool is_of_other_block(Stamp earlier) {
  const Block& by = block_at(phase_of(earlier));
  return by.work == now.block->work && &by != now.block && phases[now.position.phase].extra == 0;
}

}  // namespace

bool ordered(Stamp earlier) {
  if (ordered_phase(phase_of(earlier)) || ordered_nearby(earlier)) return true;
  if (is_of_other_block(earlier)) return false;
  const void* const work = now.block->work;
  const bool has_extra = phases[now.position.phase].extra != 0;
  const void* const extra = has_extra ? &extra_of(now.position.phase) : work;
  const Stamp by_phase = ~(earlier & kPhaseMask), by_who = earlier & kWhoMask & ~kAtomic;
  for (const Stamp key : {by_phase, by_who}) {
    const Remembered& known = remembered_at(key);
    if (known.stamp != key || (known.scope != work && known.scope != extra)) continue;
    if (key == by_phase && known.scope == work) now.also = phase_of(earlier);
    return true;
  }
  Proof proof;
  if (!happens_before(earlier, now.position, &proof)) return false;
  if (proof.for_work || proof.for_extra) {
    const Stamp key = proof.for_phase ? by_phase : by_who;
    remembered_at(key) = {key, proof.for_work ? work : extra};
  }
  return true;
}

bool ordered_readers(Stamp readers, Stamp* unordered) {
  if (!is_reader_set(readers)) {
    if (unordered) *unordered = readers;
    return ordered(readers);
  }
  for (const Stamp one : readers_in(readers)) {
    if (ordered(one)) continue;
    if (unordered) *unordered = with_site(one, readers);
    return false;
  }
  return true;
}

void use_old_value() noexcept {
  const Shadow& shadow = state.shadow;
  if (const std::uintptr_t begin = std::exchange(state.shadow.unwritten_exchange_begin, 0))
    report_uninitialized(Access(shadow.unwritten_exchange), begin);
}

namespace {

void note_write(const Access& access) {
  if (access.writes)
    state.latest_write = {access.address, access.address + access.size,
                          make_stamp(now.position.phase, now.position.thread)};
}

/// Glances leave a stamp in each cell. That of what is atomic, or has raced, is another one.
bool is_told_of(const Access& access) {
  const auto& latest = state.latest_write;
  const std::uintptr_t end = access.address + access.size;
  if (latest.who == make_stamp(now.position.phase, now.position.thread) &&
      access.address >= latest.begin && end <= latest.end)
    return true;
  for (std::uintptr_t a = access.address; a < end; ++a)
    if (!same_who(byte_cell(*cell_of(a), a & 3).write, now.me)) return false;
  return true;
}

}  // namespace

void check_untold(const Access& access) noexcept {
  if (!now.enabled || !cell_of(access.address) || is_told_of(access)) return;
  check_access(access);
}

void check_cells(const Access& access) noexcept {
  note_write(access);
  state.shadow.unwritten_exchange_begin = 0;
  if (access.device_scope) note_device_atomic(encode_site(access.site));
  if (now.trapped) spring(access.writes);
  if (access.aligned && (access.address & (access.size - 1)) != 0 && !now.on_host)
    return report_misaligned(access);
  check_granules(access);
  if (now.awaits_store) trap();
}

namespace {

bool is_in_reach(std::uintptr_t a) {
  return a - now.shared_begin < now.shared_size || a - now.global_begin < now.global_size;
}

bool is_repeated_atomic(const Cell& cell, const Access& access) {
  return cell.read == 0 && !is_split(cell) && both_atomic(cell.write, access);
}

}  // namespace

bool check_repeated_atomic(const Access& access) noexcept {
  if (now.trapped || now.watches_reads || now.watches_threads || now.on_host) return false;
  if (access.size < 4 || (access.address & (access.size - 1)) != 0 || !is_in_reach(access.address))
    return false;
  Cell* const first = arena_cell(access.address);
  Cell* const last = first + access.size / 4;
  for (const Cell* cell = first; cell < last; ++cell)
    if (!is_repeated_atomic(*cell, access)) return false;
  note_write(access);
  state.shadow.unwritten_exchange_begin = 0;
  if (access.device_scope) note_device_atomic(encode_site(access.site));
  const Stamp me = access.stamp();
  for (Cell* cell = first; cell < last; ++cell) cell->write = me;
  return true;
}

bool glance_at(Cell& cell, bool writes, Stamp site) {
  if (writes) return same_who(cell.write, now.me) || glance_write<Reach::kGlobal>(cell, site);
  const Glance glance = glance_read<Reach::kGlobal>(cell);
  if (glance == Glance::kDone) return true;
  if (glance != Glance::kSetReader) return false;
  if (now.watches_reads) note_read(&cell, cell.write);
  return set_reader<Reach::kGlobal>(cell, site);
}

/// A part of a range, at most a granule of it.
bool check_part(const Access& access, std::uintptr_t begin, std::size_t size) {
  Access part = access;
  part.address = begin;
  part.size = size;
  part.whole = &access;
  return check_granules(part);
}

/// Whole granules: a glance at each first. False where the range leaves its memory.
bool check_whole(const Access& access, std::uintptr_t first, std::uintptr_t last) {
  const Stamp site = stamp_site(access.site);
  const std::uintptr_t fresh_end = access.writes ? first + live_bytes(first, last - first) : first;
  const bool in_arena = memory::in_arena(reinterpret_cast<void*>(first));
  for (std::uintptr_t a = first; a < last; a += 4) {
    Cell& cell = in_arena ? *arena_cell(a) : *cell_of(a);
    if (cell.write == 0 && a + 4 <= fresh_end)
      cell = {.write = now.me | site, .read = 0};
    else if (!glance_at(cell, access.writes, site) && !check_part(access, a, 4))
      return false;
  }
  return true;
}

/// Many bytes. Ends where the range leaves its memory.
void check_parts(const Access& access) {
  const std::uintptr_t end = access.address + access.size,
                       first = std::min((access.address + 3) & ~std::uintptr_t{3}, end),
                       last = std::max(end & ~std::uintptr_t{3}, first);
  if (first > access.address && !check_part(access, access.address, first - access.address)) return;
  if (check_whole(access, first, last) && last < end) check_part(access, last, end - last);
}

void check_range(const Access& access) {
  note_write(access);
  if (now.trapped) spring(access.writes);
  check_parts(access);
  if (now.awaits_store) trap();
}

bool check_access(const Access& access) noexcept {
  if (!now.enabled || access.size == 0 || !may_touch(access)) return false;
  if (now.watches_threads) note_thread(access);
  if (access.size > 16)
    check_range(access);
  else
    check_cells(access);
  return true;
}

namespace {

void check_on_behalf(const Access& access) {
  if (!now.enabled || access.size == 0) return;
  if (is_refused(access)) return look_at_own(access);
  // Copies go wherever the driver may.
  const bool copy = now.block->work->info.kind != WorkInfo::Kind::kGrid;
  if (!copy)
    check_access(access);
  else if (cell_of(access.address))
    check_range(access);
}

}  // namespace

void range_access(const volatile void* address, std::size_t size, bool writes,
                  const void* site) noexcept {
  check_on_behalf({.address = reinterpret_cast<std::uintptr_t>(address),
                   .size = size,
                   .writes = writes,
                   .site = site});
}

void texel_access(const void* address, std::size_t size, const void* site) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  check_on_behalf({.address = begin, .size = size, .writes = false, .texel = true, .site = site});
  if (!now.enabled || !cell_of(begin)) return;
  const Stamp write = byte_cell(*cell_of(begin), begin & 3).write;
  if (write == 0 || write == kBeginning || work_of(write) != now.block->work) return;
  report_own_texel({.address = begin, .size = size, .writes = false, .site = site}, site_of(write));
}

void end_of_life(const volatile void* address, std::size_t size, const void* site) noexcept {
  check_on_behalf({.address = reinterpret_cast<std::uintptr_t>(address),
                   .size = size,
                   .writes = true,
                   .frees = true,
                   .site = site});
}

void shared_ends(std::uintptr_t begin, std::size_t size) noexcept {
  end_of_life(reinterpret_cast<const void*>(begin), size, nullptr);
}

namespace {

bool are_in_arena(std::uintptr_t source, std::uintptr_t target) {
  return memory::in_arena(reinterpret_cast<void*>(source)) &&
         memory::in_arena(reinterpret_cast<void*>(target));
}

/// Most of what is copied: a granule that has been written whole, in order.
bool is_plainly_read(Cell& cell, Stamp site) {
  return cell.write != 0 && !is_split(cell) && glance_at(cell, false, site);
}

}  // namespace

void copy_access(void* to, const void* from, std::size_t size, const void* site) noexcept {
  if (!now.enabled || size == 0) return;
  const auto source = reinterpret_cast<std::uintptr_t>(from);
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  range_access(to, size, true, site);
  if (!cell_of(source) || !cell_of(target)) {
    range_access(from, size, false, site);
    return;
  }
  // What was never written stays so at the destination, and is no error here.
  const Stamp here = stamp_site(site);
  const bool by_words = (source & 3) == 0 && (target & 3) == 0 && are_in_arena(source, target);
  for (std::size_t i = 0; i < size;) {
    if (by_words && size - i >= 4 && is_plainly_read(*arena_cell(source + i), here)) {
      i += 4;
      continue;
    }
    const std::size_t step = std::min({4 - ((source + i) & 3), 4 - ((target + i) & 3), size - i});
    const Cell& cell = *cell_of(source + i);
    const bool written = byte_cell(cell, (source + i) & 3).write != 0;
    bool unwritten = false;
    const Access access{.address = source + i, .size = step, .writes = false, .site = site};
    if (written && step == 4 && glance_at(*cell_of(source + i), false, here)) {
      i += step;
      continue;
    }
    if (!written && !first_touch(access, access.address, step, &unwritten)) return;
    if (unwritten)
      clear_shadow(target + i, step);
    else
      check_cells(access);
    i += step;
  }
}

void mark_outside(const volatile void* begin, std::size_t size) {
  if (!now.enabled) return;
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  fill_outside(first, first + size);
}

void forget(const volatile void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  clear_shadow(begin, size);
  forget_records(begin, size);
  forget_missing_copies(begin, size);
}

}  // namespace emu::checker

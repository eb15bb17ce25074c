#include "checker/current.h"

#include "checker/resume.h"
#include "checker/state.h"
#include "memory/zones.h"

namespace emu::checker {

Current now;
namespace {

void set_reach(const WorkInfo& info) {
  if (!now.enabled) {
    now.global_size = now.shared_size = now.near_size = 0;
  } else if (now.on_host) {
    now.global_begin = memory::kHostBegin;
    now.global_size = now.takes_turns ? 0 : memory::kHostZone;
  } else if (now.watches_threads) {
    now.global_size = 0;
  } else if (memory::highest_device() == 0) {
    now.global_begin = memory::kArenaBegin;
    now.global_size = memory::kSharedBegin - memory::kArenaBegin;
  } else {
    now.global_begin = memory::device_begin(info.device);
    now.global_size = memory::kDeviceZone;
  }
}

void enter_block(Block& block) {
  now.block = &block;
  now.also = Current::kNoPhase;
  now.on_host = block.work->info.kind == WorkInfo::Kind::kHost;
  if (now.on_host) {
    now.shared_size = 0;
    now.near_begin = now.open.begin;
    now.near_size = now.open.size;
  } else {
    now.near_begin = now.shared_begin;
    now.near_size = now.shared_size;
  }
  set_reach(block.work->info);
}

/// And no host function of a stream, which is the host's code, too.
bool is_the_host() { return now.block == blocks; }

}  // namespace

void stand_at(Position position) {
  if (now.awaits_store) see_store();
  const PhaseInfo& info = phases[position.phase];
  Block& block = blocks[info.block];
  if (&block != now.block) enter_block(block);
  now.position = position;
  be_thread(position);
  now.full_set = ~Stamp{0};
  now.before = block.work->watermark;
  if (info.extra != 0) now.before = std::max(now.before, extra_of(position.phase).watermark);
  --now.before;
  now.own_from = block.contiguous_from;
  now.own_size =
      info.block_base > block.contiguous_from ? info.block_base - block.contiguous_from : 0;
  now.trapped = false;
  if (is_the_host() && state.host_moved) trap();
}

void trap() {
  now.trapped = true;
  now.me = now.known_set = now.full_set = ~Stamp{0};
  now.before = 0;
  now.own_size = 0;
  now.also = Current::kNoPhase;
}

void spring(bool writes) {
  if (is_the_host() && state.host_moved) {
    state.host_moved = false;
    move_on(phases[now.position.phase].extra);
    return;
  }
  const bool keeps_waiting = now.awaits_store && !writes && state.store_may_read;
  state.store_may_read = false;
  if (keeps_waiting) now.awaits_store = false;
  stand_at(now.position);
  now.awaits_store = keeps_waiting;
}

void host_moves_on() {
  state.host_moved = true;
  trap();
}

void await_store(void (*happened)()) {
  state.store_happened = happened;
  state.store_may_read = true;
  now.awaits_store = true;
}

void see_store() {
  now.awaits_store = false;
  state.store_happened();
}

void set_shared(std::uintptr_t begin, std::uintptr_t end) {
  now.shared_begin = begin;
  now.shared_size = now.enabled ? end - begin : 0;
  if (now.on_host) return;  // enter_block
  now.near_begin = now.shared_begin;
  now.near_size = now.shared_size;
}

void take_turns_with_managed_memory() { now.takes_turns = true; }

void set_enabled(bool on) {
  state.settings.wanted = on;
  now.enabled = state.settings.wanted && state.settings.instrumented;
  if (now.block) {
    Block& block = *now.block;
    now.block = nullptr;
    now.shared_size = 0;
    enter_block(block);
  }
}

bool is_as_wanted() {
  return now.enabled == (state.settings.wanted && state.settings.instrumented);
}

void found_instrumented_code() {
  state.settings.instrumented = true;
  set_enabled(state.settings.wanted);
}

}  // namespace emu::checker

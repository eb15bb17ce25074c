#include "checker/current.h"

#include "checker/resume.h"
#include "memory/zones.h"

namespace emu::checker {

Current now;
bool enabled = false;
bool takes_turns = false;

namespace {

bool host_moved = false;
bool wanted = true;         // set_enabled
bool instrumented = false;  // some code of the program calls our hooks

struct AwaitedStore {
  void (*happened)() = nullptr;
  bool may_read = false;  // no access has come since
} awaited;

void set_reach(const WorkInfo& info) {
  if (!enabled) {
    now.global_size = now.shared_size = 0;
  } else if (now.on_host) {
    now.global_begin = memory::kHostBegin;
    now.global_size = takes_turns ? 0 : memory::kHostZone;
  } else if (memory::highest_device == 0) {
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
  if (now.on_host) now.shared_size = 0;
  set_reach(block.work->info);
}

}  // namespace

void stand_at(Position position) {
  if (now.awaits_store) see_store();
  const PhaseInfo& info = phases[position.phase];
  Block& block = blocks[info.block];
  if (&block != now.block) enter_block(block);
  now.position = position;
  be_thread(position);
  now.before = block.work->watermark;
  if (info.extra != 0) now.before = std::max(now.before, extra_of(position.phase).watermark);
  --now.before;
  now.own_from = block.contiguous_from;
  now.own_size =
      info.block_base > block.contiguous_from ? info.block_base - block.contiguous_from : 0;
  now.trapped = false;
  if (now.on_host && host_moved) trap();
}

void trap() {
  now.trapped = true;
  now.me = now.known_set = ~Stamp{0};
  now.before = 0;
  now.own_size = 0;
  now.also = Current::kNoPhase;
}

void spring(bool writes) {
  if (now.on_host && host_moved) {
    host_moved = false;
    move_on(phases[now.position.phase].extra);
    return;
  }
  const bool keeps_waiting = now.awaits_store && !writes && awaited.may_read;
  awaited.may_read = false;
  if (keeps_waiting) now.awaits_store = false;
  stand_at(now.position);
  now.awaits_store = keeps_waiting;
}

void host_moves_on() {
  host_moved = true;
  trap();
}

void await_store(void (*happened)()) {
  awaited = {.happened = happened, .may_read = true};
  now.awaits_store = true;
}

void see_store() {
  now.awaits_store = false;
  awaited.happened();
}

void set_shared(std::uintptr_t begin, std::uintptr_t end) {
  now.shared_begin = begin;
  now.shared_size = enabled ? end - begin : 0;
}

void take_turns_with_managed_memory() { takes_turns = true; }

void set_enabled(bool on) {
  wanted = on;
  enabled = wanted && instrumented;
  if (now.block) {
    Block& block = *now.block;
    now.block = nullptr;
    now.shared_size = 0;
    enter_block(block);
  }
}

void found_instrumented_code() {
  instrumented = true;
  set_enabled(wanted);
}

}  // namespace emu::checker

#include "checker/messages/place.h"

#include <algorithm>

#include "checker/messages/refusals.h"
#include "checker/modules.h"
#include "checker/own_memory.h"
#include "checker/state.h"
#include "memory/memory.h"
#include "memory/zones.h"

namespace emu::checker {

namespace {

using memory::Allocation;
using memory::Kind;

// A large frame or argument may have stepped over the guard page before this access.
bool stack_is_full() {
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return memory::in_stacks(__builtin_frame_address(0)) && frame < now.stack_begin;
}

/// A pool lets it: cudaMemPoolSetAccess.
bool may_visit(std::uintptr_t address, int device) {
  const Allocation* what = memory::find(address);
  return what && (what->visitors >> device & 1) != 0;
}

bool may_touch_peer(const Access& access) {
  const int from = now.block->work->info.device, to = memory::device_of(access.address);
  return from == to || state.peers[from][to] || may_visit(access.address, from) ||
         refuse_peer(access, from, to);
}

bool is_hosts_turn(const Access& access, const Allocation* what) {
  const bool device_may_use_it =
      now.takes_turns && what && what->kind == Kind::kManaged && host_has_grids_under_way();
  return !device_may_use_it || refuse_managed(access, *what);
}

SharedOf owner_of(std::uintptr_t address) {
  return state.callbacks.shared_of ? state.callbacks.shared_of(address) : SharedOf::kOther;
}

/// Between the variables of its block, or another block's.
bool refuse_shared(const Access& access) {
  if (owner_of(access.address) == SharedOf::kLeft) return refuse_left_shared(access);
  const Allocation* mine = memory::find(now.shared_begin);
  if (!mine || memory::find(access.address, true) != mine) return refuse_foreign_shared(access);
  report_outside_variable(access, access.address);
  return false;
}

bool refuse_local(const Access& access) {
  return stack_is_full() ? refuse_full_stack(access) : refuse_foreign_local(access);
}

/// A function of the host's that a stream calls may stand on such a stack itself.
bool refuse_local_to_host(const Access& access) {
  return !memory::in_stacks(__builtin_frame_address(0)) && refuse_host_at_local(access);
}

bool may_touch_host_zone(const Access& access) {
  return !now.on_host || is_hosts_turn(access, memory::find(access.address, true));
}

bool may_touch_arena(const Access& access) {
  if (memory::in_host_zone(access.address)) return may_touch_host_zone(access);
  if (now.on_host) return refuse_host_access(access);
  if (memory::in_shared(access.address))
    return owner_of(access.address) == SharedOf::kNeighbour || refuse_shared(access);
  return may_touch_peer(access);
}

const Allocation* variable_at(std::uintptr_t address) {
  if (!state.shadow.latest_variable ||
      address - state.shadow.latest_variable->begin >= state.shadow.latest_variable->size)
    state.shadow.latest_variable = memory::find(address);
  return state.shadow.latest_variable;
}

bool may_touch_variable(const Access& access, const Allocation& variable) {
  const bool devices = variable.kind == Kind::kVariable || variable.kind == Kind::kConstant;
  if (now.on_host) return devices ? refuse_host_access(access) : is_hosts_turn(access, &variable);
  return variable.kind != Kind::kConstant || !access.writes || refuse_constant(access);
}

/// Of the kernel, which lie in the host's memory.
bool is_argument(const Access& access) {
  return !access.writes && state.callbacks.is_argument &&
         state.callbacks.is_argument(access.address);
}

bool is_padding(const Allocation& rows, std::uintptr_t address) {
  return rows.pitch != 0 && (address - rows.begin) % rows.pitch >= rows.width;
}

bool starts_unwritten(Kind kind) { return kind == Kind::kDevice || kind == Kind::kHeap; }

}  // namespace

bool may_touch(const Access& access) {
  const std::uintptr_t a = access.address;
  if (a - now.shared_begin < now.shared_size || a - now.global_begin < now.global_size) return true;
  if (!now.on_host && a - now.stack_begin < now.stack_size) return false;
  if (is_refused(access)) {
    look_at_own(access);
    return false;
  }
  if (memory::in_arena(reinterpret_cast<void*>(a))) return may_touch_arena(access);
  if (variable_cell(a))
    if (const Allocation* variable = variable_at(a)) return may_touch_variable(access, *variable);
  if (memory::in_stacks(reinterpret_cast<void*>(a)))
    return now.on_host ? refuse_local_to_host(access) : refuse_local(access);
  if (now.on_host) return false;
  if (!access.writes && module_part(a) == ModulePart::kConstant) return false;
  return !is_argument(access) && refuse_host_memory(access);
}

bool first_touch(const Access& access, std::uintptr_t begin, std::size_t length, bool* unwritten) {
  if (begin - now.shared_begin < now.shared_size) {
    *unwritten = true;
    return true;
  }
  if (memory::in_shared(begin)) {
    *unwritten = true;
    return owner_of(begin) == SharedOf::kNeighbour || refuse_shared(access);
  }
  if (begin - now.live.begin >= now.live.size ||
      length > now.live.size - (begin - now.live.begin)) {
    const Allocation* found = memory::find(begin);
    if (!found || !found->live || begin + length > found->begin + found->size) {
      return refuse_outside(access, found && found->live ? found->begin + found->size : begin);
    }
    if (is_padding(*found, begin)) warn_of_padding(access, begin, *found);
    *unwritten = starts_unwritten(found->kind);
    if (found->pitch != 0) return true;  // each cell must come here
    now.live = {found->begin, found->size, *unwritten};
  }
  *unwritten = now.live.starts_unwritten;
  return true;
}

std::size_t live_bytes(std::uintptr_t begin, std::size_t size) {
  if (begin - now.shared_begin < now.shared_size)
    return std::min(size, now.shared_begin + now.shared_size - begin);
  const Allocation* found = memory::in_shared(begin) ? nullptr : memory::find(begin);
  return found && found->live ? std::min(size, found->begin + found->size - begin) : 0;
}

void forget_bounds() {
  now.live = {};
  state.shadow.latest_variable = nullptr;
}

void set_peer_access(int from, int to, bool on) { state.peers[from][to] = on; }

}  // namespace emu::checker

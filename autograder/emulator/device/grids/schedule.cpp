// How threads wait, are woken, begin and end.
#include "device/grids/schedule.h"

#include <algorithm>
#include <utility>

#include "device/border/handed_over/handed_over.h"
#include "device/clusters/cluster.h"
#include "device/device.h"
#include "device/grids/choice.h"
#include "device/grids/ready.h"
#include "device/hosts/baton.h"
#include "device/state.h"
#include "device/threads/builtins.h"
#include "device/threads/deadlock.h"
#include "device/threads/ended.h"
#include "device/threads/enter.h"
#include "device/threads/waiting.h"
#include "emulator/program.h"

namespace emu {

namespace {

void host_can_run() {
  scheduler.host.runnable = true;
  scheduler.priorities.has_come(scheduler.priorities.host);
}

/// The fiber becomes one of those that are ready: the last, or under random any. So `ready` is in a
/// random order at any time, whatever came when, and whoever takes from it need not draw.
void make_ready(Block& block, Fiber* fiber) {
  block.ready.push_back(fiber);
  if (scheduler.policy != Policy::kRandom) return;
  const std::size_t left = block.ready.size() - block.ready_head;
  std::swap(block.ready.back(), block.ready[block.ready_head + draw(left)]);
}

/// The running fiber is noted wherever it waits; goes on with another one.
void leave() {
  Fiber* me = running;
  me->thread.position = checker::current();
  me->thread.work = issued_since(me->thread.work);
  if (Block* block = me->thread.block) {
    if (block->runner == me) supersede_runner(*block);
    if (block->can_run() && block != current_block) list(*block);
  }
  Fiber* next = choose_next();
  if (current_block && current_block != next->thread.block && current_block->can_run())
    list(*current_block);
  if (next->is_hosts()) scheduler.host.runnable = false;
  if (next != me) switch_to(next);
  enter(*me);
}

uint3 place_in(dim3 dim, std::uint32_t index) {
  if (dim.y == 1 && dim.z == 1) return {index, 0, 0};
  return {index % dim.x, index / dim.x % dim.y, index / (dim.x * dim.y)};
}

/// The place after `at`: divisions would take as long as all else at the start of a thread.
uint3 next_place(dim3 dim, uint3 at) {
  if (++at.x < dim.x) return at;
  if (++at.y < dim.y) return {0, at.y, at.z};
  return {0, 0, at.z + 1};
}

uint3 place_of_next(Block& block, std::uint32_t index) {
  if (!block.thread_order.is_in_order()) return place_in(block.grid->block, index);
  const uint3 at = block.next_at;
  block.next_at = next_place(block.grid->block, at);
  return at;
}

void begin_thread(Fiber& fiber, Block& block, std::uint32_t index) {
  const uint3 at = place_of_next(block, index);
  const checker::Position position{block.phase, index};
  // Member by member: a whole life that is copied is written in small pieces and read in large
  // ones, for which the processor waits longer than all else here takes.
  ThreadLife& life = fiber.thread;
  Block* const its_block = life.block;
  life = {};
  life.at = at;
  life.position = position;
  life.block = its_block;
  become(at, position);
}

void exit_thread_of(Block& block, Thread& thread) {
  if (thread.unseen_launch | thread.unseen_failure | thread.own_stream_id | thread.copies)
    end_of_thread(thread);
  block.clock.credit(thread.index(), issued_since(thread.work));
  if (block.cluster) {
    block.left.push_back(checker::current());
    leave_cluster_barrier(block);
  }
  --block.live;
  Warp& warp = block.warps[thread.index() / 32];
  if (warp.rendezvous.empty())
    warp.exited |= 1u << thread.index() % 32;
  else
    lane_exited(block, thread.index() / 32, thread.index() % 32);
  if (!block.tiles.empty()) leave_tiles(block);
  if (!block.at_barrier.empty() || block.grid->cooperative) let_go(block);
}

/// One thread from its start to its exit, on the runner's stack.
void run_thread_on(Fiber& fiber, Block& block) {
  begin_thread(fiber, block, static_cast<std::uint32_t>(block.thread_order(block.started++)));
  fiber.entered = nullptr;  // a thread that was ended in the midst has left its own
  try {
    call_program(block.grid->how.run, block.grid->arguments);
  } catch (const ThreadExit&) {
  }
  exit_thread_of(block, fiber.thread);
}

/// Starts the block's threads one after another until one of them has waited, and so taken this
/// fiber with it, or all have been started.
void run_threads() {
  Fiber& fiber = *running;
  Block& block = *fiber.thread.block;
  stand_on(fiber);
  while (!fiber.superseded && block.started < block.threads) {
    run_thread_on(fiber, block);
    if (scheduler.policy == Policy::kRandom && draw(16) == 0) break;
  }
  if (block.runner == &fiber) block.runner = nullptr;
  note_progress();
  if (block.live == 0) end_block(block);
}

/// The host's wait was left: it is over, or others want the baton, or the device is stuck. False:
/// at the program's end nothing more can happen.
bool let_others_go_on(HostWait wait) {
  const bool is_stuck = std::exchange(scheduler.host.is_stuck, false);
  if (wait.done(wait.context) || state.sticky_error != cudaSuccess) return true;
  if (!is_stuck && !state.hosts.wanted) return true;
  scheduler.host = {};
  return wait_for_baton(*state.hosts.current, wait, is_stuck);
}

/// Not a host function that its caller waits for; and where others want the baton they come first.
bool is_hosts_to_drive() {
  const Hosts& hosts = state.hosts;
  return hosts.enabled && state.sticky_error == cudaSuccess && !hosts.current->called_by &&
         !hosts.wanted;
}

}  // namespace

// A fiber that comes here has no thread: it is given back, and perhaps taken again at once.
void fiber_main() {
  switched();
  for (;;) {
    run_threads();
    Fiber* me = running;
    me->superseded = false;
    me->thread.block = nullptr;
    give_fiber(me);
    if (current_block && current_block->live == 0) current_block = nullptr;
    Fiber* next = choose_next();
    if (current_block && current_block != next->thread.block && current_block->can_run())
      list(*current_block);
    if (next->is_hosts()) scheduler.host.runnable = false;
    if (next != me) switch_to(next);
  }
}

void set_schedule(Policy policy, std::uint64_t seed) {
  scheduler.policy = policy;
  scheduler.generator.seed(seed);
  scheduler.one_atomic_in = std::uint64_t{2} << seed / 2 % 4;
  if (policy == Policy::kRandom && seed % 2 == 1) scheduler.priorities.begin(scheduler.generator);
}

std::uint64_t draw(std::uint64_t bound) {
  if (scheduler.policy != Policy::kRandom || bound < 2) return 0;
  __extension__ typedef unsigned __int128 Wide;  // its upper half: no division
  return static_cast<std::uint64_t>(Wide{scheduler.generator()} * bound >> 64);
}

std::uint64_t draw_seed() {
  return scheduler.policy == Policy::kRandom ? scheduler.generator() >> 1 | 1 : 0;
}

void add_ready(Grid& grid) {
  grid.priority = scheduler.priorities.draw();
  scheduler.priorities.has_come(grid.priority);
  if (is_full(device(grid.device))) {
    scheduler.fresh_without_room.emplace_back(&grid);
  } else {
    add_fresh(&grid);
  }
}

void add_ready(Operation& operation) {
  operation.priority = scheduler.priorities.draw();
  scheduler.priorities.has_come(operation.priority);
  scheduler.operations.emplace_back(&operation);
}

void wake(Fiber& fiber) {
  Block& block = *fiber.thread.block;
  make_ready(block, &fiber);
  if (&block != current_block) list(block);
  scheduler.fruitless = 0;
}

void woken(Block& block) {
  if (scheduler.policy == Policy::kRandom)
    for (std::size_t i = block.ready.size(); i > 1; --i)
      std::swap(block.ready[i - 1], block.ready[draw(i)]);
  if (&block != current_block) list(block);
  scheduler.fruitless = 0;
}

void wait() { leave(); }

// What choose_next would find under the late schedule, without asking it.
void wait_for_block() {
  Fiber& me = *running;
  Block& block = *me.thread.block;
  if (policy() != Policy::kLate || &block != current_block) return leave();
  if (block.runner == &me) supersede_runner(block);
  if (!block.can_run()) return leave();
  me.thread.position = checker::current();
  me.thread.work = issued_since(me.thread.work);
  switch_to(next_of(block));
  enter(me);
}

void wait_off_turn() {
  scheduler.turn_is_over = true;
  leave();
}

void yield() {
  if (running->is_hosts())
    host_can_run();
  else
    make_ready(*self().block, running);
  leave();
}

void give_way() {
  scheduler.turn_is_over = scheduler.priorities.are_used();
  yield();
}

void launched_one() {
  if (scheduler.quiet) return;
  if (scheduler.policy == Policy::kEager || scheduler.priorities.are_used() ||
      (scheduler.policy == Policy::kRandom && draw(4) == 0))
    yield();
}

void before_atomic() {
  if (scheduler.priorities.are_used() && scheduler.priorities.is_change()) {
    scheduler.turn_is_over = true;
    return yield();
  }
  if (scheduler.policy == Policy::kRandom && draw(scheduler.one_atomic_in) == 0) yield();
}

void spin() {
  scheduler.spinning.push_back(running);
  leave();
}

void rest(const void* site) {
  Thread& me = self();
  me.waiting_at = site;
  me.rests = true;
  me.looks = 0;
  scheduler.turn_is_over = scheduler.priorities.are_used();
  spin();
  me.rests = false;
}

void note_progress() { scheduler.fruitless = 0; }

void host_wait(bool (*done)(const void*), const void* context, const char* in) {
  host_has_run();
  scheduler.host_waits_in = in;
  while (!done(context) && state.sticky_error == cudaSuccess) {
    scheduler.host = {.done = done, .context = context};
    leave();
    if (!let_others_go_on({done, context})) break;
    scheduler.host_waits_in = in;
  }
  scheduler.host = {};
  scheduler.host_waits_in = nullptr;
}

bool devices_are_idle(const void*) {
  for (int i = 0; i < device_count(); ++i)
    if (device(i).outstanding != 0) return false;
  return true;
}

void drive_device(HostWait until) {
  if (!is_hosts_to_drive() || until.done(until.context)) return;
  scheduler.host = {.done = until.done, .context = until.context, .drives = true};
  leave();
  scheduler.host = {};
}

void let_host_go_on() {
  if (!scheduler.host.runnable) host_can_run();
}

void reconsider_host() {
  if (scheduler.host.done && scheduler.host.done(scheduler.host.context)) host_can_run();
  reconsider_waiting(false);
}

void abandon_device() {
  scheduler.open_grids.clear();
  scheduler.fresh_grids.clear();
  scheduler.open_without_room.clear();
  scheduler.fresh_without_room.clear();
  scheduler.operations.clear();
  scheduler.listed.clear();
  scheduler.spinning.clear();
  current_block = nullptr;
  scheduler.host = {};
  scheduler.quiet = scheduler.by_device = false;
  checker::send_for_host(false);
  reconsider_waiting(true);
  if (!running->is_hosts()) switch_to(&host_fiber());
}

}  // namespace emu

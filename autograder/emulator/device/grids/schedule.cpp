#include "device/grids/schedule.h"

#include <algorithm>
#include <utility>

#include "device/border/handed_over/handed_over.h"
#include "device/device.h"
#include "device/state.h"
#include "device/threads/builtins.h"
#include "device/threads/deadlock.h"
#include "device/threads/ended.h"
#include "device/threads/enter.h"
#include "device/threads/waiting.h"
#include "emulator/program.h"

namespace emu {

namespace {

// A scheduler.spinning thread is given this many turns, of many polls each, before its hope is
// given up: a fraction of a second.
constexpr std::uint64_t kFruitlessTurns = 20000;

// And so many before the next block of its grid starts: a thread that asks a few times and goes on
// needs no other block.
constexpr std::uint64_t kPatience = 5000;

void list(Block& block) {
  if (block.listed) return;
  block.listed = true;
  scheduler.listed.push_back(&block);
}

/// The fiber becomes one of those that are ready: the last, or under random any. So `ready` is in a
/// random order at any time, whatever came when, and whoever takes from it need not draw.
void make_ready(Block& block, Fiber* fiber) {
  block.ready.push_back(fiber);
  if (scheduler.policy != Policy::kRandom) return;
  const std::size_t left = block.ready.size() - block.ready_head;
  std::swap(block.ready.back(), block.ready[block.ready_head + draw(left)]);
}

std::size_t pick_index(std::size_t size, bool newest) {
  return scheduler.policy == Policy::kRandom ? draw(size) : newest ? size - 1 : 0;
}

/// A block that can run, or null. Blocks that were listed and cannot run any more are dropped.
Block* pick_listed() {
  while (!scheduler.listed.empty()) {
    const std::size_t i = pick_index(scheduler.listed.size(), scheduler.policy == Policy::kEager);
    Block* block = scheduler.listed[i];
    if (block->live != 0 && block->can_run()) return block;
    block->listed = false;
    scheduler.listed.erase(scheduler.listed.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return nullptr;
}

Block* start_next_block(Grid& grid) {
  Block* block = start_block(grid);
  if (grid.all_blocks_started()) std::erase(scheduler.open_grids, &grid);
  return block;
}

Block* open_fresh_grid() {
  const std::size_t i =
      pick_index(scheduler.fresh_grids.size(), scheduler.policy == Policy::kEager);
  const WorkRef work = scheduler.fresh_grids[i];
  scheduler.fresh_grids.erase(scheduler.fresh_grids.begin() + static_cast<std::ptrdiff_t>(i));
  auto& grid = static_cast<Grid&>(*work);
  scheduler.open_grids.push_back(&grid);
  return start_next_block(grid);
}

void run_operation() {
  const std::size_t i = pick_index(scheduler.operations.size(), scheduler.policy == Policy::kEager);
  const WorkRef work = scheduler.operations[i];
  scheduler.operations.erase(scheduler.operations.begin() + static_cast<std::ptrdiff_t>(i));
  static_cast<Operation&>(*work).run();
}

bool resolve_one_convergence() {
  if (state.convergence.threads == 0) return false;
  for (Block* block : unfinished_blocks())
    if (!block->converging.empty()) {
      resolve_converging(*block);
      return true;
    }
  return false;
}

Fiber* take_spinning() {
  if (++scheduler.fruitless > kFruitlessTurns + 200 * scheduler.spinning.size()) {
    report_deadlock(scheduler.spinning,
                    !scheduler.fresh_grids.empty() || !scheduler.operations.empty());
    device_fault(cudaErrorLaunchTimeout);
    return &host_fiber;
  }
  Fiber* fiber = scheduler.spinning.front();
  scheduler.spinning.pop_front();
  return fiber;
}

/// What can run, newest first: a grid that was just launched comes before the block that did it.
Fiber* choose_eagerly() {
  if (!scheduler.operations.empty()) return run_operation(), nullptr;
  const std::uint64_t running_grid = current_block ? current_block->grid->id : 0;
  if (!scheduler.fresh_grids.empty() && scheduler.fresh_grids.back()->id > running_grid)
    return next_of(*open_fresh_grid());
  if (current_block && current_block->can_run()) return next_of(*current_block);
  if (!scheduler.open_grids.empty())
    return next_of(*start_next_block(*scheduler.open_grids.back()));
  if (Block* block = pick_listed()) return next_of(*block);
  if (!scheduler.fresh_grids.empty()) return next_of(*open_fresh_grid());
  if (resolve_one_convergence()) return nullptr;
  if (scheduler.host.runnable && !scheduler.spinning.empty() && scheduler.fruitless > 100)
    return &host_fiber;
  if (!scheduler.spinning.empty()) return take_spinning();
  if (scheduler.host.runnable) return &host_fiber;
  return no_one_can_run(), &host_fiber;
}

bool polled_on(int device) {
  return std::any_of(
      scheduler.spinning.begin(), scheduler.spinning.end(),
      [device](const Fiber* fiber) { return fiber->thread.block->grid->device == device; });
}

/// Work of a device on which nobody polls comes to the front of `works`: devices run independently
/// of each other, so that no late schedule may keep it waiting for another device's threads.
bool bring_forward(std::deque<WorkRef>& works) {
  const auto found = std::find_if(works.begin(), works.end(),
                                  [](const WorkRef& work) { return !polled_on(work->device); });
  if (found == works.end()) return false;
  std::rotate(works.begin(), found, found + 1);
  return true;
}

/// A thread of the grid that polls; null when none does, or where its blocks run at the same time.
const Thread* poller_in(const Grid& grid) {
  if (grid.cooperative || grid.waits_for_later_blocks) return nullptr;
  const auto found = std::ranges::find_if(scheduler.spinning, [&grid](const Fiber* fiber) {
    return fiber->thread.waiting_at && fiber->thread.block->grid == &grid;
  });
  return found == scheduler.spinning.end() ? nullptr : &(*found)->thread;
}

/// Blocks of a grid need not run at the same time. So none starts while a thread of its grid polls:
/// the oldest open grid in which none does, or null.
Grid* grid_to_go_on() {
  if (scheduler.spinning.empty())
    return scheduler.open_grids.empty() ? nullptr : scheduler.open_grids.front();
  const auto found = std::ranges::find_if(scheduler.open_grids,
                                          [](const Grid* grid) { return !poller_in(*grid); });
  return found == scheduler.open_grids.end() ? nullptr : *found;
}

/// Threads poll again and again, and nothing else can happen: a grid that waits for its own later
/// blocks gets them.
Block* start_what_is_waited_for() {
  if (scheduler.open_grids.empty() ||
      scheduler.fruitless <= kPatience + 2 * scheduler.spinning.size())
    return nullptr;
  Grid& grid = *scheduler.open_grids.front();
  if (const Thread* poller = poller_in(grid)) report_wait_for_block(*poller);
  grid.waits_for_later_blocks = true;
  return start_next_block(grid);
}

/// What is under way goes first, then the scheduler.host, then what waits longest.
Fiber* choose_lately() {
  if (current_block && current_block->can_run()) return next_of(*current_block);
  if (Block* block = pick_listed()) return next_of(*block);
  if (Grid* grid = grid_to_go_on()) return next_of(*start_next_block(*grid));
  if (resolve_one_convergence()) return nullptr;
  if (scheduler.host.runnable) return &host_fiber;
  if (!scheduler.spinning.empty() && device_count() > 1) {
    if (bring_forward(scheduler.operations)) return run_operation(), nullptr;
    if (bring_forward(scheduler.fresh_grids)) return next_of(*open_fresh_grid());
  }
  if (Block* block = start_what_is_waited_for()) return next_of(*block);
  if (!scheduler.spinning.empty()) return take_spinning();
  if (!scheduler.operations.empty()) return run_operation(), nullptr;
  if (!scheduler.fresh_grids.empty()) return next_of(*open_fresh_grid());
  return no_one_can_run(), &host_fiber;
}

Fiber* choose_at_random() {
  const bool over = std::exchange(scheduler.turn_is_over, false);
  if (current_block && current_block->can_run()) {
    if (!over && !leaves_block(*current_block)) return next_of(*current_block);
    list(*current_block);
  }
  Block* block = pick_listed();
  // One ticket for everything that could go on; a scheduler.spinning thread is picked less often.
  const std::size_t tickets[] = {block ? scheduler.listed.size() : 0, scheduler.open_grids.size(),
                                 scheduler.fresh_grids.size(), scheduler.operations.size(),
                                 scheduler.host.runnable ? std::size_t{1} : 0};
  std::size_t sum = 0;
  for (std::size_t t : tickets) sum += t;
  if (sum == 0) {
    if (resolve_one_convergence()) return nullptr;
    if (!scheduler.spinning.empty()) return take_spinning();
    return no_one_can_run(), &host_fiber;
  }
  if (!scheduler.spinning.empty() && draw(16) == 0) {
    Fiber* fiber = scheduler.spinning.front();
    scheduler.spinning.pop_front();
    return fiber;
  }
  std::size_t ticket = draw(sum);
  std::size_t kind = 0;
  while (ticket >= tickets[kind]) ticket -= tickets[kind++];
  switch (kind) {
    case 0:
      return next_of(*block);
    case 1:
      return next_of(*start_next_block(*scheduler.open_grids[ticket]));
    case 2:
      return next_of(*open_fresh_grid());
    case 3:
      return run_operation(), nullptr;
    default:
      return &host_fiber;
  }
}

Fiber* choose() {
  for (;;) {
    if (current_block && current_block->live != 0 && !current_block->converging.empty() &&
        !current_block->can_run())
      resolve_converging(*current_block);
    Fiber* next = scheduler.policy == Policy::kEager  ? choose_eagerly()
                  : scheduler.policy == Policy::kLate ? choose_lately()
                                                      : choose_at_random();
    if (next) return next;
  }
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
  Fiber* next = choose();
  if (current_block && current_block != next->thread.block && current_block->can_run())
    list(*current_block);
  if (next == &host_fiber) scheduler.host.runnable = false;
  if (next != me) switch_to(next);
  enter(*me);
}

uint3 place_in(dim3 dim, std::uint32_t index) {
  if (dim.y == 1 && dim.z == 1) return {index, 0, 0};
  return {index % dim.x, index / dim.x % dim.y, index / (dim.x * dim.y)};
}

void begin_thread(Fiber& fiber, const Block& block, std::uint32_t index) {
  const uint3 at = place_in(block.grid->block, index);
  const checker::Position position{block.phase, index};
  static_cast<ThreadLife&>(fiber.thread) = {
      .at = at, .position = position, .block = fiber.thread.block};
  become(at, position);
}

void exit_thread_of(Block& block, Thread& thread) {
  if (thread.unseen_launch | thread.unseen_failure | thread.own_stream_id | thread.copies)
    end_of_thread(thread);
  block.clock.credit(thread.index(), issued_since(thread.work));
  --block.live;
  Warp& warp = block.warps[thread.index() / 32];
  if (warp.meetings.empty())
    warp.exited |= 1u << thread.index() % 32;
  else
    lane_exited(block, thread.index() / 32, thread.index() % 32);
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
    Fiber* next = choose();
    if (current_block && current_block != next->thread.block && current_block->can_run())
      list(*current_block);
    if (next == &host_fiber) scheduler.host.runnable = false;
    if (next != me) switch_to(next);
  }
}

void set_schedule(Policy policy, std::uint64_t seed) {
  scheduler.policy = policy;
  scheduler.generator.seed(seed);
}

std::uint64_t draw(std::uint64_t bound) {
  if (scheduler.policy != Policy::kRandom || bound < 2) return 0;
  __extension__ typedef unsigned __int128 Wide;  // its upper half: no division
  return static_cast<std::uint64_t>(Wide{scheduler.generator()} * bound >> 64);
}

std::uint64_t draw_seed() {
  return scheduler.policy == Policy::kRandom ? scheduler.generator() >> 1 | 1 : 0;
}

void add_ready(Grid& grid) { scheduler.fresh_grids.emplace_back(&grid); }
void add_ready(Operation& operation) { scheduler.operations.emplace_back(&operation); }

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

void wait_off_turn() {
  scheduler.turn_is_over = true;
  leave();
}

void yield() {
  if (running == &host_fiber)
    scheduler.host.runnable = true;
  else
    make_ready(*self().block, running);
  leave();
}

void launched_one() {
  if (scheduler.policy == Policy::kEager || (scheduler.policy == Policy::kRandom && draw(4) == 0))
    yield();
}

void before_atomic() {
  constexpr std::uint64_t kOneIn = 16;
  if (scheduler.policy == Policy::kRandom && draw(kOneIn) == 0) yield();
}

void spin() {
  scheduler.spinning.push_back(running);
  leave();
}

void note_progress() { scheduler.fruitless = 0; }

void host_wait(bool (*done)(const void*), const void* context, const char* in) {
  host_has_run();
  scheduler.host_waits_in = in;
  while (!done(context) && state.sticky_error == cudaSuccess) {
    scheduler.host = {false, done, context};
    leave();
  }
  scheduler.host = {};
  scheduler.host_waits_in = nullptr;
}

void reconsider_host() {
  if (scheduler.host.done && scheduler.host.done(scheduler.host.context))
    scheduler.host.runnable = true;
}

void abandon_device() {
  scheduler.open_grids.clear();
  scheduler.fresh_grids.clear();
  scheduler.operations.clear();
  scheduler.listed.clear();
  scheduler.spinning.clear();
  current_block = nullptr;
  scheduler.host = {};
  if (running != &host_fiber) switch_to(&host_fiber);
}

}  // namespace emu

// Who runs next. One thread at a time runs everything; the schedule is a function of policy and
// seed, and with several host threads also of when they come.
//
// eager: a child runs at once, its parent waits in the launch. late: what was launched last runs
// last, children only when nothing else can. random: any legal choice, by seed; with an odd seed by
// priorities. All are legal orders of a real device (K4, K5).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <string>

#include "device/grids/block.h"
#include "device/grids/priorities.h"
#include "device/grids/work.h"
#include "device/hosts/host_thread.h"

namespace emu {

enum class Policy { kEager, kLate, kRandom };

void set_schedule(Policy policy, std::uint64_t seed);

/// What can run, and how the next is chosen.
struct Scheduler {
  // At start-up.
  Policy policy = Policy::kLate;
  std::mt19937_64 generator;         // drawn from under random only
  Priorities priorities;             // used under random with an odd seed
  std::uint64_t one_atomic_in = 16;  // under random others may run before one of so many atomics

  // When grids and operations become ready, and when the last block of a grid has started.
  std::vector<Grid*> open_grids;    // some of their blocks have started
  std::deque<WorkRef> fresh_grids;  // none has, oldest first; by priorities, a heap of these
  std::deque<WorkRef> operations;

  // When a device is full, until a block of it ends: its grids are here instead of there.
  std::vector<Grid*> open_without_room;
  std::deque<WorkRef> fresh_without_room;

  // When threads wait and are woken.
  std::vector<Block*> listed;  // blocks that can run, apart from the current one
  std::deque<Fiber*> spinning;
  bool turn_is_over = false;   // of the current block (leaves_block)
  bool has_triggered = false;  // under eager: a block; the host has not waited since

  // While works are sent off together (SendTogether).
  bool quiet = false;      // nothing runs in between
  bool by_device = false;  // the device has decided that they are

  std::uint64_t fruitless = 0;  // turns of spinning threads since anything else happened
  std::uint64_t turn = 1;       // of a block, up to where another is chosen

  // Around the host's waits.
  struct Host {
    bool runnable = false;  // while it does not run
    bool (*done)(const void*) = nullptr;
    const void* context = nullptr;
    bool drives = false;      // it waits for nothing of the device's: drive_device
    bool is_stuck = false;    // goes on because nothing of the device can
    std::uint64_t turns = 0;  // of device threads that poll, meanwhile
  } host;
  const char* host_waits_in = nullptr;  // CUDA's name of the call
};
/// The Emulator's, as the State.
[[gnu::visibility("hidden")]] extern Scheduler& scheduler;

inline Policy policy() { return scheduler.policy; }
/// A number below `bound` from the schedule's own generator; 0 unless the policy is random.
std::uint64_t draw(std::uint64_t bound);
/// Seed for a Shuffle: 0 unless the policy is random.
std::uint64_t draw_seed();

/// A grid may start blocks; an operation may run.
void add_ready(Grid& grid);
void add_ready(Operation& operation);
/// The thread on `fiber` can go on.
void wake(Fiber& fiber);
/// Threads were put into `block.ready` in one go.
void woken(Block& block);
/// The running thread waits: returns when somebody has woken it.
void wait();
/// The same for a thread that others of its block will wake: mostly one of these is next.
void wait_for_block();
/// The same where leaves_block() has said so: its block's turn is over.
void wait_off_turn();
/// The running thread could go on but lets others: returns when it is its turn again.
void yield();
/// The same where a program asks for it: by priorities its block becomes the last of all, so that
/// whoever sleeps until something happens lets it happen.
void give_way();
/// A child was launched: under eager it runs now, under random perhaps.
void launched_one();
/// An atomic operation of the running thread is next: under random others may come first, so that
/// what a program decides by two operations is seen from between them.
void before_atomic();
/// The running thread polls memory without effect: lets others run; finds deadlocks.
void spin();
/// The running thread has looked at memory for long, at `site` the last time: what else can run
/// comes first. It may wait for that, or have much to do, so this is no sign of a deadlock.
void rest(const void* site);
/// The running thread looked at this memory with an atomic or volatile access; a series of looks
/// that find nothing new makes it `spin`.
void note_poll(const volatile void* address, std::size_t size, const void* site);
/// Something happened that a spinning thread may have waited for.
void note_progress();

/// Whether the next to run may be of another block than this one, which can. Under random it is
/// some of the times, seldom enough that a large block has stepped a good part of its threads;
/// other schedules let a block run as long as it can.
inline bool leaves_block(const Block& block) {
  if (scheduler.priorities.are_used()) return scheduler.priorities.is_change();
  return policy() == Policy::kRandom && draw(std::max(8U, block.threads / 4)) == 0;
}

/// The first of the block's threads that are ready; there must be one. A block's stacks do not fit
/// into the nearest cache: those that come next are fetched ahead.
inline Fiber* take_ready(Block& block) {
  Fiber* const* next = &block.ready[block.ready_head++];
  Fiber* const first = *next;
  const std::size_t left = block.ready.size() - block.ready_head;
  if (left > 1) {
    __builtin_prefetch(next[1]->context);
    __builtin_prefetch(next[2]);
  } else if (left == 0) {
    block.ready.clear();
    block.ready_head = 0;
  }
  return first;
}

/// A fiber of a block that can run. Threads that were under way come before new ones, except that a
/// random schedule also starts new ones first.
inline Fiber* next_of(Block& block) {
  const bool ready = block.ready_head < block.ready.size();
  if (!ready || (policy() == Policy::kRandom && block.can_start_thread() && draw(2) == 0))
    return new_runner(block);
  return take_ready(block);
}

/// The host waits until `done(context)`; checked whenever work completes. `in`: CUDA's name of the
/// call, for messages.
void host_wait(bool (*done)(const void*), const void* context, const char* in = nullptr);
/// Nothing that the host has launched is under way. To be waited for; without a context.
bool devices_are_idle(const void*);
/// The host is about to wait for something else, or to ask again for what may not come otherwise:
/// what the device can do without it is done first, until so much is.
void drive_device(HostWait until = {.done = &devices_are_idle});
/// The host can go on, if only to pass the baton.
void let_host_go_on();
/// Work completed: perhaps the host can go on.
void reconsider_host();
/// After a fault: nothing of the device runs any more; the host goes on.
void abandon_device();

}  // namespace emu

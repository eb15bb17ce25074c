// Who runs next. One OS thread runs everything; the schedule is a function of policy and seed.
//
// eager: a child runs at once, its parent waits in the launch. late: what was launched last runs
// last, children only when nothing else can. random: any legal choice, by seed. All are legal
// orders of a real device (K4, K5).
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <string>

#include "device/block.h"
#include "device/work.h"

namespace emu {

enum class Policy { kEager, kLate, kRandom };

void set_schedule(Policy policy, std::uint64_t seed);
extern const Policy& policy_now;
inline Policy policy() { return policy_now; }
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
/// The running thread could go on but lets others: returns when it is its turn again.
void yield();
/// A child was launched: under eager it runs now, under random perhaps.
void launched_one();
/// The running thread polls memory without effect: lets others run; finds deadlocks.
void spin();
/// The running thread looked at this memory with an atomic or volatile access; a series of looks
/// that find nothing new makes it `spin`.
void note_poll(const volatile void* address, std::size_t size, const void* site);
/// Something happened that a spinning thread may have waited for.
void note_progress();

/// The host waits until `done(context)`; checked whenever work completes. `in`: CUDA's name of the
/// call, for messages.
void host_wait(bool (*done)(const void*), const void* context, const char* in = nullptr);
/// Work completed: perhaps the host can go on.
void reconsider_host();
/// After a fault: nothing of the device runs any more; the host goes on.
void abandon_device();

}  // namespace emu

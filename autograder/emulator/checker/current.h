// What hooks read: who runs now, in two cache lines, and in a third what they ask beyond a glance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/checker.h"
#include "checker/modules.h"
#include "checker/order/order.h"

namespace emu::checker {

/// The allocation in which first_touch found the last cell, so that the next is a comparison.
struct LiveRange {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  bool starts_unwritten = false;
};
/// Registered variables lie in here; most addresses do not.
struct VariableHull {
  std::uintptr_t begin = ~std::uintptr_t{0}, end = 0;
};

struct alignas(64) Current {
  // At each switch between threads, and at each step of their order.
  Stamp me = 0;                // phase and thread
  std::uint32_t before = 0;    // watermark - 1: smaller phases are ordered before (0 is never)
  std::uint32_t own_from = 0;  // [own_from, own_from + own_size): phases of the running block that
  std::uint32_t own_size = 0;  // its barriers put before now
  std::uint32_t groups = 0;    // groups_of_lane of the running thread
  // What hooks ask about first: the running block's shared memory; on the host, what is open.
  std::uintptr_t near_begin = 0;
  std::size_t near_size = 0;
  std::uintptr_t global_begin = 0;
  std::size_t global_size = 0;  // the memory that the running device may access without asking

  alignas(64) std::uint32_t also = kNoPhase;  // one more phase that is known to be ordered before
  Stamp known_set = 0;  // a reader set to which the running thread adds nothing where it stands
  Stamp full_set = 0;   // one to which no thread of the running block does, in the running phase
  std::uintptr_t stack_begin = 0;
  std::size_t stack_size = 0;
  std::uintptr_t text_begin = 0;  // of the user's code: see site.h
  std::uint32_t sites = 0;        // how many low values of a site are offsets into it
  Position position;
  Block* block = nullptr;
  bool on_host = true;
  bool awaits_store = false;  // see await_store
  bool trapped = false;       // the next access must take the slow path: see trap()

  // Whether accesses are looked at: when wanted, and once the program has shown that it is compiled
  // with hooks. Without them copies would find nothing but memory that no kernel has written.
  bool enabled = false;
  // Host and devices take turns with managed memory: each access of the host is asked about.
  bool takes_turns = false;
  // Whether reads of what other grids wrote are counted: see shadow/reads.h. At start-up.
  bool watches_reads = false;
  // Whether each read by a thread is noted: see shadow/threads.h. At start-up.
  bool watches_threads = false;

  std::uintptr_t shared_begin = 0;
  std::size_t shared_size = 0;  // of the running block

  // When modules are loaded and variables registered.
  alignas(64) VariableHull variables;
  Segment own_variables;  // of libemulator.so; none where the emulator is part of a program
  Segment own_report;     // see take_as_own
  // By the slow path, for the accesses that follow.
  LiveRange live;
  Segment constants;  // that module_part found last
  Segment open;       // see open_range.h

  static constexpr std::uint32_t kNoPhase = ~std::uint32_t{0};
};
/// At namespace scope, and not in the State: hooks read it at an address that their code knows.
extern Current now;

/// What an access to memory other than the thread's own stack adds to `issued`.
inline std::uint64_t access_work(std::uintptr_t address) {
  return address - now.shared_begin < now.shared_size ? kSharedAccess : kGlobalAccess;
}

inline bool ordered_phase(std::uint32_t phase) {
  return phase - 1 < now.before || phase - now.own_from < now.own_size;
}

/// Where the running thread stands.
inline Position current() { return now.position; }
/// Another thread of the running phase.
inline void be_thread(Position position) {
  now.me = make_stamp(position.phase, position.thread);
  now.groups = kGroupsOfLane[position.thread & 31];
  now.known_set = ~Stamp{0};
}
/// Loads everything that depends on the position.
void stand_at(Position position);
/// Makes the next access of the running thread come to `spring()` first.
void trap();
/// Undoes `trap`, for an access of the running thread, and does what it was set for.
void spring(bool writes);
/// The host has launched: what it accesses from now on is in a new phase. Phases are opened only
/// when there is such an access, so that idle hosts do not hold watermarks back.
void host_moves_on();
/// A racing store is about to happen: calls `happened` when it has, before the thread's next write
/// and before another thread runs. One read may come first: compilers announce the target of
/// `*to = *from` and then its source. The caller traps when it is done.
void await_store(void (*happened)());

void found_instrumented_code();

}  // namespace emu::checker

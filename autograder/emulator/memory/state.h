// All that this room keeps of a run: one object, of which the Emulator is the owner (see
// runtime/emulator.h). It lies among the emulator's own variables, which no program may touch.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "memory/host_heap.h"
#include "memory/memory.h"
#include "memory/own.h"
#include "memory/zone.h"
#include "memory/zones.h"

namespace emu::memory {

/// A piece of the own heap that has been given back.
struct Piece {
  Piece* next;
};

/// For a few steps. A mutex of the C library's would be one of the program's to the emulator, whose
/// host threads give the baton away where they wait for one (device/hosts/blocking.cpp).
class SpinLock {
 public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_;
};

struct State {
  // Written once, at start-up, before anything of the program's runs.
  Callbacks callbacks;

  // The own heap and tables, by `own_take`, `own_give` and `reserve_table`. First of all that
  // allocates: other parts of the Emulator take room here while they are made.
  std::uintptr_t tables_end = kOwnTables + kKnownTables;
  std::uintptr_t heap_end = 0;  // 0: not reserved yet
  Piece* given_back[64] = {};   // by the logarithm of their size

  bool reserved = false;  // the ranges of memory.h

  // What CUDA can allocate, by `allocate` and `release`.
  std::vector<Zone> device, heap;  // by device
  Zone host = host_zone(), shared = shared_zone();
  std::array<std::array<std::size_t, kMaxDevices>, kKinds> used{};  // bytes
  int highest_device = 0;
  std::uint32_t made = 0;  // allocations and variables that have a number

  // By `register_variables` and its opposite, when modules and host memory come and go.
  std::map<std::uintptr_t, Allocation> variables;

  // The host's heap, by any thread of the process that holds the lock, also one that the device
  // does not know. On the C library's heap, since the emulator's own is for one thread.
  SpinLock host_lock;
  std::map<std::uintptr_t, HostBlock> host_blocks;  // none overlap

  State();

 private:
  static Zone host_zone();
  static Zone shared_zone();
};

/// Whoever links this room says which: the Emulator, or a test's own.
[[gnu::visibility("hidden")]] extern State& state;

}  // namespace emu::memory

// Release and acquire: a fence and then an atomic publish what a thread knows; an atomic takes it.
//
// Each location that was ever published to has a record, which only grows. To acquire is to
// remember (record, length): constant time however many published. NVIDIA's last-block pattern,
// spin locks and flags all reduce to it. Plain atomics without fences cost nothing here.
//
// What was published for a block alone, by a fence or an atomic of that scope, is acquired by
// threads of this block, whatever the scope of theirs. What an atomic takes is acquired once a
// fence follows, unless the atomic's own memory order says so (see Acquired).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/order/order.h"
#include "checker/order/vector_clock.h"

namespace emu::checker {

struct AcquiredSet;

/// What the first so many publications say together, with all that came with them.
struct SoFar {
  std::uint32_t count = 0;
  std::uint32_t edit = 0;  // of the clock, which nothing else refers to; 0: something does
  Clock clock;
};

struct Summed {
  SoFar so_far;
  std::vector<SoFar> kept;  // by count
};

/// Publications by their index in a record's list; those of one block, or those for more than a
/// block. What they say is summed up when it is asked for, by what counts as acquired: knowledge.h.
struct Published {
  std::vector<std::uint32_t> entries;
  bool narrow = false;  // some were published for the block alone
  std::array<std::unique_ptr<Summed>, 3> summed;
  // Of a block: how widely each position is published with what its thread knew at the phase.
  std::map<std::tuple<Phase, std::uint32_t, Phase>, Scope> widest;
  // Who published last, by an atomic of this scope: as long as that thread is in the same phase, it
  // has nothing more to publish.
  Position publisher{};
  Scope publishers_scope = Scope::kBlock;
};

struct Record {
  std::vector<Publication> list;
  std::unordered_map<std::uint32_t, Published> by_block;
  Published wide;
  Work* latest_work = nullptr;  // the work that acquired it last, and what it keeps of that
  AcquiredSet* latest_of_work = nullptr;
};

/// An immutable set of (record, length); a node adds one to `next`, or unites two others.
struct AcquiredSet {
  Record* record;
  std::uint32_t length;
  std::uint32_t block;  // of the thread that acquired: what its like published for it counts too
  bool wide;            // acquired for more than its block: what others published counts
  const AcquiredSet* next;
  const AcquiredSet* other;
  mutable std::uint32_t visited;
  mutable std::array<Clock*, 3> clocks{};  // by what counts as acquired; null: not asked for yet
};

inline constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};

const AcquiredSet* unite(const AcquiredSet* a, const AcquiredSet* b);
/// The running thread fences: what its atomics took before is acquired, as far as the scope goes.
void acquire_by_fence(Extra& extra, Scope scope);

/// The running thread's atomic or volatile access at `address`.
struct Synchronization {
  bool acquires = true;
  bool fenced = false;      // acquires without a fence (memory_order_acquire)
  bool publishes = true;    // what was fenced before
  bool releases = false;    // its own past, without a fence (memory_order_release)
  bool by_barrier = false;  // and not by an atomic of the program's, which messages name
  Scope scope = Scope::kDevice;
  std::uint32_t site = 0;  // for the words about a missing fence
};
void synchronize(std::uintptr_t address, const Synchronization& how);
/// Forgets what was published through these addresses (their memory begins a new life).
void forget_records(std::uintptr_t begin, std::size_t size);

}  // namespace emu::checker

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

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checker/order/order.h"

namespace emu::checker {

struct AcquiredSet;

/// Phases of publishers that knew more than their own past (their extras tell what), and the index
/// that each came with.
using Inherited = std::vector<std::pair<Phase, std::uint32_t>>;

/// One block's entries in a record.
struct ByBlock {
  struct Entry {
    std::uint32_t index;
    Phase latest;  // largest phase of this and all earlier entries of the block
  };
  std::vector<Entry> entries;
  Inherited inherited;
};

struct Record {
  std::vector<Publication> list;
  std::unordered_map<std::uint32_t, ByBlock> by_block;
  // Of what was published for more than a block:
  std::vector<std::pair<Work*, std::uint32_t>> works;  // and the index it came with
  Inherited inherited;
  std::uint32_t visited = 0, visited_length = 0;
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

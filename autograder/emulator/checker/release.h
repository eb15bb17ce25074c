// Release and acquire: a fence and then an atomic publish what a thread knows; an atomic takes it.
//
// Each location that was ever published to has a record, which only grows. To acquire is to
// remember (record, length): constant time however many published. NVIDIA's last-block pattern,
// spin locks and flags all reduce to it. Plain atomics without fences cost nothing here.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checker/order.h"

namespace emu::checker {

struct Knowledge;

/// One block's entry in a record.
struct ByBlock {
  std::uint32_t index;
  Phase latest;  // largest phase of this and all earlier entries of the block
};

struct Record {
  std::vector<Publication> list;
  std::unordered_map<std::uint32_t, std::vector<ByBlock>> by_block;
  std::vector<std::pair<Work*, std::uint32_t>> works;                 // and the index it came with
  std::vector<std::pair<const Knowledge*, std::uint32_t>> inherited;  // what publishers knew
  std::uint32_t visited = 0, visited_length = 0;
  Work* latest_work = nullptr;  // the work that acquired it last, and what it keeps of that
  Knowledge* latest_of_work = nullptr;
};

/// An immutable set of (record, length); a node adds one to `next`, or unites two others.
struct Knowledge {
  Record* record;
  std::uint32_t length;
  std::uint32_t only_block;  // acquired at block scope: holds between threads of this block
  const Knowledge* next;
  const Knowledge* other;
  mutable std::uint32_t visited;
};

inline constexpr std::uint32_t kAnyBlock = ~std::uint32_t{0};

const Knowledge* unite(const Knowledge* a, const Knowledge* b);

/// The running thread's atomic or volatile access at `address`.
struct Synchronisation {
  bool acquires = true;
  bool publishes = true;  // what was fenced before
  bool releases = false;  // its own past, without a fence (memory_order_release)
  Scope scope = Scope::kDevice;
  std::uint32_t site = 0;  // for the words about a missing fence
};
void synchronise(std::uintptr_t address, const Synchronisation& how);
/// Forgets what was published through these addresses (their memory begins a new life).
void forget_records(std::uintptr_t begin, std::size_t size);

}  // namespace emu::checker

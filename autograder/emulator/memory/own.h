// The emulator's own memory: one range of addresses for all that its judgement rests on, so that
// two comparisons tell an access of the user's code to it. What the C library's heap holds of the
// emulator's is less: texts, and state that decides no verdict.
//
//   shadow memory and that of variables    tables    heap    patches of shadow memory
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "memory/memory.h"

namespace emu::memory {

inline constexpr std::uintptr_t kOwnBegin = kArenaBegin << 2;
inline constexpr std::size_t kOwnSize = std::size_t{4} << 40;
inline constexpr std::uintptr_t kOwnTables = kOwnBegin + (std::size_t{1280} << 30);
inline constexpr std::uintptr_t kOwnHeap = kOwnBegin + (std::size_t{1536} << 30);
inline constexpr std::size_t kOwnHeapSize = std::size_t{64} << 30;

inline bool in_own(std::uintptr_t address) { return address - kOwnBegin < kOwnSize; }

/// So much of the tables is for those at addresses that code knows (`checker/order/order.h`).
inline constexpr std::size_t kKnownTables = std::size_t{32} << 30;

/// Address space for a table of `size` bytes that come into being when touched, filled with zeros.
/// Ends the program when there is no more.
void* reserve_table(std::size_t size);
/// The same at an address of the known tables. Once for each.
void reserve_table_at(std::uintptr_t begin, std::size_t size);

/// Address space for the own heap. Runs before main: a limit on memory that is set later must not
/// count it.
void reserve_own_heap();
/// Room in the own heap, aligned to 64 bytes. Ends the program when it is full.
void* own_take(std::size_t size);
/// Gives back what `own_take(size)` gave.
void own_give(void* room, std::size_t size);

/// An object there, for the life of the process.
template <class T>
T* own_new() {
  return new (own_take(sizeof(T))) T;
}

/// For standard containers that live there.
template <class T>
struct OwnAllocator {
  using value_type = T;
  OwnAllocator() = default;
  template <class U>
  OwnAllocator(const OwnAllocator<U>&) {}  // NOLINT: containers convert
  T* allocate(std::size_t count) { return static_cast<T*>(own_take(count * sizeof(T))); }
  void deallocate(T* room, std::size_t count) { own_give(room, count * sizeof(T)); }
  friend bool operator==(const OwnAllocator&, const OwnAllocator&) { return true; }
};

template <class T>
using OwnVector = std::vector<T, OwnAllocator<T>>;

}  // namespace emu::memory

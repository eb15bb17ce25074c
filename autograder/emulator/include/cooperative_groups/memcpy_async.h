// memcpy_async(group, …): the group's threads copy together, one batch per call; wait() waits for
// the batches and for the other threads.
#pragma once

#include <cstdint>

#include "cooperative_groups.h"

namespace cuda {

/// A size that promises an alignment; the emulator needs no promise.
template <std::size_t Alignment>
struct aligned_size_t {
  static constexpr std::size_t align = Alignment;
  std::size_t value;
  explicit constexpr aligned_size_t(std::size_t size) : value(size) {}
  constexpr operator std::size_t() const { return value; }
};

}  // namespace cuda

namespace emu {

/// Copies pieces `rank`, `rank + threads` … of `bytes`, as large as all three are multiples of.
EMU_UNCHECKED inline void copy_together(void* to, const void* from, std::size_t bytes,
                                        std::size_t rank, std::size_t threads, const void* site) {
  const auto bits =
      reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  const std::size_t piece = bits % 16 == 0 ? 16 : bits % 4 == 0 ? 4 : 1;
  for (std::size_t at = rank * piece; at < bytes; at += threads * piece)
    copy_asynchronously(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, piece, 0,
                        site);
  commit_copies();
}

}  // namespace emu

namespace cooperative_groups {

template <class Group, class To, class From, class Size>
EMU_COLLECTIVE void memcpy_async(const Group& group, To* to, const From* from, const Size& bytes) {
  emu::copy_together(to, from, static_cast<std::size_t>(bytes), group.thread_rank(), group.size(),
                     EMU_SITE);
}

/// The form with layouts: as many bytes as both hold.
template <class Group, class emu_T, class ToSize, class FromSize>
EMU_COLLECTIVE void memcpy_async(const Group& group, emu_T* to, const ToSize& to_count,
                                 const emu_T* from, const FromSize& from_count) {
  const std::size_t there = static_cast<std::size_t>(to_count);
  const std::size_t here = static_cast<std::size_t>(from_count);
  emu::copy_together(to, from, (there < here ? there : here) * sizeof(emu_T), group.thread_rank(),
                     group.size(), EMU_SITE);
}

template <class Group>
EMU_PASSING_ON void wait(const Group& group) {
  emu::wait_for_copies(0);
  group.sync();
}

template <unsigned Stage, class Group>
EMU_PASSING_ON void wait_prior(const Group& group) {
  emu::wait_for_copies(Stage);
  group.sync();
}

}  // namespace cooperative_groups

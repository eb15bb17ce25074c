// memcpy_async(group, …): the group's threads copy together, and are done when it returns here; wait()
// is a barrier all the same, because a thread may only rely on its own part before it.
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

/// Copies pieces `rank`, `rank + threads` … of `bytes`.
template <class Piece>
EMU_UNCHECKED void copy_pieces(void* to, const void* from, std::size_t bytes, std::size_t rank,
                               std::size_t threads, const void* site) {
  auto* const target = static_cast<Piece*>(to);
  const auto* const source = static_cast<const Piece*>(from);
  for (std::size_t i = rank; i < bytes / sizeof(Piece); i += threads) {
    access(source + i, sizeof(Piece), false, site);
    access(target + i, sizeof(Piece), true, site);
    target[i] = source[i];
  }
}

EMU_UNCHECKED inline void copy_together(void* to, const void* from, std::size_t bytes,
                                        std::size_t rank, std::size_t threads, const void* site) {
  const auto bits =
      reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  if (bits % 16 == 0) {
    copy_pieces<uint4>(to, from, bytes, rank, threads, site);
  } else if (bits % 4 == 0) {
    copy_pieces<unsigned>(to, from, bytes, rank, threads, site);
  } else {
    copy_pieces<unsigned char>(to, from, bytes, rank, threads, site);
  }
}

}  // namespace emu

namespace cooperative_groups {

template <class Group, class To, class From, class Size>
EMU_COLLECTIVE void memcpy_async(const Group& group, To* to, const From* from, const Size& bytes) {
  emu::copy_together(to, from, static_cast<std::size_t>(bytes), group.thread_rank(), group.size(),
                     EMU_SITE);
}

/// The form with layouts: as many bytes as both hold.
template <class Group, class T, class ToSize, class FromSize>
EMU_COLLECTIVE void memcpy_async(const Group& group, T* to, const ToSize& to_count, const T* from,
                                 const FromSize& from_count) {
  const std::size_t there = static_cast<std::size_t>(to_count);
  const std::size_t here = static_cast<std::size_t>(from_count);
  emu::copy_together(to, from, (there < here ? there : here) * sizeof(T), group.thread_rank(),
                     group.size(), EMU_SITE);
}

template <class Group>
EMU_PASSING_ON void wait(const Group& group) {
  group.sync();
}

template <unsigned Stage, class Group>
EMU_PASSING_ON void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

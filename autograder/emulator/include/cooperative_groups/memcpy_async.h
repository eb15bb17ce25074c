// memcpy_async(group, …): the group's threads copy together, one batch per call; wait() waits for
// the batches and for the other threads.
#pragma once

#include "cooperative_groups.h"
#include "emulator/copy_together.h"

namespace cooperative_groups {

template <class Group, class To, class From, class Size>
EMU_COLLECTIVE void memcpy_async(const Group& group, To* to, const From* from, const Size& bytes) {
  emu::copy_together(to, from, static_cast<std::size_t>(bytes), group.thread_rank(), group.size(),
                     EMU_SITE);
  emu::commit_copies();
}

/// The form with layouts: as many bytes as both hold.
template <class Group, class emu_T, class ToSize, class FromSize>
EMU_COLLECTIVE void memcpy_async(const Group& group, emu_T* to, const ToSize& to_count,
                                 const emu_T* from, const FromSize& from_count) {
  const std::size_t there = static_cast<std::size_t>(to_count);
  const std::size_t here = static_cast<std::size_t>(from_count);
  emu::copy_together(to, from, (there < here ? there : here) * sizeof(emu_T), group.thread_rank(),
                     group.size(), EMU_SITE);
  emu::commit_copies();
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

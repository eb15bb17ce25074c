// cuda::memcpy_async: copies whose bytes are there when a barrier's phase is complete, or when a
// pipeline's stage has been waited for.
#pragma once

#include "emulator/copy_together.h"
#include "emulator/libcu/barrier.h"

namespace cuda {

template <thread_scope Scope>
class pipeline;

enum class async_contract_fulfillment { none, async };

#define EMU_COPIES EMU_UNCHECKED __attribute__((noinline)) async_contract_fulfillment

template <class Group, class Target, class Source, class Size, thread_scope Scope, class Completion>
EMU_COPIES memcpy_async(const Group& group, Target* to, const Source* from, Size bytes,
                        barrier<Scope, Completion>& all) {
  emu::copy_together(to, from, static_cast<::std::size_t>(bytes), group.thread_rank(), group.size(),
                     EMU_SITE);
  emu::hand_copies_to(all.emulated_place());
  return async_contract_fulfillment::async;
}

template <class Target, class Source, class Size, thread_scope Scope, class Completion>
EMU_COPIES memcpy_async(Target* to, const Source* from, Size bytes,
                        barrier<Scope, Completion>& all) {
  emu::copy_together(to, from, static_cast<::std::size_t>(bytes), 0, 1, EMU_SITE);
  emu::hand_copies_to(all.emulated_place());
  return async_contract_fulfillment::async;
}

template <class Group, class Target, class Source, class Size, thread_scope Scope>
EMU_COPIES memcpy_async(const Group& group, Target* to, const Source* from, Size bytes,
                        pipeline<Scope>&) {
  emu::copy_together(to, from, static_cast<::std::size_t>(bytes), group.thread_rank(), group.size(),
                     EMU_SITE);
  return async_contract_fulfillment::async;
}

template <class Target, class Source, class Size, thread_scope Scope>
EMU_COPIES memcpy_async(Target* to, const Source* from, Size bytes, pipeline<Scope>&) {
  emu::copy_together(to, from, static_cast<::std::size_t>(bytes), 0, 1, EMU_SITE);
  return async_contract_fulfillment::async;
}

#undef EMU_COPIES

}  // namespace cuda

// cuda::pipeline: a queue of batches of asynchronous copies. That of one thread waits for its own
// batches; that of a group has two barriers for each stage, one that producers complete and one
// that consumers complete.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/libcu/atomic.h"
#include "emulator/libcu/memcpy_async.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, ::std::uint8_t Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

  struct emulated_stage {
    barrier<Scope> produced;
    barrier<Scope> consumed;
  };
  emulated_stage emulated_stages[Stages];
};

/// Of a group.
template <thread_scope Scope>
class pipeline {
 public:
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  EMU_PASSING_ON void producer_acquire() {
    // In the first round nothing is to be consumed before.
    if (produced_ >= stages_)
      stage(produced_).consumed.wait_parity(((round(produced_) - 1) & 1) != 0);
  }
  EMU_PASSING_ON void producer_commit() {
    emu::hand_copies_to(stage(produced_).produced.emulated_place());
    (void)stage(produced_++).produced.arrive();
  }
  EMU_PASSING_ON void consumer_wait() {
    stage(consumed_).produced.wait_parity((round(consumed_) & 1) != 0);
  }
  EMU_PASSING_ON void consumer_release() { (void)stage(consumed_++).consumed.arrive(); }
  template <class Count, class Period>
  EMU_PASSING_ON bool consumer_wait_for(const ::std::chrono::duration<Count, Period>& time) {
    return stage(consumed_).produced.try_wait_parity_for((round(consumed_) & 1) != 0, time);
  }
  /// The calling thread takes no further part.
  EMU_PASSING_ON bool quit() {
    for (::std::size_t i = 0; i < stages_; ++i) {
      first_[i].produced.arrive_and_drop();
      first_[i].consumed.arrive_and_drop();
    }
    return true;
  }

  using emulated_stage = typename pipeline_shared_state<Scope, 1>::emulated_stage;
  pipeline(void* first, ::std::size_t stages)
      : first_(static_cast<emulated_stage*>(first)), stages_(stages) {}

 private:
  EMU_PASSING_ON emulated_stage& stage(::std::size_t number) { return first_[number % stages_]; }
  EMU_PASSING_ON ::std::size_t round(::std::size_t number) const { return number / stages_; }

  emulated_stage* first_;
  ::std::size_t stages_;
  ::std::size_t produced_ = 0;
  ::std::size_t consumed_ = 0;
};

/// Of the calling thread.
template <>
class pipeline<thread_scope_thread> {
 public:
  pipeline() = default;
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  void producer_acquire() {}
  EMU_PASSING_ON void producer_commit() {
    emu::commit_copies();
    ++committed_;
  }
  EMU_PASSING_ON void consumer_wait() {
    if (waited_ < committed_) ++waited_;
    emu::wait_for_copies(committed_ - waited_);
  }
  template <class Time>
  EMU_PASSING_ON bool consumer_wait_for(const Time&) {
    consumer_wait();
    return true;
  }
  void consumer_release() {}
  bool quit() { return true; }

  /// Waits for all batches but the `later` latest.
  EMU_PASSING_ON void emulated_wait_prior(::std::size_t later) {
    emu::wait_for_copies(later);
    if (committed_ > later) waited_ = committed_ - later;
  }

 private:
  ::std::size_t committed_ = 0;
  ::std::size_t waited_ = 0;
};

inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

/// How many of a group of `threads` produce and consume.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
EMU_PASSING_ON pipeline<Scope> emulated_pipeline(const Group& group,
                                                 pipeline_shared_state<Scope, Stages>* state,
                                                 ::std::size_t producers, ::std::size_t consumers) {
  if (group.thread_rank() == 0) {
    for (auto& stage : state->emulated_stages) {
      init(&stage.produced, static_cast<::std::ptrdiff_t>(producers));
      init(&stage.consumed, static_cast<::std::ptrdiff_t>(consumers));
    }
  }
  group.sync();
  return pipeline<Scope>(state->emulated_stages, Stages);
}

template <class Group, thread_scope Scope, ::std::uint8_t Stages>
EMU_PASSING_ON pipeline<Scope> make_pipeline(const Group& group,
                                             pipeline_shared_state<Scope, Stages>* state) {
  return emulated_pipeline(group, state, group.size(), group.size());
}

template <class Group, thread_scope Scope, ::std::uint8_t Stages>
EMU_PASSING_ON pipeline<Scope> make_pipeline(const Group& group,
                                             pipeline_shared_state<Scope, Stages>* state,
                                             ::std::size_t producers) {
  return emulated_pipeline(group, state, producers, group.size() - producers);
}

/// Each thread says its role; nothing tells how many have which before all have.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
EMU_PASSING_ON pipeline<Scope> make_pipeline(const Group& group,
                                             pipeline_shared_state<Scope, Stages>* state,
                                             pipeline_role role) {
  using Counter = atomic_ref<unsigned, Scope>;
  __attribute__((unused)) constexpr auto kOrder = memory_order_acq_rel;
  auto& counts = reinterpret_cast<unsigned(&)[1]>(*state);
  if (group.thread_rank() == 0) counts[0] = 0;
  group.sync();
  if (role == pipeline_role::producer) Counter(counts[0]).fetch_add(1, kOrder);
  group.sync();
  const unsigned producers = counts[0];
  group.sync();
  return emulated_pipeline(group, state, producers, group.size() - producers);
}

/// Waits for all batches but the `Prior` latest.
template <::std::uint8_t Prior>
EMU_PASSING_ON void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& pipeline) {
  pipeline.emulated_wait_prior(Prior);
}

/// The copies that the thread has made through this pipeline belong to the barrier.
template <thread_scope Scope>
EMU_PASSING_ON void pipeline_producer_commit(pipeline<thread_scope_thread>&,
                                             barrier<Scope>& barrier) {
  emu::hand_copies_to(barrier.emulated_place());
}

}  // namespace cuda

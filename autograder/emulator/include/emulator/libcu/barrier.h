// cuda::barrier: threads arrive, and wait until all that are expected have. Its state is one word
// of 8 bytes; arriving is an atomic update of it, and waiting reads it until its phase is another.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "emulator/copy_together.h"
#include "emulator/libcu/atomic_steps.h"
#include "emulator/libcu/clocks.h"

namespace emu {

namespace types {

/// Does nothing when a phase is complete.
struct NoCompletion {
  void operator()() const noexcept {}
};

}  // namespace types
using types::NoCompletion;

/// A barrier's state: how many arrivals complete the phase, how many the next one needs, and the
/// number of the phase. A plain number: compilers check copies of structs as the program's own.
using BarrierWord = std::uint64_t;
inline constexpr unsigned kCountBits = 20, kPhaseBegin = 2 * kCountBits;
inline constexpr BarrierWord kCounts = (BarrierWord{1} << kCountBits) - 1;

constexpr unsigned pending_of(BarrierWord word) { return static_cast<unsigned>(word & kCounts); }
constexpr unsigned expected_of(BarrierWord word) {
  return static_cast<unsigned>(word >> kCountBits & kCounts);
}
constexpr unsigned phase_of(BarrierWord word) { return static_cast<unsigned>(word >> kPhaseBegin); }
constexpr BarrierWord barrier_word(unsigned pending, unsigned expected, unsigned phase) {
  return pending | static_cast<BarrierWord>(expected) << kCountBits |
         static_cast<BarrierWord>(phase) << kPhaseBegin;
}

/// Under which address of a barrier its complete phases are published.
inline const void* place_of_phases(const BarrierWord* word) {
  return reinterpret_cast<const char*>(word) + 4;
}

/// Counts `arrivals`, and expects `dropped` fewer from the next phase on. The word as it was.
EMU_STEP inline BarrierWord arrive_at(BarrierWord* word, unsigned arrivals, unsigned dropped,
                                      Scope scope) {
  ordered_access("cuda::barrier::arrive", word, sizeof *word, AtomicStep::kArrives,
                 __ATOMIC_RELEASE, scope, EMU_SITE);
  const BarrierWord before = *word;
  const BarrierWord after =
      barrier_word(pending_of(before) - arrivals, expected_of(before) - dropped, phase_of(before));
  store_announced(word, &after, sizeof after);
  return before;
}

/// The last has arrived: it knows what all have done.
EMU_STEP inline void join_arrivals(const BarrierWord* word, Scope scope) {
  ordered_access("", word, sizeof *word, AtomicStep::kJoins, __ATOMIC_ACQUIRE, scope, EMU_SITE);
}

/// The next phase begins.
EMU_STEP inline void begin_phase(BarrierWord* word, Scope scope) {
  ordered_access("", place_of_phases(word), 4, AtomicStep::kPublishes, __ATOMIC_RELEASE, scope,
                 EMU_SITE);
  const unsigned expected = expected_of(*word);
  const BarrierWord next = barrier_word(expected, expected, phase_of(*word) + 1);
  store_announced(word, &next, sizeof next);
}

/// Whether the barrier's phase is no longer this one, modulo `modulus`; then the thread knows what
/// all have done.
EMU_STEP inline bool has_left(const BarrierWord* word, unsigned phase, unsigned modulus,
                              Scope scope) {
  poll(word, sizeof *word, EMU_SITE);
  if (phase_of(*word) % modulus == phase) return false;
  ordered_access("", place_of_phases(word), 4, AtomicStep::kJoins, __ATOMIC_ACQUIRE, scope,
                 EMU_SITE);
  return true;
}

}  // namespace emu

namespace cuda {

template <thread_scope Scope, class Completion = emu::NoCompletion>
class barrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;

   private:
    friend class barrier;
    explicit arrival_token(unsigned phase) : phase_(phase) {}
    unsigned phase_ = 0;
  };

  barrier() = default;
  explicit barrier(::std::ptrdiff_t expected, Completion completion = Completion())
      : completion_(::std::move(completion)) {
    begin(expected);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  static constexpr ::std::ptrdiff_t max() { return (1 << 20) - 1; }

  [[nodiscard]] EMU_PASSING_ON arrival_token arrive(::std::ptrdiff_t arrivals = 1) {
    return arrival_token(arrive_and_expect(static_cast<unsigned>(arrivals), 0));
  }
  EMU_PASSING_ON void arrive_and_drop() { (void)arrive_and_expect(1, 1); }
  EMU_PASSING_ON void arrive_and_wait() { wait(arrive()); }

  EMU_PASSING_ON void wait(arrival_token&& token) const {
    while (!passed(token)) {
    }
  }
  /// `parity` is that of a phase, the first of which is 0: waits until it is complete.
  EMU_PASSING_ON void wait_parity(bool parity) const {
    while (!try_wait_parity(parity)) {
    }
  }
  EMU_PASSING_ON bool try_wait(arrival_token&& token) const { return passed(token); }
  EMU_PASSING_ON bool try_wait_parity(bool parity) const {
    return emu::has_left(&word_, parity ? 1 : 0, 2, kScope);
  }
  template <class Count, class Period>
  EMU_PASSING_ON bool try_wait_for(arrival_token&& token,
                                   const ::std::chrono::duration<Count, Period>& time) const {
    const auto end = emu::now_of_this_side() + time;
    do {
      if (passed(token)) return true;
    } while (emu::now_of_this_side() < end);
    return false;
  }
  template <class Count, class Period>
  EMU_PASSING_ON bool try_wait_parity_for(
      bool parity, const ::std::chrono::duration<Count, Period>& time) const {
    const auto end = emu::now_of_this_side() + time;
    do {
      if (try_wait_parity(parity)) return true;
    } while (emu::now_of_this_side() < end);
    return false;
  }

  friend EMU_PASSING_ON void init(barrier* at, ::std::ptrdiff_t expected,
                                  Completion completion = Completion()) {
    at->completion_ = ::std::move(completion);
    at->begin(expected);
  }

  const void* emulated_place() const { return &word_; }

 private:
  static constexpr emu::Scope kScope = emu::scope_of(Scope);

  EMU_PASSING_ON bool passed(const arrival_token& token) const {
    return emu::has_left(&word_, token.phase_, 1u << (64 - emu::kPhaseBegin), kScope);
  }

  EMU_PASSING_ON void begin(::std::ptrdiff_t expected) {
    emu::forget_copies_of(&word_);
    const auto threads = static_cast<unsigned>(expected);
    word_ = emu::barrier_word(threads, threads, 0);
  }

  /// The phase in which it arrived.
  EMU_PASSING_ON unsigned arrive_and_expect(unsigned arrivals, unsigned dropped) {
    const emu::BarrierWord before = emu::arrive_at(&word_, arrivals, dropped, kScope);
    if (emu::pending_of(before) == arrivals) {
      emu::join_arrivals(&word_, kScope);
      emu::finish_copies_of(&word_);
      completion_();
      emu::begin_phase(&word_, kScope);
    }
    return emu::phase_of(before);
  }

  alignas(8) emu::BarrierWord word_;
  // Most are empty, and a barrier then has 8 bytes.
  [[no_unique_address]] Completion completion_;
};

}  // namespace cuda

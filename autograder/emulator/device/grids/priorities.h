// The second half of the random schedules: by priority instead of by chance at every step.
//
// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): what can run has a random
// priority, the highest runs, and at a few random steps what runs becomes the last of all. A choice
// at every step seldom keeps something waiting for long; a low priority does so for the whole run,
// which is what bugs need that show only in one order of few events.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

namespace emu {

/// Priorities under one seed. Nothing is drawn and all are 0 before `begin`.
class Priorities {
 public:
  /// Draws from `generator`, which must outlive this.
  void begin(std::mt19937_64& generator);

  bool are_used() const { return generator_ != nullptr; }
  /// Of something new that can run.
  std::uint64_t draw();
  /// Lower than all that were given before.
  std::uint64_t lowest() { return --lowest_; }
  /// Another step of the run: whether what runs becomes the last now.
  bool is_change() { return ++step_ == change_ && plan_change(); }

  /// Something with this priority can run and does not: none that waits is above the highest of
  /// these.
  void has_come(std::uint64_t priority) { waiting_ = std::max(waiting_, priority); }
  /// All that can run has been looked through: `priority` is the highest of those that go on
  /// waiting.
  void are_at_most(std::uint64_t priority) { waiting_ = priority; }
  /// Whether what runs with this priority need not be compared with those that wait.
  bool is_highest(std::uint64_t priority) const { return priority > waiting_; }

  std::uint64_t host = 0;

 private:
  bool plan_change();

  std::mt19937_64* generator_ = nullptr;
  std::uint64_t lowest_ = 0;
  std::uint64_t waiting_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t change_ = 0;  // the next step of this kind; 0: none
  unsigned changes_left_ = 0;
};

}  // namespace emu

// Long histories of fences and atomics are asked about quickly: operations are counted, not time.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/order/order.h"
#include "checker/order/release.h"
#include "checker/resume.h"
#include "checker/state.h"

namespace emu::checker {
namespace {

constexpr unsigned kBlocks = 32, kPerBlock = 64;

/// Threads of a grid that learn of each other by words that all of them change.
class OrderOfHistories : public OrderTest {
 protected:
  OrderOfHistories() : grid_(host(), {}, kBlocks, kPerBlock) {
    for (unsigned b = 0; b < kBlocks; ++b)
      for (unsigned t = 0; t < kPerBlock; ++t) threads_.push_back(grid_.at(b, t));
    base_ += 4096;
  }

  Position& any() { return threads_[random_() % threads_.size()]; }

  static void run(Position& thread, const auto& what) {
    resume(thread, 0, 0);
    what();
    thread = current();
  }
  void acquire(Position& thread, unsigned word) {
    run(thread, [&] {
      synchronize(base_ + word * 4, {.publishes = false});
      checker::fence(Scope::kDevice);
    });
  }
  void publish(Position& thread, unsigned word) {
    run(thread, [&] {
      checker::fence(Scope::kDevice);
      synchronize(base_ + word * 4, {.acquires = false});
    });
  }
  void update(Position& thread, unsigned word) {
    run(thread, [&] {
      checker::fence(Scope::kDevice);
      synchronize(base_ + word * 4, {});
    });
  }

  static std::uint64_t steps() { return state.order.steps + state.order.clock_steps; }

  Grid grid_;
  std::vector<Position> threads_;
  std::mt19937_64 random_{7};
  static inline std::uintptr_t base_ = 0x5100'0000;
};

// As in a lock-free stack: whoever has taken the head knows all that was published before.
TEST_F(OrderOfHistories, AHeadThatTwoThousandThreadsChange) {
  constexpr unsigned kChanges = 10'000;
  std::vector<Position> written;
  const std::uint64_t before_all = steps();
  for (unsigned i = 0; i < kChanges; ++i) {
    Position& thread = any();
    acquire(thread, 0);
    for (int k = 0; k < 4 && i != 0; ++k)
      ASSERT_TRUE(before(written[random_() % written.size()], thread)) << i;
    ASSERT_TRUE(before(thread, thread));
    written.push_back(thread);
    publish(thread, 0);
    Position& other = any();
    if (&other != &thread) {
      ASSERT_FALSE(before(written.back(), other)) << i;
    }
  }
  EXPECT_LT(steps() - before_all, kChanges * 250);
}

// What threads know differs, since none takes the words before it publishes: then a change costs a
// walk through the clock of all threads, and no more.
TEST_F(OrderOfHistories, ManyWordsThatThreadsChangeInAnyOrder) {
  constexpr unsigned kChanges = 3'000, kWords = 16;
  const std::uint64_t before_all = steps();
  std::vector<Position> written;
  for (unsigned i = 0; i < kChanges; ++i) {
    Position& thread = any();
    written.push_back(thread);
    update(thread, static_cast<unsigned>(random_() % kWords));
    before(written[random_() % written.size()], any());
  }
  EXPECT_LT(steps() - before_all, std::uint64_t{kChanges} * kBlocks * kPerBlock * 6);
}

// Nothing is asked until the end: what a question needs is summed up once.
TEST_F(OrderOfHistories, OneQuestionAfterManyChanges) {
  constexpr unsigned kChanges = 50'000;
  const Position first = threads_[0];
  for (unsigned i = 0; i < kChanges; ++i) {
    Position& thread = threads_[i % threads_.size()];
    update(thread, i % 2);
  }
  const std::uint64_t before_all = steps();
  Position& last = threads_[77];
  acquire(last, 0);
  EXPECT_TRUE(before(first, last));
  EXPECT_LT(steps() - before_all, std::uint64_t{kChanges} * 600);
  const std::uint64_t before_next = steps();
  EXPECT_TRUE(before(first, last));
  EXPECT_LT(steps() - before_next, 200U);
}

TEST_F(OrderOfHistories, WithoutMemoryForMoreEverythingCountsAsOrdered) {
  const Position first = threads_[0];
  publish(threads_[0], 0);
  acquire(threads_[70], 0);
  acquire(threads_[71], 1);
  const std::size_t most = state.order.most_clock_parts;
  state.order.most_clock_parts = state.order.clock_parts.size();
  EXPECT_TRUE(before(first, threads_[70]));
  const bool told =
      !diagnostics().empty() && diagnostics().back().message.find("too many") != std::string::npos;
  EXPECT_TRUE(told);
  state.order.most_clock_parts = most;
  EXPECT_TRUE(before(first, threads_[70]));
  EXPECT_FALSE(before(first, threads_[71]));
}

}  // namespace
}  // namespace emu::checker

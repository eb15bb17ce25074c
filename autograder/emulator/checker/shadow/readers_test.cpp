// Races with readers: all are remembered, and each with the line at which it read.
#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using Readers = Hooks;

/// Blocks 0 and 1 read both arrays, each array at a line of its own; block 2 then writes the
/// second.
TEST_F(Readers, NameTheLineAtWhichThisWordWasRead) {
  Grid g(host(), {}, 3);
  unsigned first_array = 0, second_array = 0;
  for (unsigned b = 0; b < 2; ++b) {
    run(g, b, 0);
    for (int i = 0; i < 8; ++i) LOAD(&data[i]), first_array = __LINE__;
    for (int i = 8; i < 16; ++i) LOAD(&data[i]), second_array = __LINE__;
  }
  run(g, 2, 0);
  STORE(&data[9], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_NE(first().other.line, first_array);
  EXPECT_EQ(first().other.line, second_array);
}

TEST_F(Readers, NameTheLineAtWhichThisBlockReadTheWord) {
  Grid g(host(), {}, 4);
  run(g, 0, 0);
  LOAD(&data[0]);
  LOAD(&data[1]);
  unsigned line = 0;
  run(g, 1, 0);
  LOAD(&data[0]), line = __LINE__;
  LOAD(&data[1]);
  run(g, 0, 0);
  checker::fence(Scope::kDevice);
  checker::atomic_access(&data[9], 4, Scope::kDevice, nullptr, Atomic::kAdds);
  run(g, 2, 0);
  checker::atomic_access(&data[9], 4, Scope::kDevice, nullptr, Atomic::kAdds);
  checker::fence(Scope::kDevice);
  STORE(&data[0], 1);  // behind block 0's read, but not behind block 1's
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_EQ(first().other.line, line);
}

TEST_F(Readers, ReadersOfManyGridsAreAllRemembered) {
  Grid parent(host());
  std::vector<Grid> readers;
  for (int i = 0; i < 5; ++i) {
    readers.emplace_back(parent.launch(), std::vector<Work*>{}, 2);
    run(readers[i], 0, 1);
    LOAD(&data[0]);
    run(readers[i], 1, 1);
    LOAD(&data[0]);
  }
  for (Grid& g : readers) g.end();
  Grid after_four(parent.launch(),
                  {readers[0].work, readers[1].work, readers[2].work, readers[3].work});
  Grid after_all(parent.launch(), {readers[0].work, readers[1].work, readers[2].work,
                                   readers[3].work, readers[4].work});
  run(after_four, 0, 0);
  STORE(&data[0], 77);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Readers, AWriterAfterAllReadersIsFine) {
  Grid parent(host());
  std::vector<Grid> readers;
  std::vector<Work*> works;
  for (int i = 0; i < 5; ++i) {
    readers.emplace_back(parent.launch(), std::vector<Work*>{}, 2);
    run(readers[i], 0, 1);
    LOAD(&data[0]);
    run(readers[i], 1, 1);
    LOAD(&data[0]);
    readers[i].end();
    works.push_back(readers[i].work);
  }
  Grid after(parent.launch(), works);
  run(after, 0, 0);
  STORE(&data[0], 77);
  EXPECT_THAT(rules(), IsEmpty());
}

// More different sets of readers than are kept exactly: block b and its first child read cell b.
class ManyReaders : public Hooks {
 protected:
  static constexpr unsigned kCells = 12'000;

  void SetUp() override {
    Hooks::SetUp();
    cells = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, kCells * 4, nullptr));
    fill_as_copy(cells, kCells * 4);
  }
  void read_all(Grid& parent) {
    for (unsigned b = 0; b < kCells; ++b) {
      first.emplace_back(parent.launch(b));
      after_launch.push_back(parent.after_launch);
      run(first[b], 0, 3);
      LOAD(&cells[b]);
      run(after_launch[b]);
      LOAD(&cells[b]);
      first[b].end();
    }
  }
  Grid second_child(unsigned b) {
    run(after_launch[b]);
    return Grid(launched(), {first[b].work});
  }

  int* cells = nullptr;
  std::vector<Grid> first;
  std::vector<Position> after_launch;
};

TEST_F(ManyReaders, WhoAreAllInOrderRaceWithNobody) {
  Grid parent(host(), {}, kCells);
  read_all(parent);
  for (unsigned b = 0; b < kCells; ++b) {
    Grid writer = second_child(b);
    run(writer, 0, 0);
    STORE(&cells[b], 7);
    writer.end();
  }
  EXPECT_EQ(message(), "nothing");
}

TEST_F(ManyReaders, AreNotForgotten) {
  Grid parent(host(), {}, kCells);
  read_all(parent);
  Grid writer = second_child(0);
  run(writer, 0, 0);
  STORE(&cells[kCells - 1], 7);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(ManyReaders, AreForgottenOnceTheHostHasWaitedForAll) {
  Grid parent(host(), {}, kCells);
  read_all(parent);
  const std::size_t before = state.shadow.sets.size();
  parent.end();
  join_on_host(parent.work);
  Grid next(host(), {}, 3);
  for (unsigned b = 0; b < 2; ++b) {
    run(next, b, 0);
    LOAD(&cells[0]);
  }
  EXPECT_LT(state.shadow.sets.size(), before);
  run(next, 2, 0);
  STORE(&cells[1], 7);
  EXPECT_THAT(rules(), IsEmpty());
  STORE(&cells[0], 7);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

/// All blocks but the last read, so many that no set has them all; each of its threads.
TEST_F(Readers, WhoAreTooManyForASetStillRaceWithAWriter) {
  constexpr unsigned kBlocks = 20, kThreads = 64;
  Grid g(host(), {}, kBlocks);
  for (unsigned b = 0; b + 1 < kBlocks; ++b)
    for (unsigned t = 0; t < kThreads; ++t) {
      run(g, b, t);
      LOAD(&data[0]);
      LOAD(&data[1]);
    }
  EXPECT_THAT(rules(), IsEmpty());
  run(g, kBlocks - 1, 0);
  STORE(&data[1], 7);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Readers, TheCostOfReadingDoesNotGrowWithTheGridsThatRead) {
  Grid parent(host());
  std::uint64_t first = 0, last = 0;
  for (int i = 0; i < 1000; ++i) {
    Grid g(parent.launch());
    const std::uint64_t steps = state.order.steps;
    run(g, 0, 0);
    for (int k = 0; k < 10; ++k) LOAD(&data[k]);
    (i < 20 ? first : last) = state.order.steps - steps;
    g.end();
  }
  EXPECT_LE(last, first * 2 + 10);
}

}  // namespace
}  // namespace emu::checker

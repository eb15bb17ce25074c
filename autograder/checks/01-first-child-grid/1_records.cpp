// Task 1: each thread launches one child grid, and gives it a record of its own.
#include <utility>

#include "01-first-child-grid/children.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

void expect_records(int parents, int children) {
  const Outcome run = EXERCISE(record_families, output<int>(parents * children), parents, children);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, PoolHasRoom());
  ASSERT_THAT(run, ReturnsNoError());
  const int in_first_block = children * block_of_parents(run.launches);
  ASSERT_THAT(run.result<int>(0).in_rows_of(children),
              Elements([=](int i) { return 1000 * (i / children) + i % children; })
                  .mistaking([=](int i) { return i < in_first_block ? -2 : -1; },
                             "records that no child wrote, while those of the first block are "
                             "right: number the parents through the whole grid, blockIdx.x * "
                             "blockDim.x + threadIdx.x; threadIdx.x alone starts again at 0 in "
                             "each block")
                  .mistaking([](int) { return -1; }, "records that no child wrote")
                  .mistaking([=](int i) { return i < parents ? 1000 * i : -1; },
                             "what children with one thread per block write: in <<<…>>> the "
                             "number of blocks comes first (K1)"));
  EXPECT_THAT(run, WroteResult(0, "record_child"));
}

TEST(FirstChildGrid, RecordsOfEveryFamily) {
  for (const auto& [parents, children] : some_of({std::pair{5, 3}, {100, 7}})) {
    expect_records(parents, children);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_records(70, 2);
}

TEST(FirstChildGrid, OneChildPerParentThread) {
  NEEDS_EMULATOR();
  const int parents = 70, children = 7;  // two blocks, the second with 58 threads to spare
  const Outcome run = EXERCISE(record_families, output<int>(parents * children), parents, children);
  std::set<int> asked;
  for (int p = 0; p < parents; ++p) asked.insert(p);
  ASSERT_THAT(run, PoolHasRoom());
  ASSERT_THAT(run.launches, LaunchesAny("record_child"));
  ASSERT_THAT(run.launches, OneBlockOf(children, "record_child"));
  ASSERT_THAT(run.launches, LaunchedByThreads(asked));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "record_child").somewhere());
}

}  // namespace

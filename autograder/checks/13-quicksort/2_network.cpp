// Task 2: a block sorts any number of values.
#include "13-quicksort/sorted.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

std::string words_of_network(std::size_t n) {
  std::string words = fmt::format("{} values", n);
  if (n > 2) words += fmt::format(": the sizes go up to {}", std::bit_ceil(n));
  if (n > kBlock) words += fmt::format(", and each of {} threads takes several places", kBlock);
  return words;
}

void expect_block_sorts(const Floats& values) {
  const Outcome run = EXERCISE(sort_in_one_block, inout(values), static_cast<int>(values.size()));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, HasSorted(values)) << words_of_network(values.size());
  ASSERT_THAT(run, WroteResult(0, "sort_one").launched_anywhere());
}

// Of more than a thousand values not all have room in shared memory: 1025 are a power of two and
// one more, and of 3200 that rise and fall many come from far away.
TEST(Quicksort, BlockSortsAnyNumber) {
  for (const int n : {8, 5, 128, 300, 1025, 1, 0, 129}) {
    expect_block_sorts(mixed(n));
    if (HasFatalFailure()) return;
  }
  expect_block_sorts(up_and_down(3200));
}

TEST(Quicksort, BlockSortsAnyFloats) {
  for (const Floats& values :
       {rising(200), falling(200), Floats(200, 4), few_different(200), all_kinds(200)}) {
    expect_block_sorts(values);
    if (HasFatalFailure()) return;
  }
}

}  // namespace

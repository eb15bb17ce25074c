// Task 2: a grid for each row that is as long as the threshold.
#include <utility>

#include "02-loops-to-grids/runs.h"

namespace {

using namespace checks;

// Two blocks that store into one element of y are two blocks of one row. Of an update without an
// atomic the emulator says what to do.
Refusal why_sums_stored(const Outcome& run, int rows) {
  const std::string y = fmt::format("of the {}-byte allocation", rows * sizeof(int));
  for (Diagnostic d : run.diagnostics) {
    const auto says = [&](const std::string& words) {
      return d.message.find(words) != std::string::npos;
    };
    const bool is_store = d.line == d.other_line && says("blocks of one grid");
    if (d.rule != "race" || !is_store || !says(y)) continue;
    d.message = d.message.substr(0, d.message.find(": ")) +
                ": several blocks work on one long row, in any order, and each overwrites what "
                "the others have stored. Let each block add its part to y[row] by atomicAdd (M12)";
    return refusal_at(d, cause_of(d.rule), diagnostic_words(d));
  }
  return {};
}

Judged AddsToSharedSums(int rows) {
  return {"adds to sums that blocks share",
          [rows](const Outcome& run) { return why_sums_stored(run, rows); }};
}

void expect_product(const Matrix& m, int threshold) {
  const Outcome run = run_multiply(m, threshold);
  ASSERT_THAT(run, AddsToSharedSums(m.rows()));
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run, m.loops(threshold)));
  EXPECT_THAT(run.result<int>(0),
              Elements([&](int row) { return m.product(row); })
                  .mistaking([](int) { return 0; }, "rows that no thread added up")
                  .mistaking([&](int row) { return 2 * m.product(row); },
                             "rows added up twice, by the thread and by its child"))
      << "with a threshold of " << threshold;
  EXPECT_THAT(run, AddedUpByGrids(m)) << "with a threshold of " << threshold;
  EXPECT_THAT(run.launches, AddsOneRowAThread(m, threshold)) << "with a threshold of " << threshold;
}

std::vector<int> skewed_rows() {
  std::vector<int> lengths;
  for (int r = 0; r < 80; ++r) lengths.push_back(r % 9 == 0 ? 200 + 10 * r : r % 5 * 7);
  return lengths;
}

TEST(LoopsToGrids, RowsAreAddedUp) {
  const Matrix matrix(skewed_rows(), 50);
  for (const int threshold : {32, 1000000}) {
    ASSERT_NO_FATAL_FAILURE(expect_product(matrix, threshold));
  }
  const Matrix few({0, 1, 300, 0, 31, 2, 257, 0}, 50);  // here short rows have whole blocks, too
  for (const int threshold : {0, 1}) ASSERT_NO_FATAL_FAILURE(expect_product(few, threshold));
  ASSERT_NO_FATAL_FAILURE(expect_product(Matrix({3000, 0, 1}, 700), 256));
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_product(Matrix({40, 2, 300, 0}, 50), 32);
}

TEST(LoopsToGrids, OnlyLongRowsLaunch) {
  NEEDS_EMULATOR();
  const int threshold = 32;
  std::vector<int> lengths = skewed_rows();
  lengths[1] = threshold - 1;
  lengths[2] = threshold;
  lengths[3] = threshold + 1;
  lengths[4] = 256;
  lengths[5] = 1024;
  lengths[6] = 1025;
  lengths[7] = 257;
  lengths[8] = 1;
  const std::vector<int> few(lengths.begin(), lengths.begin() + 12);  // an empty row, too
  for (const auto& [rows, t] : {std::pair{lengths, threshold}, {few, 0}}) {
    const Matrix matrix(rows, 50);
    const Outcome run = run_multiply(matrix, t);
    ASSERT_THAT(run.launches, GridsFit(matrix.loops(t)));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, AddedUpByGrids(matrix).somewhere());
    ASSERT_THAT(run.launches, AddsOneRowAThread(matrix, t));
  }
}

}  // namespace

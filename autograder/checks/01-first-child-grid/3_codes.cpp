// Task 3: each launch is answered with its own error, and only CUDA knows which.
#include <map>
#include <vector>

#include "01-first-child-grid/children.h"
#include "shared/one_block.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

bool can_run(int width) { return width > 0 && width <= 1024; }

// Each width was asked of CUDA, those that it refuses too: only CUDA can tell what it says.
Refusal why_not_asked(const Outcome& run, const std::vector<int>& widths) {
  std::map<int, int> missing;
  for (const int width : widths) missing[width] += can_run(width) ? 0 : 1;
  for (const Launch& l : run.launches.refused()) --missing[l.block.x];
  for (const auto& [width, launches] : missing) {
    if (launches <= 0) continue;
    return because(
        "no launch with {} threads was tried: the program itself decides which widths are "
        "possible. Launch every row, and return what cudaGetLastError() says after that launch "
        "(K6, K12)",
        width);
  }
  return {};
}

// How many rows lie between two that one thread launches, where each thread takes every so many-th.
int rows_between(const Launches& launches) {
  const Launch* parents = parents_of_children(launches);
  return parents == nullptr ? kParentBlock : parents->grid.x * parents->block.x;
}

// Rows of these widths, of which each thread launches every `between`-th.
struct Rows {
  const std::vector<int>& widths;
  int between;

  int right(int row) const { return can_run(widths[row]) ? 0 : 9; }
  // An error that was read but not cleared is read again.
  bool is_after_refused(int row) const { return row >= between && !can_run(widths[row - between]); }
  // The same, where it is never cleared.
  bool is_behind_refused(int row) const {
    for (int before = row - between; before >= 0; before -= between)
      if (!can_run(widths[before])) return true;
    return false;
  }
};

auto CodesOf(const Rows& rows) {
  return Elements([=](int row) { return rows.right(row); })
      .mistaking(
          [=](int row) { return rows.right(row) == 0 || rows.is_behind_refused(row) ? 0 : 9; },
          "a launch that worked; but two launches of the same thread were refused, and the first "
          "error was still there at the second: clear it with cudaGetLastError() (R2)")
      .mistaking([](int) { return 0; },
                 "a launch that worked, but widths of 0 or more than "
                 "1024 threads cannot work: the launching thread's "
                 "last error says so (K6, K12)")
      .mistaking(
          [=](int row) { return rows.right(row) != 0 || rows.is_behind_refused(row) ? 9 : 0; },
          "the error of the previous launch: the thread has read it, but it stays until "
          "cudaGetLastError() clears it; cudaPeekAtLastError() does not (R2)")
      .mistaking([=](int row) { return rows.is_after_refused(row) ? 9 : 0; },
                 "the result of the previous launch: the error is read before the launch, so "
                 "each row gets that of the row before it. Read it right after the launch (K12)");
}

// Which row is launched first is for the exercise to choose.
Refusal why_other_code(const Outcome& run, int pitch, const LaunchError& error) {
  const Array<int> table = run.result<int>(0), codes = run.result<int>(1);
  const std::string advice = fmt::format(
      "when the first launch is refused with {}: return what CUDA said, not a code that you "
      "expect of the width (K12)",
      error.description);
  int refused = 0;
  for (int row = 0; row < static_cast<int>(codes.size()); ++row) {
    const bool is_written = table[row * pitch] == row + 1;
    const int right = is_written ? 0 : error.code;
    if (codes[row] == right) {
      refused += is_written ? 0 : 1;
      continue;
    }
    return because("codes[{}] is {}; it should be {}, because the launch of row {} was {}\n{}", row,
                   codes[row], right, row, is_written ? "accepted" : "refused", advice);
  }
  if (refused == 1) return {};
  return because("{} of {} codes are {}, but one launch was refused\n{}", refused, codes.size(),
                 error.code, advice);
}

// CUDA has more to say than 0 and 9: of two good rows one is refused, as by a full pool or for
// want of resources. Who knows one of these codes by heart does not know which it is.
void expect_codes_of_refusals() {
  if (settings().device != DeviceKind::kEmulator) return;
  const auto fill_two = [] {
    return EXERCISE(fill_rows, output<int>(2 * 8), output<int>(2), input(std::vector<int>{8, 8}), 2,
                    8);
  };
  for (const LaunchError& error : {kPoolIsFull, kTooFewResources}) {
    const Outcome run = run_refusing(1, fill_two, error);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, (Judged{"codes what CUDA said", [&error](const Outcome& outcome) {
                               return why_other_code(outcome, 8, error);
                             }}));
  }
}

// The threads that find an error in the first call launch well in the second, too.
void expect_codes_in_two_calls() {
  const std::vector<int> widths = {3, 2000, 0, 4};
  const CalledTwice twice;
  const Outcome run = EXERCISE(fill_rows, output<int>(4 * 4), output<int>(4), input(widths), 4, 4);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(4), Elements([&](int i) {
                return can_run(widths[i / 4]) && i % 4 < widths[i / 4] ? i / 4 + 1 : -1;
              }));
  EXPECT_THAT(run.result<int>(1), Elements([&](int row) { return can_run(widths[row]) ? 0 : 9; }));
}

TEST(FirstChildGrid, CodesOfTheLaunches) {
  std::vector<int> widths = {5, 0, 64, 2000, 1, 1025, 1024};
  widths.resize(2 * kParentBlock + 6, 2);  // second launches of all threads, and a third of some
  widths[kParentBlock + 3] = 2000;         // one is refused again
  const int rows = static_cast<int>(widths.size()), pitch = 1024;
  const auto is_filled = [&](int i) {
    return can_run(widths[i / pitch]) && i % pitch < widths[i / pitch];
  };
  const Outcome run =
      EXERCISE(fill_rows, output<int>(rows * pitch), output<int>(rows), input(widths), rows, pitch);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  const ReportMatcher asks_cuda = {
      "asks CUDA", [&](const Outcome& outcome) { return why_not_asked(outcome, widths); }};
  ASSERT_THAT(run, asks_cuda);
  EXPECT_THAT(run.result<int>(0).in_rows_of(pitch),
              Elements([&](int i) { return is_filled(i) ? i / pitch + 1 : -1; }));
  EXPECT_THAT(run.result<int>(1), CodesOf({widths, rows_between(run.launches)}));
  EXPECT_THAT(run, WroteResult(0, "fill_row").where(is_filled));
  if (!HasFailure()) expect_codes_of_refusals();
  if (!HasFailure()) expect_codes_in_two_calls();
  ASSERT_THAT(run.launches, LaunchesAny("fill_row"));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"fill_row"}));
}

}  // namespace

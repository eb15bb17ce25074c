// Task 3: a block splits values in three parts.
#include "13-quicksort/runs.h"
#include "13-quicksort/sorted.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// Where a value belongs: 0 before the pivot, 1 beside it, 2 behind it.
int part_of(float value, float pivot) {
  return before(value, pivot) ? 0 : before(pivot, value) ? 2 : 1;
}

const char* const kPartWords[] = {"comes before", "is equal to", "comes after"};

Refusal why_wrong_parts(const Outcome& run, const Floats& given, float pivot) {
  int count[3] = {};
  for (const float value : given) ++count[part_of(value, pivot)];
  const auto values = run.result<float>(0);
  const int less = run.result<int>(1)[0], more = run.result<int>(2)[0];
  if (less != count[0] || more != count[0] + count[1]) {
    return because(
        "with pivot {} the parts are {{{}, {}}}; they should be {{{}, {}}}: {} before it, {} are "
        "equal to it, {} come after it",
        show_float(pivot), less, more, count[0], count[0] + count[1],
        count[0] == 1 ? "1 value comes" : fmt::format("{} values come", count[0]), count[1],
        count[2]);
  }
  for (int i = 0; i < static_cast<int>(given.size()); ++i) {
    const int here = i < less ? 0 : i < more ? 1 : 2, is = part_of(values[i], pivot);
    if (here == is) continue;
    return because(
        "values[{}] is {}, which {} the pivot {}; this part, of {{{}, {}}}, should contain only "
        "what {} it",
        i, show_float(values[i]), kPartWords[is], show_float(pivot), less, more, kPartWords[here]);
  }
  return {};
}

void expect_three_parts(const Floats& values, float pivot) {
  const Outcome run = run_split(values, pivot);
  const auto equals = std::ranges::count_if(
      values, [&](float v) { return !before(v, pivot) && !before(pivot, v); });
  ASSERT_THAT(run, FinishedCleanly()) << fmt::format(
      "the pivot is {}, and {} of {} values are equal to it: before() puts neither before the "
      "other",
      show_float(pivot), equals, values.size());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, Judged("has three parts", [&](const Outcome& done) {
                return why_wrong_parts(done, values, pivot);
              }));
  for (const std::size_t array : {0, 1, 2})
    ASSERT_THAT(run, WroteResult(array, "split_one").launched_anywhere());
}

TEST(Quicksort, ThreeParts) {
  struct Split {
    Floats values;
    float pivot;
  };
  for (const auto& [values, pivot] : {Split{mixed(700), mixed(700)[350]},
                                      {few_different(500), 1},
                                      {Floats(300, 4), 4},
                                      {mixed(200), rising(200).front()},
                                      {mixed(200), rising(200).back()},
                                      {mixed(129), 1e9f},
                                      {all_kinds(300), 0},
                                      {all_kinds(300), kInfinity},
                                      {all_kinds(300), kNaN},
                                      {{5}, 5},
                                      {{3}, 5},
                                      {{}, 1}}) {
    expect_three_parts(values, pivot);
    if (HasFatalFailure()) return;
  }
}

TEST(Quicksort, EveryValueIsKept) {
  Floats zeros = mixed(300);
  for (int i = 0; i < 300; i += 4) zeros[i] = i % 8 == 0 ? 0.0f : -0.0f;
  for (const Floats& values : {zeros, all_kinds(300), mixed(1000)}) {
    const Outcome run = run_split(values, 0);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run.result<int>(1), Elements([&](int) {
                  return std::ranges::count_if(values, [](float v) { return before(v, 0); });
                }));
    ASSERT_THAT(run, Judged("keeps every value", [&](const Outcome& done) {
                  return because(why_other_values(done.result<float>(0), values));
                }));
    ASSERT_THAT(run, WroteResult(0, "split_one").launched_anywhere());
  }
}

}  // namespace

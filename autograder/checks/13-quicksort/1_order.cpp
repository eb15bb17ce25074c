// Task 1: an order for all floats.
#include "13-quicksort/sorted.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Judged AnswersAsOrdered(const Floats& a, const Floats& b) {
  return {"answers in the order of all floats", [=](const Outcome& run) -> Refusal {
            const auto answers = run.result<int>(0);
            for (std::size_t i = 0; i < a.size(); ++i) {
              const bool right = before(a[i], b[i]);
              if (answers[i] == (right ? 1 : 0)) continue;
              return because(
                  Cause::kCall, "before({}, {}) is {}; it should be {}: {}", show_float(a[i]),
                  show_float(b[i]), answers[i], right ? 1 : 0,
                  std::isnan(a[i]) && std::isnan(b[i])
                      ? "two NaNs are equal: neither comes before the other"
                  : std::isnan(a[i]) || std::isnan(b[i])
                      ? "a NaN comes after every number, but < is false for it either way"
                      : "numbers are ordered by <");
            }
            return {};
          }};
}

TEST(Quicksort, OrderOfAllFloats) {
  const Floats kinds = {-kInfinity, -3e38f, -1,    -1e-40f,   -0.0f, 0,
                        1e-40f,     1,      3e38f, kInfinity, kNaN,  -kNaN};
  Floats a, b;
  for (const float x : kinds) {
    for (const float y : kinds) {
      a.push_back(x);
      b.push_back(y);
    }
  }
  const int n = static_cast<int>(a.size());
  const Outcome run = EXERCISE(compare_arrays, output<int>(n), input(a), input(b), n);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run, AnswersAsOrdered(a, b));
  EXPECT_THAT(run, WroteResult(0, "compare_each").launched_anywhere());
}

}  // namespace

// Task 1: a child may be given a pointer to global memory, and no other.
#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "04-pointers-to-children/runs.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

struct PointerKind {
  const char* words;
  bool may_be_passed;
  const char* why;
};

constexpr PointerKind kKinds[kPointerKinds] = {
    {"a local array", false, "local memory belongs to one thread (G2)"},
    {"a shared array", false, "shared memory belongs to one block (G3)"},
    {"memory of the host's cudaMalloc", true, "global memory belongs to all grids (G4)"},
    {"a __device__ variable", true, "it lies in global memory (G4)"},
    {"a __constant__ variable", true, "all grids may read constants, and pass them on (G4, M7)"},
    {"a __managed__ variable", true, "it counts as global memory (G4)"},
    {"mapped host memory", true, "it counts as global memory (G4, M6)"},
    {"memory of the device heap", true, "the heap is global memory (G4)"},
};

// The first pointer about which the function is wrong, with the reason.
class TellsPointersApart {
 public:
  using is_gtest_matcher = void;
  explicit TellsPointersApart(std::vector<int> order) : order_(std::move(order)) {}
  bool MatchAndExplain(const Array<int>& answers, testing::MatchResultListener* listener) const {
    for (int i = 0; i < kPointerKinds; ++i) {
      const PointerKind& kind = kKinds[order_[i]];
      if (answers[i] == (kind.may_be_passed ? 1 : 0)) continue;
      return answer({fmt::format("may_be_passed says {} for a pointer to {}: {}",
                                 answers[i] == 0 ? "no" : "yes", kind.words, kind.why),
                     {},
                     0},
                    listener);
    }
    return true;
  }
  void DescribeTo(std::ostream* os) const { *os << "tells pointers apart"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "takes one pointer for another"; }

 private:
  std::vector<int> order_;
};

// Another one in each random schedule: who counts the questions knows nothing of the pointers.
std::vector<int> order_of_questions() {
  std::vector<int> order(kPointerKinds);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 random(harness::test_settings().schedule.seed);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

TEST(PointersToChildren, WhichPointersMayBePassed) {
  const std::vector<int> order = order_of_questions();
  const Outcome run = EXERCISE(which_pointers, output<int>(int{kPointerKinds}), input(order));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run.result<int>(0), TellsPointersApart(order));
  EXPECT_THAT(run, WroteResult(0, "ask_about_pointers").launched_anywhere());
}

}  // namespace

// Collections without order: what is missing, what is too much.
#include "harness/records.h"

#include "explanation.h"

namespace harness {
namespace {

struct Birth {
  int parent, thread;
};

template <class T>
Array<T> births(const std::vector<T>& values) {
  return {values, nullptr, "births"};
}

const std::vector<Birth> kExpected = {{0, 0}, {0, 1}, {1, 0}};

TEST(InAnyOrder, HoldsForAnyPermutation) {
  EXPECT_EQ(explanation(InAnyOrder(kExpected), births<Birth>({{1, 0}, {0, 0}, {0, 1}})), "holds");
}

TEST(InAnyOrder, NamesWhatIsMissing) {
  EXPECT_EQ(explanation(InAnyOrder(kExpected), births<Birth>({{1, 0}, {0, 0}, {0, 0}})),
            "{0, 1} is missing from births\n"
            "of 3 expected records 1 is missing; births holds 1 that should not be there");
}

TEST(InAnyOrder, NamesWhatIsTooMuch) {
  EXPECT_THAT(explanation(InAnyOrder(kExpected), births<Birth>({{1, 0}, {0, 0}, {0, 1}, {2, 2}})),
              testing::StartsWith("{2, 2} should not be in births\n"));
  EXPECT_THAT(explanation(InAnyOrder(kExpected), births<Birth>({{1, 0}, {0, 0}, {0, 1}, {0, 1}})),
              testing::StartsWith("{0, 1} is too often in births\n"));
}

TEST(InAnyOrder, TellsPlacesThatWereNeverWritten) {
  Before poison;
  for (std::byte& b : poison.poison) b = std::byte{0x5B};
  const std::vector<int> values = {2, 0x5B5B5B5B, 1};
  EXPECT_THAT(
      explanation(InAnyOrder(std::vector<int>{1, 2, 3}), Array<int>(values, &poison, "out")),
      testing::HasSubstr("1 of its 3 places were never written"));
}

TEST(EachOnce, HoldsForAPermutation) {
  EXPECT_EQ(explanation(EachOnce(4), births<int>({2, 0, 3, 1})), "holds");
}

TEST(EachOnce, NamesRepeatedAndMissingNumbers) {
  EXPECT_EQ(
      explanation(EachOnce(4), births<int>({2, 0, 2, 1})),
      "2 is there more than once: births[0] and births[2]\n1 of 4 numbers not there, 3 the first");
  EXPECT_EQ(explanation(EachOnce(4), births<int>({2, 0, 1})),
            "1 of 4 numbers not there, 3 the first");
  EXPECT_EQ(explanation(EachOnce(3), births<int>({2, 0, 1, 1})),
            "1 is there more than once: births[2] and births[3]");
  EXPECT_EQ(explanation(EachOnce(3), births<int>({2, 0, -1})),
            "births[2] is -1, which is not between 0 and 2\n1 of 3 numbers not there, 1 the first");
}

}  // namespace
}  // namespace harness

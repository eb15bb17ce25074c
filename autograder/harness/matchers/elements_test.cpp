// What Elements() and ElementsNear() say about arrays that people really get.
#include "harness/matchers/elements.h"

#include <cmath>
#include <limits>

#include "explanation.h"

namespace harness {
namespace {

template <class T>
Array<T> array(const std::vector<T>& values) {
  return {values, nullptr, "result"};
}

std::vector<int> doubled(int n) {
  std::vector<int> values;
  for (int i = 0; i < n; ++i) values.push_back(2 * i);
  return values;
}

std::string said(const std::vector<int>& values) {
  return explanation(Elements([](int i) { return 2 * i; }), array(values));
}

TEST(Elements, HoldWhenAllAreRight) {
  EXPECT_EQ(said(doubled(100)), "holds");
  EXPECT_EQ(said({}), "holds");
  EXPECT_EQ(explanation(Elements(doubled(100)), array(doubled(100))), "holds");
}

TEST(Elements, NameTheOnlyWrongOne) {
  auto values = doubled(100);
  values[42] = 7;
  EXPECT_EQ(said(values),
            "result[42] is 7; it should be 84\nit is the only wrong one of 100 elements");
  values = doubled(100);
  values[99] = 7;
  EXPECT_EQ(
      said(values),
      "result[99] is 7; it should be 198\nit is the only wrong one of 100 elements, the last");
}

TEST(Elements, SayWhereTheWrongOnesBegin) {
  auto values = doubled(1024);
  for (int i = 256; i < 1024; ++i) values[i] = 0;
  EXPECT_EQ(said(values),
            "result[256] is 0; it should be 512\n"
            "768 of 1024 elements are wrong: every one from 256 on\n"
            "all of them are 0");
}

TEST(Elements, SayWhereTheWrongOnesEnd) {
  auto values = doubled(1024);
  for (int i = 0; i < 32; ++i) values[i] = 1;
  EXPECT_THAT(said(values),
              testing::HasSubstr("32 of 1024 elements are wrong: every one up to 31"));
  for (int i = 0; i < 32; ++i) values[i] = 2 * i, values[i + 100] = 1;
  EXPECT_THAT(said(values), testing::HasSubstr("wrong: those from 100 to 131"));
}

TEST(Elements, FindRegularPlaces) {
  auto values = doubled(1024);
  for (int i = 3; i < 1024; i += 32) values[i] = -1;
  EXPECT_THAT(said(values), testing::HasSubstr("wrong: every 32nd from 3 on"));
  values.assign(1024, -1);
  for (int i = 0; i < 1024; i += 256) values[i] = 2 * i;
  EXPECT_THAT(said(values), testing::HasSubstr("wrong: all but 0, 256, 512, … (every 256th)"));
  values.assign(1024, -1);
  for (int i = 32; i < 64; ++i) values[i] = 2 * i;
  EXPECT_THAT(said(values), testing::HasSubstr("wrong: all but those from 32 to 63"));
  values.assign(1024, -1);
  values[0] = 0;
  EXPECT_THAT(said(values), testing::HasSubstr("wrong: every one from 1 on"));
  values[0] = -1, values[5] = 10;
  EXPECT_THAT(said(values), testing::HasSubstr("wrong: all but 5"));
  values = doubled(1024);
  values[1] = values[8] = values[700] = -1;
  EXPECT_THAT(said(values), testing::HasSubstr("3 of 1024 elements are wrong: 1, 8 and 700"));
}

TEST(Elements, RecognizeShifts) {
  std::vector<int> left, right;
  for (int i = 0; i < 50; ++i) left.push_back(2 * (i + 1)), right.push_back(2 * (i - 1));
  EXPECT_THAT(said(left),
              testing::HasSubstr("each holds what belongs one place further right (off by one?)"));
  EXPECT_THAT(said(right),
              testing::HasSubstr("each holds what belongs one place further left (off by one?)"));
}

TEST(Elements, RecognizeWorkDoneTwice) {
  std::vector<int> values;
  for (int i = 0; i < 50; ++i) values.push_back(4 * i);
  EXPECT_THAT(said(values),
              testing::HasSubstr("twice what they should be: was something done twice?"));
}

TEST(Elements, RecognizeAnotherOrder) {
  auto values = doubled(50);
  std::swap(values[3], values[30]);
  std::swap(values[4], values[9]);
  EXPECT_THAT(said(values), testing::HasSubstr("the right values are there, in other places"));
}

TEST(Elements, RecognizeTheMistakeThatTheCheckNames) {
  std::vector<int> values = doubled(8);
  for (int i = 4; i < 8; ++i) values[i] = i;
  const auto matcher = Elements([](int i) { return 2 * i; })
                           .mistaking([](int) { return 99; }, "what nobody writes")
                           .mistaking([](int i) { return i; }, "what fill wrote");
  EXPECT_THAT(explanation(matcher, array(values)),
              testing::HasSubstr("all of them look like what fill wrote"));
  values[7] = 98;
  EXPECT_THAT(explanation(matcher, array(values)), testing::Not(testing::HasSubstr("look like")));
}

TEST(Elements, TellUnwrittenFromWrong) {
  Before poison;
  for (std::byte& b : poison.poison) b = std::byte{0x5B};
  std::vector<int> values = doubled(10);
  values[7] = 0x5B5B5B5B;
  const auto matcher = Elements([](int i) { return 2 * i; });
  EXPECT_EQ(explanation(matcher, Array<int>(values, &poison, "result")),
            "result[7] was never written; it should be 14\n"
            "it is the only wrong one of 10 elements");
  values[8] = values[7];
  EXPECT_THAT(explanation(matcher, Array<int>(values, &poison, "result")),
              testing::EndsWith("wrong: those from 7 to 8\nnone of them was ever written"));
}

TEST(Elements, RecognizeWhatWasAddedToPoison) {
  Before poison;
  for (std::byte& b : poison.poison) b = std::byte{0x7B};
  const std::vector<int> values = {0x7B7B7B7B + 4, 4};
  const Array<int> array(values, &poison, "result");
  EXPECT_THAT(explanation(Elements([](int) { return 4; }), array),
              testing::EndsWith("elements, the first\nthe right value was added to what was there "
                                "before the call: set the result to 0 before you add to it"));
  EXPECT_THAT(explanation(Elements([](int) { return 5; }), array),
              testing::Not(testing::HasSubstr("added")));
}

TEST(Elements, TellUnchangedFromWrong) {
  std::vector<int> values(10, 3);
  Before before;
  before.is_poison = false;
  const auto bytes = std::as_bytes(std::span(values));
  before.bytes.assign(bytes.begin(), bytes.end());
  EXPECT_THAT(
      explanation(Elements([](int) { return 4; }), Array<int>(values, &before, "data")),
      testing::HasSubstr("all of them are as they were before the call: nothing wrote them"));
}

TEST(Elements, CompareLengthsWithALongerList) {
  EXPECT_EQ(explanation(Elements(doubled(5)), array(doubled(4))),
            "result has 4 elements instead of 5");
}

TEST(Elements, NamePlacesOfTheWholeInASlice) {
  auto values = doubled(100);
  EXPECT_THAT(explanation(Elements([](int) { return 20; }), array(values).slice(10, 12)),
              testing::HasSubstr("result[11] is 22; it should be 20"));
  EXPECT_THAT(explanation(Elements([](int) { return 0; }), array(values).in_rows_of(10).first(2)),
              testing::HasSubstr("result[0][1] is 2"));
}

struct Place {
  int parent, thread;
};

TEST(Elements, MayBeStructsOfC) {
  const std::vector<Place> births = {{0, 0}, {0, 1}};
  EXPECT_EQ(explanation(Elements([](int i) { return Place{0, i}; }), array(births)), "holds");
  EXPECT_EQ(explanation(Elements([](int i) {
                          return Place{i, i};
                        }),
                        array(births)),
            "result[1] is {0, 1}; it should be {1, 1}\n"
            "it is the only wrong one of 2 elements, the last");
}

TEST(ElementsNear, AllowTheTolerance) {
  const std::vector<float> values = {1.0F, 2.0005F, 3.0F};
  const auto expected = [](int i) { return static_cast<float>(i + 1); };
  EXPECT_EQ(explanation(ElementsNear(expected, 1e-3), array(values)), "holds");
  EXPECT_EQ(explanation(ElementsNear(expected, 1e-4), array(values)),
            "result[1] is 2.0005; it should be 2 (give or take 0.0001)\n"
            "it is the only wrong one of 3 elements");
}

TEST(ElementsNear, TakeNoNanForAnAnswer) {
  const std::vector<float> values = {std::numeric_limits<float>::quiet_NaN()};
  const auto one = [](int) { return 1.0F; };
  EXPECT_THAT(explanation(ElementsNear(one, 1e30), array(values)),
              testing::StartsWith("result[0] is nan"));
  EXPECT_THAT(explanation(Elements(one), array(values)), testing::StartsWith("result[0] is nan"));
}

}  // namespace
}  // namespace harness

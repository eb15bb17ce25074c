// How long a submission may take, and what is known of that from one class to the next.
#include "course/classes/total_time.h"

#include <gmock/gmock.h>

#include "base/temporary_folder.h"

namespace course {
namespace {

using testing::HasSubstr;

TEST(TotalTime, IsFourTimesWhatIsExpectedBetweenOneMinuteAndTwo) {
  EXPECT_EQ(total_time(2).seconds, 60) << "an honest exercise may be slower than ours";
  EXPECT_EQ(total_time(20).seconds, 80);
  EXPECT_EQ(total_time(40).seconds, 120);
  EXPECT_EQ(total_time(100).seconds, 200) << "on a machine on which ours takes most of it";
  EXPECT_EQ(total_time(0).seconds, 120) << "not known";
}

TEST(TotalTime, SaysWhereItComesFrom) {
  EXPECT_THAT(sentence_about(total_time(20)), HasSubstr("is 80 s: four times the 20 s that"));
  EXPECT_EQ(sentence_about({5, 0, true}), "the limit is 5 s, as the instructor has set it");
  EXPECT_EQ(sentence_about(total_time(0)), "the limit is 120 s");
}

TEST(ExpectedTimes, AreMeasuredOnceForEachKey) {
  const base::TemporaryFolder folder;
  int measured = 0;
  const auto measure = [&] {
    ++measured;
    return 7.5;
  };
  for (const char* key : {"one", "one", "two"}) {
    ExpectedTimes times(folder.path());
    EXPECT_DOUBLE_EQ(times.of(
                         "01-little", [key] { return key; }, measure),
                     7.5);
    EXPECT_DOUBLE_EQ(times.of(
                         "01-little", [key] { return key; }, measure),
                     7.5);
  }
  EXPECT_EQ(measured, 2);
}

TEST(ExpectedTimes, AreNotKnownWhereMeasuringFails) {
  const base::TemporaryFolder folder;
  const auto no_key = [] { return "key"; };
  ExpectedTimes times(folder.path());
  EXPECT_EQ(times.of("a", no_key, []() -> double { throw std::runtime_error("no compiler"); }), 0);
  EXPECT_EQ(times.of("b", no_key, [] { return 0.0; }), 0);
  ExpectedTimes later(folder.path());
  EXPECT_EQ(later.of("a", no_key, [] { return 3.0; }), 3) << "it is tried again";
}

}  // namespace
}  // namespace course

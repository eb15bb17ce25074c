// A batch: every submission once, faults of ours again, nobody waits for a bad one.
#include "grading/gradebook/batch.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <system_error>

#include "base/temporary_folder.h"

namespace grading {
namespace {

using testing::Each;
using testing::SizeIs;

class BatchTest : public testing::Test {
 protected:
  std::vector<PendingSubmission> a_class_of(int students) {
    std::vector<PendingSubmission> pending;
    for (int i = 0; i < students; ++i) {
      Submission submission{fmt::format("s{:03}", i), "01-first-child-grid", "aa", 1};
      pending.push_back({book_.add(submission), submission, "", {"checks", "tools"}});
    }
    return pending;
  }

  static Graded passed() {
    Graded graded;
    graded.verdict = "passed";
    graded.points = graded.max_points = 7;
    return graded;
  }

  /// As it seems, by our fault.
  static Graded crashed() {
    Graded graded;
    graded.verdict = "grader_error";
    graded.message = "the check program crashed";
    graded.max_points = 7;
    graded.checks = {{"First", "grader_error", "", 0, 7, 0, 0}};
    return graded;
  }

  base::TemporaryFolder folder_;
  Gradebook book_{folder_.path() / "gradebook.db"};
};

TEST_F(BatchTest, GradesEveryoneOnceAndNoSlotTwiceAtATime) {
  std::mutex mutex;
  std::condition_variable one_more;
  std::map<std::string, int> times;
  std::set<int> busy;
  bool clash = false, all_were_busy = false;
  const auto grade = [&](const PendingSubmission& one, int slot) {
    std::unique_lock lock(mutex);
    ++times[one.submission.student];
    clash |= !busy.insert(slot).second || slot < 0 || slot >= 4;
    all_were_busy |= busy.size() == 4;
    one_more.notify_all();
    one_more.wait_for(lock, std::chrono::seconds(1), [&] { return all_were_busy; });
    busy.erase(slot);
    return passed();
  };
  const auto pending = a_class_of(50);
  const Progress progress = grade_all(book_, pending, grade, {.slots = 4});
  EXPECT_TRUE(all_were_busy);
  EXPECT_FALSE(clash);
  EXPECT_THAT(times, SizeIs(50));
  EXPECT_THAT(times, Each(testing::Pair(testing::_, 1)));
  EXPECT_EQ(progress.done, 50u);
  for (const Standing& standing : book_.standings()) EXPECT_EQ(standing.points, 7);

  const Progress again = grade_all(book_, pending, grade, {.slots = 4});
  EXPECT_EQ(again.done, 0u);
  EXPECT_EQ(again.before, 50u);
  EXPECT_THAT(times, Each(testing::Pair(testing::_, 1))) << "nothing is graded twice";
}

TEST_F(BatchTest, OurFaultIsTriedAgainAndNeverAZero) {
  std::map<std::string, int> times;
  const auto grade = [&](const PendingSubmission& one, int) -> Graded {
    ++times[one.submission.student];
    throw std::runtime_error("the disk is full");
  };
  const Progress progress = grade_all(book_, a_class_of(3), grade, {});
  EXPECT_THAT(times, Each(testing::Pair(testing::_, 3)));
  EXPECT_EQ(progress.done, 0u);
  EXPECT_EQ(progress.given_up, 3u);
  ASSERT_THAT(book_.ungraded(), SizeIs(3));
  EXPECT_EQ(book_.ungraded()[0].message, "the disk is full");
  EXPECT_EQ(book_.standings()[1].run, 0) << "no score, not a score of zero";
}

TEST_F(BatchTest, WhatFailedOnceIsGradedLater) {
  int times = 0;
  const auto grade = [&](const PendingSubmission& one, int) {
    Graded graded = passed();
    if (one.submission.student == "s002" && ++times == 1) graded.verdict = "grader_error";
    return graded;
  };
  EXPECT_EQ(grade_all(book_, a_class_of(4), grade, {}).done, 4u);
  EXPECT_EQ(times, 2);
  EXPECT_EQ(book_.standings()[2].points, 7);
}

TEST_F(BatchTest, WhatFailsWhileOthersAreGradedIsItsOwnFault) {
  const auto grade = [](const PendingSubmission& one, int) -> Graded {
    if (one.submission.student == "s001") return crashed();
    return passed();
  };
  const auto pending = a_class_of(6);
  for (const int slots : {1, 3}) {
    Gradebook book{folder_.path() / fmt::format("of-{}.db", slots)};
    for (const PendingSubmission& one : pending) book.add(one.submission);
    const Progress progress = grade_all(book, pending, grade, {.slots = slots});
    EXPECT_EQ(progress.done, 6U);
    EXPECT_EQ(progress.given_up, 0U);
    for (const auto& standing : book.standings()) {
      const bool is_bad = standing.student == "s001";
      EXPECT_EQ(standing.verdict, is_bad ? "failed" : "passed");
      EXPECT_THAT(standing.message, testing::HasSubstr(is_bad ? "the check program crashed" : ""));
      EXPECT_EQ(standing.max_points, 7);
    }
  }
}

TEST_F(BatchTest, WhatTheGraderItselfThrowsIsNeverTheSubmissionsFault) {
  const auto grade = [](const PendingSubmission& one, int) -> Graded {
    if (one.submission.student == "s001")
      throw std::system_error(ENOSPC, std::generic_category(), "pictures");
    return passed();
  };
  const Progress progress = grade_all(book_, a_class_of(6), grade, {});
  EXPECT_EQ(progress.done, 5U);
  EXPECT_EQ(progress.given_up, 1U);
  EXPECT_EQ(book_.standings()[1].run, 0) << "no score, not a score of zero";
}

TEST_F(BatchTest, ANewGraderTriesAnew) {
  bool well = false;
  const auto grade = [&](const PendingSubmission& one, int) -> Graded {
    if (!well && one.submission.student == "s000") throw std::bad_alloc();
    if (!well && one.submission.student == "s001") return crashed();
    return passed();
  };
  std::vector<PendingSubmission> pending = a_class_of(4);
  const auto anew = [&] {
    for (PendingSubmission& one : pending) one.not_judged = book_.try_again(one.id, one.versions);
    return grade_all(book_, pending, grade, {});
  };
  anew();
  const Progress again = anew();
  EXPECT_EQ(again.before, 2U);
  EXPECT_EQ(again.given_up, 1U);
  EXPECT_EQ(again.done, 1U) << "as it was before, though nobody else is graded now";
  EXPECT_EQ(book_.standings()[1].verdict, "failed");
  well = true;
  EXPECT_EQ(anew().done, 2U);
  for (const Standing& standing : book_.standings()) EXPECT_EQ(standing.points, 7);
  EXPECT_EQ(anew().before, 4U);
}

TEST_F(BatchTest, PointsByHandEndTheTries) {
  const auto grade = [&](const PendingSubmission& one, int) -> Graded {
    return one.submission.student == "s000" ? crashed() : passed();
  };
  const std::vector<PendingSubmission> pending = a_class_of(2);
  grade_all(book_, pending, grade, {});
  book_.override_points(pending[0].id, 6, "read it");
  EXPECT_FALSE(book_.try_again(pending[0].id, pending[0].versions));
  EXPECT_EQ(grade_all(book_, pending, grade, {}).before, 2U);
  EXPECT_EQ(book_.standings()[0].points, 6);
}

TEST_F(BatchTest, StopsWhenAskedAndGoesOnLater) {
  std::stop_source stop;
  int graded = 0;
  const auto grade = [&](const PendingSubmission&, int) {
    if (++graded == 5) stop.request_stop();
    return passed();
  };
  const auto pending = a_class_of(20);
  EXPECT_EQ(grade_all(book_, pending, grade, {.stop = stop.get_token()}).done, 4u)
      << "what was cut short does not count";
  EXPECT_EQ(book_.state(pending[4].id, pending[4].versions), RunState::kLost);
  EXPECT_EQ(grade_all(book_, pending, grade, {}).done, 16u);
}

TEST_F(BatchTest, WhatSomebodyElseGradesIsLeftToThem) {
  const auto pending = a_class_of(2);
  ASSERT_TRUE(book_.begin(pending[0].id, pending[0].versions, "there", 60));
  const Progress progress =
      grade_all(book_, pending, [](const auto&, int) { return passed(); }, {});
  EXPECT_EQ(progress.done, 1u);
  EXPECT_EQ(progress.elsewhere, 1u);
}

TEST_F(BatchTest, TellsRateAndTimeLeft) {
  Progress progress;
  progress.all = 100;
  progress.before = 20;
  progress.done = 40;
  progress.seconds = 60;
  EXPECT_DOUBLE_EQ(progress.per_minute(), 40);
  EXPECT_DOUBLE_EQ(progress.seconds_left(), 60);
}

}  // namespace
}  // namespace grading

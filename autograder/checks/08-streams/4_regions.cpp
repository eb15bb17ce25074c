// Task 4: a stream is used only by the grid that created it, and no region waits for another.
#include <utility>

#include "08-streams/runs.h"
#include "shared/destroyed_once.h"
#include "shared/independent.h"
#include "shared/one_block.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

int marked_cells(int region, int width) {
  int count = 0;
  for (int i = 0; i < width; ++i) count += (region + 1) * i % 7 < 3 ? 1 : 0;
  return count;
}

TEST(Streams, RegionsAreCounted) {
  watch_reads();
  for (const auto& [regions, width] : {std::pair{10, 100}, {1, 1}}) {
    const int cells = width;
    const Outcome run = run_survey(regions, width);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0),
                Elements([cells](int r) {
                  return marked_cells(r, cells);
                }).mistaking([](int) { return -1; }, "regions that no grid counted"));
    EXPECT_THAT(run, SurveyedByChildren());
    EXPECT_THAT(run, Reads("count_marks", "mark_cells", regions * width));
  }
}

TEST(Streams, NoStreamCrossesGrids) {
  NEEDS_EMULATOR();
  watch_reads();
  const int regions = 5, width = 20;
  const Outcome run = run_survey(regions, width);
  ASSERT_THAT(run, Keeps("foreign-stream"))
      << "a handle is valid only in the grid that created it (S3, G6)";
  ASSERT_THAT(run.launches, LaunchCount(regions, Child("survey_region").of("survey")));
  ASSERT_THAT(run.launches, LaunchCount(regions, Child("mark_cells").of("survey_region")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"mark_cells"}));
  ASSERT_NO_FATAL_FAILURE(expect_one_thread(run, {"count_marks"}));
  EXPECT_THAT(run.launches, InPairs(run, "mark_cells", "count_marks"));
  EXPECT_THAT(run, SurveyedByChildren().somewhere());
  EXPECT_THAT(run, Reads("count_marks", "mark_cells", regions * width));
}

TEST(Streams, RegionsAreIndependent) {
  NEEDS_EMULATOR();
  const Outcome run = run_survey(5, 20);
  ASSERT_THAT(run, FinishedCleanly());
  for (const char* kernel : {"survey_region", "mark_cells", "count_marks"}) {
    ASSERT_THAT(run.launches, Contains(Child(kernel)));
    ASSERT_THAT(run.launches, Independent(Child(kernel), "S1, S5"));
  }
  ASSERT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, SurveyedByChildren().somewhere());
  for (const int regions : {5, 1}) {
    const Outcome some = run_survey(regions, 20);
    ASSERT_THAT(some, EachDestroyedOnce("Stream"));
    ASSERT_THAT(some, EachDestroyedOnce("Event"));
  }
}

}  // namespace

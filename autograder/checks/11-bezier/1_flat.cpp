// Task 1: a thread draws each line, without a launch.
#include "11-bezier/drawings.h"
#include "11-bezier/runs.h"

namespace {

using namespace checks;

TEST(Bezier, FlatDrawsEveryLine) {
  const std::vector<Line> many = some_lines(70);
  ASSERT_THAT(run_serial(many), Draws(many)) << "the serial version was given and right";
  for (const auto& lines : {many, some_lines(1), some_lines(0)}) {
    const Outcome run = run_flat(lines);
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(WroteResult(0), run, lines));
    ASSERT_THAT(run.launches, ContainsNo(Child())) << "the flat version launches nothing";
    ASSERT_THAT(run.launches, DrawsAPointAThread());
  }
}

TEST(Bezier, FlatDrawsStrangeLines) {
  const std::vector<Line> lines = strange_lines();
  ASSERT_THAT(run_serial(lines), Draws(lines)) << "the serial version was given and right";
  const Outcome run = run_flat(lines);
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(WroteResult(0), run, lines));
  ASSERT_THAT(run.launches, DrawsAPointAThread());
}

}  // namespace

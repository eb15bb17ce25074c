// Task 1: the steps until a point escapes, and the flat picture that they make.
#include "14-mandelbrot/pictures.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// A picture's dwells as they would be if the old imaginary part were lost too early.
int steps_with_the_new_a(double re, double im, int most) {
  double a = re, b = im;
  int steps = 0;
  while (steps < most && a * a + b * b < 4) {
    a = a * a - b * b + re;
    b = 2 * a * b + im;
    ++steps;
  }
  return steps;
}

// No orbit of these comes near |z|² = 4 but for 2 and -2i, whose squares are exact: however the
// device rounds, the steps are these.
const std::vector<float> kPoints = {0,     0,     1,     0,     -1,    0,    2,    0,     0,
                                    -2,    0.5f,  0,     0.5f,  0.5f,  -1,   0.5f, 0.25f, 0.75f,
                                    -0.5f, 1,     0.75f, -0.5f, 3,     0,    0,    1.5f,  1.25f,
                                    1.0f,  -0.1f, 0.1f,  0.3f,  -0.6f, 1.9f, 0,    0.4f,  0.4f};

Outcome run_points(const std::vector<float>& points, int most) {
  const int n = static_cast<int>(points.size() / 2);
  return EXERCISE(escape_times, output<int>(n), input(points), n, most);
}

// Right of 1/4 the steps on the real line grow as small as 0.0005, 0.0001 and 0.000015, and the
// point leaves all the same. It does so in one long step, so rounding moves no count.
const std::vector<float> kSlowPoints = {0.2505f, 0, 0.2501f, 0, 0.25f + 1.0f / 65536, 0, 0.25f, 0};

auto EscapeTimes(int most) {
  const auto with = [most](auto&& steps) {
    return [=](int i) { return steps(kPoints[2 * i], kPoints[2 * i + 1], most); };
  };
  return Elements(with([](double re, double im, int at_most) { return steps_of(re, im, at_most); }))
      .mistaking(with(steps_with_the_new_a),
                 "steps in which the new real part was used for the imaginary one")
      .mistaking(
          with([](double re, double im, int at_most) { return steps_of(re, im, at_most, 2); }),
          "steps while |z|² < 2: a point has escaped when |z| is 2, so |z|² is 4")
      .mistaking(with([](double re, double im, int at_most) {
                   const int steps = steps_of(re, im, at_most);
                   return steps < at_most ? steps + 1 : steps;
                 }),
                 "one step too many: z begins as c, and that |z|² is tested, too");
}

void expect_escape_times(int most) {
  const Outcome run = run_points(kPoints, most);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), EscapeTimes(most))
      << "of the points c = points[2i] + points[2i + 1]·i, with at most " << most << " steps";
  ASSERT_THAT(run, WroteResult(0, "escape_each").launched_anywhere().without_host_values());
}

void expect_slow_points_to_leave() {
  constexpr int kLong = 1000;
  const Outcome slow = run_points(kSlowPoints, kLong);
  ASSERT_THAT(slow, FinishedCleanly());
  ASSERT_THAT(slow.result<int>(0),
              Elements([](int i) {
                return steps_of(kSlowPoints[2 * i], 0, kLong);
              }).mistaking([](int) { return kLong; }, "points that were assumed never to escape"))
      << "of points a little to the right of 1/4, with at most " << kLong
      << " steps: z moves less and less, but the point still escapes. Only |z|² and the number of "
         "steps may end the loop, not that z hardly moves";
  ASSERT_THAT(slow, WroteResult(0, "escape_each").launched_anywhere().without_host_values());
}

TEST(Mandelbrot, EscapeTimes) {
  for (const int most : {50, 1}) ASSERT_NO_FATAL_FAILURE(expect_escape_times(most));
  expect_slow_points_to_leave();
}

TEST(Mandelbrot, NoNumbers) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> points = {kNan,      0,     0,      kNan,      kNan,       kNan,
                                     kInfinity, 0,     0,      kInfinity, -kInfinity, kNan,
                                     1e30f,     1e30f, -3e38f, 3e38f};
  const Outcome run = run_points(points, 40);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), Elements([](int) {
                                    return 0;
                                  }).mistaking([](int) { return 40; }, "points of the set"))
      << "no comparison with NaN is true, so the loop may go on only while |z|² < 4 is true";
  const Outcome none = run_points(kPoints, 0);
  ASSERT_THAT(none.result<int>(0), Elements([](int) { return 0; })) << "with at most 0 steps";
  // Nothing above can fail before anybody has written a line, so:
  const Outcome inside = run_points({0, 0}, 40);
  ASSERT_THAT(inside.result<int>(0), Elements([](int) { return 40; }))
      << "the point 0 never escapes";
  for (const Outcome* each : {&run, &none, &inside})
    ASSERT_THAT(*each, WroteResult(0, "escape_each").launched_anywhere().without_host_values());
}

TEST(Mandelbrot, FlatPictureIsRight) {
  for (const View& view : {kWholeSet, kEdge}) {
    const Outcome run = run_flat(view, kSide, kMost);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, IsTheSet(view, kSide, kMost));
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kFlatDrew, run));
  }
}

}  // namespace

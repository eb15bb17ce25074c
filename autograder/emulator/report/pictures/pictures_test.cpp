// The pictures: well-formed, readable by anyone, and with the names of what went wrong.
#include <gmock/gmock.h>

#include <cmath>
#include <utility>

#include "report/pictures/rows.h"
#include "report/pictures/svg.h"
#include "report/pictures/timeline_picture.h"
#include "report/pictures/timeline_view.h"
#include "report/pictures/tree_picture.h"
#include "report/runs.h"
#include "report/well_formed.h"

namespace emu::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using enum StreamKind;

TEST(WellFormedXml, IsToldFromBroken) {
  EXPECT_TRUE(WellFormed("<a b=\"c\"><d/>x &amp; y</a>").check());
  EXPECT_FALSE(WellFormed("<a><b></a></b>").check());
  EXPECT_FALSE(WellFormed("<a>").check());
  EXPECT_FALSE(WellFormed("<a b=c/>").check());
  EXPECT_FALSE(WellFormed("<a>x & y</a>").check());
  EXPECT_FALSE(WellFormed("<a b=\"<\"/>").check());
}

void expect_picture(const std::string& svg) {
  EXPECT_TRUE(WellFormed(svg).check());
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\""));
  EXPECT_THAT(svg, HasSubstr("<title id=\"title\">"));
  EXPECT_THAT(svg, HasSubstr("<desc id=\"desc\">"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_LT(svg.size(), 400'000u);
}

TEST(Pictures, AreWellFormedForEveryRun) {
  for (const Scenario& s : {every_kind(), many_children(kNull, 64), many_children(kNamed, 1024),
                            chain(20000, kTail), chain(2000, kNull), uneven_tree(), Scenario()}) {
    expect_picture(timeline_picture(s.run));
    expect_picture(tree_picture(s.run));
  }
}

TEST(Pictures, EscapeNames) {
  Scenario s;
  s.host("sort<int, \"a&b\">\x02\xff");
  finish(s.run, {});
  expect_picture(timeline_picture(s.run));
  EXPECT_THAT(timeline_picture(s.run), HasSubstr("sort&lt;int, &quot;a&amp;b&quot;&gt;??"));
}

TEST(Pictures, GridsThatStartEarlyAreBelowTheOnesThatTheyOverlap) {
  Scenario s;
  const WorkId first = s.host("first", 40), second = s.host("second", 40), third = s.host("third");
  s[second].overlaps = std::exchange(s[second].waits_for, {});
  s[first].work.runs[0].marks.trigger = microseconds(5);
  s[second].work.runs[0].marks.wait = microseconds(10);
  finish(s.run, {});
  const Layout layout = TimelineView(s.run).layout;
  EXPECT_GE(layout.middle[second - 1], layout.middle[first - 1] + Layout::kBar);
  EXPECT_EQ(layout.middle[third - 1], layout.middle[first - 1]) << "there is room again";
  EXPECT_EQ(layout.rows.size(), 1u);
  const std::string svg = timeline_picture(s.run);
  expect_picture(svg);
  EXPECT_THAT(svg, HasSubstr("second: waited for the grids ahead of it until"));
}

TEST(Pictures, NameKernelsStreamsAndFindings) {
  Scenario s = every_kind();
  s.run.findings = {"race at exercise.cu:31, with line 24 (M2)"};
  const std::string svg = timeline_picture(s.run);
  for (const char* words :
       {"logger&lt;&lt;&lt;1, 32&gt;&gt;&gt;", "fire-and-forget", "NULL stream of block 0",
        "named stream 1", "per-thread, thread 2", "waits for", "race at exercise.cu:31",
        "waits in cudaDeviceSynchronize"}) {
    EXPECT_THAT(svg, HasSubstr(words));
  }
}

/// WCAG's contrast ratio of two colors.
double contrast(std::string_view a, std::string_view b) {
  const auto luminance = [](std::string_view color) {
    double sum = 0;
    constexpr double kWeights[] = {0.2126, 0.7152, 0.0722};
    for (std::size_t k = 0; k < 3; ++k) {
      const double c = std::stoi(std::string(color.substr(1 + 2 * k, 2)), nullptr, 16) / 255.0;
      sum += kWeights[k] * (c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  };
  const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
  return std::max(x, y) / std::min(x, y);
}

constexpr StreamKind kAllKinds[] = {kHost, kNull, kNamed, kPerThread, kFireAndForget, kTail};

TEST(Pictures, ColorsAreReadableInLightAndDark) {
  std::vector<std::string_view> words{kInk, kMuted, kAlarm, kWarning};
  for (const StreamKind kind : kAllKinds) words.push_back(color(kind));
  for (const std::string_view light : words) {
    EXPECT_GE(contrast(light, kGround), 4.5) << light;
    EXPECT_GE(contrast(in_the_dark(light), in_the_dark(kGround)), 4.5) << light;
  }
}

TEST(Pictures, EveryColorHasADarkOne) {
  Scenario s = every_kind();
  s.run.findings = {"race at exercise.cu:31", "unchecked-launch (warning) at exercise.cu:3"};
  refuse(s, 3);
  for (const std::string& svg : {timeline_picture(s.run), tree_picture(s.run)}) {
    const std::string drawn = svg.substr(svg.find("</style>"));
    for (std::size_t at = drawn.find("\"#"); at != std::string::npos;
         at = drawn.find("\"#", at + 1)) {
      const std::string light = drawn.substr(at + 1, 7);
      EXPECT_NE(in_the_dark(light), light);
    }
    EXPECT_THAT(svg, HasSubstr("@media (prefers-color-scheme:dark)"));
  }
}

TEST(Pictures, NoTextIsTooSmall) {
  for (const Scenario& s : {every_kind(), many_children(kNamed, 1024), uneven_tree()}) {
    for (const std::string& svg : {timeline_picture(s.run), tree_picture(s.run)}) {
      for (std::size_t at = svg.find("font-size=\""); at != std::string::npos;
           at = svg.find("font-size=\"", at + 1)) {
        EXPECT_GE(std::stod(svg.substr(at + 11)), kSmallest);
      }
    }
  }
}

/// Slides leave out the heading and the legend of a tall timeline: slides/web/deck/figures.mjs.
TEST(Pictures, ATimelineBeginsWithItsHeadingAndEndsWithItsLegend) {
  Scenario s = every_kind();
  s.run.findings = {"race at exercise.cu:31"};
  const std::string svg = timeline_picture(s.run);
  const auto line_of = [&](std::string_view words) {
    const std::size_t text = svg.rfind("<text", svg.find(words));
    return std::stod(svg.substr(svg.find(" y=\"", text) + 4));
  };
  const std::size_t legend = svg.find("<g class=\"legend\">\n<path d=\"M16 ");
  ASSERT_NE(legend, std::string::npos);
  EXPECT_LT(line_of("race at exercise.cu:31"), std::stod(svg.substr(svg.find("M16 ", legend) + 4)));
  EXPECT_THAT(svg.substr(svg.find("<g class=\"heading\">")), HasSubstr("schedule"));
  EXPECT_LT(line_of("schedule"), 40);
  EXPECT_GT(line_of("virtual time, µs"), 52);
}

TEST(Pictures, WordsBesideTheLastBarEndWithinTheMargin) {
  Scenario s;
  const WorkId parent = s.host("parent", 200);
  s.launch("work", {parent}, kTail, 50);
  s.launch("a_name_that_is_long", {parent}, kTail, 0.1);
  finish(s.run, {});
  const std::string svg = timeline_picture(s.run);
  const std::size_t words = svg.find(">a_name_that_is_long</text>");
  ASSERT_NE(words, std::string::npos);
  const double x = std::stod(svg.substr(svg.rfind("<text x=\"", words) + 9));
  const Font font{.size = kSmallest, .mono = true};
  EXPECT_LE(x + font.width("a_name_that_is_long"), TimelineView::kRight);
}

TEST(Pictures, RefusedLaunchesAreMarkedAndNamed) {
  Scenario s = every_kind();
  EXPECT_THAT(timeline_picture(s.run), Not(HasSubstr("launch refused")));
  refuse(s, 3);
  for (const std::string& told : {timeline_picture(s.run), tree_picture(s.run), to_text(s.run)}) {
    EXPECT_THAT(told, HasSubstr("3 launches of parent refused: cudaErrorLaunchPendingCountExceeded "
                                "(69) at exercise.cu:9"));
  }
  EXPECT_THAT(timeline_picture(s.run), HasSubstr(">launch refused</text>"));
}

TEST(Pictures, RowsOfSeveralDevicesNameThem) {
  Scenario s;
  s.host("a", 20, 1, 32, 7);
  s[s.host("b", 20, 1, 32, 9)].device = 1;
  s[s.host("c", 20, 1, 32, 11)].device = 1;
  finish(s.run, {});
  const Layout layout = lay_out(Forest(s.run), 0);
  std::vector<std::string> words;
  for (const Row& row : layout.rows) words.push_back(row.subtitle);
  EXPECT_THAT(words, ElementsAre("device 0", "device 1, stream 1", "device 1, stream 2"));
}

TEST(Pictures, RowsNameKernelsAndCopiesOnlyWhereTheyAreAlone) {
  Scenario s;
  s.copy(Copy::Way::kSet, 100);
  s.host("count_keys");
  s.host("find_the_places_of_keys");
  s.copy(Copy::Way::kSet, 100, {}, kHost, 7);
  finish(s.run, {});
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_EQ(layout.rows[0].title, "count_keys,");
  EXPECT_EQ(layout.rows[0].more, "find_the_places_of_keys");
  EXPECT_EQ(layout.rows[1].title, "cudaMemsetAsync");
  EXPECT_EQ(layout.rows[1].more, "");
}

TEST(Pictures, ManyRowsAreLow) {
  const auto streams = [](std::uint64_t count) {
    Scenario s;
    const WorkId parent = s.host("parent", 50);
    for (std::uint64_t k = 0; k < count; ++k) s.launch("work", {parent}, kNamed, 10, k + 1);
    const WorkId tail = s.launch("after", {parent}, kTail, 10);
    s.launch("last", {tail}, kTail, 10);
    s.launch("more", {tail}, kNull, 10);
    finish(s.run, {});
    return lay_out(Forest(s.run), 0);
  };
  const Layout few = streams(3), many = streams(8);
  EXPECT_FALSE(few.compact);
  ASSERT_TRUE(many.compact);
  EXPECT_GT(few.rows[1].height, many.rows[1].height);
  EXPECT_GT(many.rows[1].height, Layout::kBar);
}

TEST(Pictures, TheHeadingSaysTheTimeOfTheLaunches) {
  Scenario s;
  const WorkId only = s.host("fill", 20);
  finish(s.run, {});
  s.run.virtual_ns += 1'000'000;
  const Span& time = s[only].time;
  EXPECT_THAT(timeline_picture(s.run), HasSubstr("1 launch from " + duration(time.launched_ns) +
                                                 " to " + duration(time.complete_ns)));
}

TEST(Pictures, AFrameHoldsTheWordsBesideItsLastBar) {
  Scenario s;
  const WorkId parent = s.host("parent", 50);
  s.launch("short", {parent}, kTail, 0.1);  // complete last, and the frame with it
  finish(s.run, {});
  const TimelineView view(s.run);
  ASSERT_EQ(view.layout.rows.size(), 2u);
  const double words = view.end_of_words_beside(view.layout.rows[1], 0);
  ASSERT_GT(words, view.x(s[parent].time.complete_ns) + 4);
  const std::string svg = timeline_picture(s.run);
  const std::size_t frame = svg.find(R"(<rect x=")", svg.find("</defs>"));
  const std::size_t width = svg.find("width=\"", frame);
  EXPECT_GE(std::stod(svg.substr(frame + 9)) + std::stod(svg.substr(width + 7)), words);
}

TEST(Pictures, ErrorsComeBeforeWarnings) {
  Scenario s;
  s.host("fill");
  std::vector<checker::Diagnostic> found{race(), race()};
  found[0].severity = checker::Severity::kWarning;
  finish(s.run, found);
  ASSERT_EQ(s.run.findings.size(), 2u);
  EXPECT_THAT(s.run.findings[0], Not(HasSubstr("warning")));
}

}  // namespace
}  // namespace emu::report

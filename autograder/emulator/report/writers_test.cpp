// The writers on records of runs: what the JSON document holds, how siblings are grouped, that
// every picture is well-formed XML and every trace a valid one.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "report/perfetto.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/scenario.h"
#include "report/svg.h"
#include "report/timeline.h"
#include "report/timeline_picture.h"
#include "report/tree.h"
#include "report/tree_picture.h"

namespace emu::report {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using enum StreamKind;

// ---- Runs ---------------------------------------------------------------------------------------

/// A parent with children in every kind of stream, then a copy.
Scenario every_kind() {
  Scenario s;
  const WorkId parent = s.host("parent", 30, 1, 64);
  s.launch("last", {parent, 0, 0, 1}, kTail, 12);
  const WorkId split = s.launch("split", {parent, 0, 0, 3}, kNull, 20);
  s.launch("split", {parent, 0, 0, 5}, kNull, 20);
  s.launch("left", {parent, 0, 1, 4}, kNamed, 30, 1);
  s.launch("own", {parent, 0, 2, 4}, kPerThread, 30);
  s.launch("logger", {parent, 0, 3, 8}, kFireAndForget, 60);
  s.launch("leaf", {split, 0, 0, 4}, kFireAndForget, 15);
  s.copy(Copy::Way::kOnDevice, 1 << 20);
  s.synchronize();
  finish(s.run, {});
  return s;
}

Scenario many_children(StreamKind stream, std::uint32_t threads) {
  Scenario s;
  const WorkId parent = s.host("parent", 10, 1, threads);
  for (std::uint32_t t = 0; t < threads; ++t) s.launch("child", {parent, 0, t, 1}, stream, 20);
  finish(s.run, {});
  return s;
}

Scenario chain(int links, StreamKind stream) {
  Scenario s;
  WorkId last = s.host("step", 2);
  for (int i = 0; i < links; ++i) last = s.launch("step", {last, 0, 0, 1}, stream, 2);
  finish(s.run, {});
  return s;
}

/// Sixty-four blocks that split again and again, differently.
Scenario uneven_tree() {
  Scenario s;
  const WorkId root = s.host("mandelbrot", 20, 64, 64);
  for (std::uint32_t b = 0; b < 64; ++b) {
    const WorkId child = s.launch("split", {root, b, 0, 3}, kNull, 10, 0, 16);
    for (std::uint32_t d = 0; d < b % 11; ++d) {
      const WorkId grandchild = s.launch("split", {child, d, 0, 3}, kNull, 8, 0, 4);
      for (std::uint32_t e = 0; e < d % 5; ++e) {
        s.launch("dwell", {grandchild, e, 0, 1}, kFireAndForget, 9);
      }
    }
  }
  finish(s.run, {});
  return s;
}

/// Launches of kernel 0 from the first grid, none of them accepted.
void refuse(Scenario& s, int count) {
  for (int i = 0; i < count; ++i) {
    Refused refused;
    refused.origin.parent = 1;
    refused.origin.parent_cycles = microseconds(5.0 * i);
    refused.origin.file = "/home/me/exercise.cu";
    refused.origin.line = 9;
    refused.error = 69;
    refused.error_name = "cudaErrorLaunchPendingCountExceeded";
    s.run.refused.push_back(refused);
  }
}

checker::Diagnostic race() {
  checker::Diagnostic d;
  d.rule = "race";
  d.message = "child grid double_all reads data[40] (M2)";
  d.where = {"/home/me/exercise.cu", 31, "fill"};
  d.other = {"/home/me/exercise.cu", 24, "fill"};
  d.cites = "M2";
  d.count = 12;
  return d;
}

// ---- JSON ---------------------------------------------------------------------------------------

std::set<std::string> keys(const json& object) {
  std::set<std::string> result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

TEST(Json, HoldsWhatHarnessAndGraderRead) {
  const json report = json::parse(to_json(every_kind().run, {}));
  for (const char* key :
       {"schedule", "seed", "finished", "sticky_error", "sticky_error_name", "virtual_ns",
        "refused_launches", "launches", "refused", "diagnostics", "host_calls", "device_calls"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  const json& child = report["launches"][2];
  for (const char* key :
       {"id",       "kernel",    "signature", "parent",     "parent_block", "parent_thread",
        "stream",   "stream_id", "grid",      "block",      "shared_bytes", "device",
        "file",     "line",      "error",     "error_seen", "depth",        "waits_for",
        "sequence", "start_ns",  "end_ns",    "path_cycles"}) {
    EXPECT_TRUE(child.contains(key)) << key;
  }
  EXPECT_EQ(child["id"], 3);
  EXPECT_EQ(child["kernel"], "split");
  EXPECT_EQ(child["signature"], "split(int*, int)");
  EXPECT_EQ(child["parent"], 1);
  EXPECT_EQ(child["grid"], json({1, 1, 1}));
  EXPECT_EQ(child["file"], "exercise.cu");
  EXPECT_EQ(child["line"], 31);
  EXPECT_TRUE(report["launches"][0]["parent"].is_null());
}

TEST(Json, NamesEveryKindOfStream) {
  const json report = json::parse(to_json(every_kind().run, {}));
  std::vector<std::string> streams;
  for (const json& launch : report["launches"]) streams.push_back(launch["stream"]);
  EXPECT_THAT(streams, ElementsAre("host", "tail", "null", "null", "named", "per_thread",
                                   "fire_and_forget", "fire_and_forget"));
}

TEST(Json, RefusedLaunchesStandApart) {
  Scenario s;
  s.host("parent");
  Refused refused;
  refused.kernel = 0;
  refused.origin.parent = 1;
  refused.origin.file = "exercise.cu";
  refused.origin.line = 9;
  refused.grid = {0, 1, 1};
  refused.stream = StreamKind::kFireAndForget;
  refused.error = 69;
  refused.error_name = "cudaErrorLaunchPendingCountExceeded";
  s.run.refused.push_back(refused);
  const json report = json::parse(to_json(s.run, {}));
  EXPECT_EQ(report["refused_launches"], 1);
  EXPECT_EQ(keys(report["refused"][0]),
            (std::set<std::string>{"kernel", "file", "line", "error", "error_name", "parent",
                                   "parent_block", "parent_thread", "stream", "grid", "block",
                                   "error_seen"}));
  EXPECT_EQ(report["refused"][0]["stream"], "fire_and_forget");
  EXPECT_EQ(report["refused"][0]["grid"], json({0, 1, 1}));
  EXPECT_EQ(report["refused"][0]["error"], 69);
}

TEST(Json, DiagnosticsKeepBothLines) {
  const std::vector<checker::Diagnostic> found{race()};
  const json report = json::parse(to_json(Scenario().run, found));
  const json& d = report["diagnostics"][0];
  EXPECT_EQ(d["rule"], "race");
  EXPECT_EQ(d["severity"], "error");
  EXPECT_EQ(d["line"], 31);
  EXPECT_EQ(d["other_line"], 24);
  EXPECT_EQ(d["cites"], "M2");
  EXPECT_EQ(d["count"], 12);
}

TEST(Json, DiagnosticWithoutSecondLineHasNull) {
  checker::Diagnostic leak;
  leak.rule = "leak";
  leak.severity = checker::Severity::kWarning;
  const std::vector<checker::Diagnostic> found{leak};
  const json report = json::parse(to_json(Scenario().run, found));
  EXPECT_EQ(report["diagnostics"][0]["severity"], "warning");
  EXPECT_TRUE(report["diagnostics"][0]["other_file"].is_null());
  EXPECT_TRUE(report["diagnostics"][0]["other_line"].is_null());
}

TEST(Json, CallsAreListed) {
  Scenario s;
  s.run.host_calls.push_back({"cudaDeviceSetLimit", 0, 2, "pending = 4096", "exercise.cu", 8});
  s.run.device_calls.push_back({"cudaStreamCreateWithFlags", 0, 64, "exercise.cu", 12});
  const json report = json::parse(to_json(s.run, {}));
  EXPECT_EQ(report["host_calls"][0], json({{"name", "cudaDeviceSetLimit"},
                                           {"result", 0},
                                           {"launches_before", 2},
                                           {"detail", "pending = 4096"},
                                           {"file", "exercise.cu"},
                                           {"line", 8}}));
  EXPECT_EQ(report["device_calls"][0]["count"], 64);
}

TEST(Json, WaitsNameGridsEvenWhenACopyStandsBetween) {
  Scenario s;
  const WorkId before = s.host("before");
  s.copy(Copy::Way::kSet, 100);
  const WorkId after = s.host("after");
  finish(s.run, {});
  const json report = json::parse(to_json(s.run, {}));
  EXPECT_EQ(report["launches"][after - 1]["waits_for"], json({before}));
}

TEST(Json, HostWaitsNameGridsOnce) {
  Scenario s;
  const WorkId grid = s.host("grid");
  s.copy(Copy::Way::kDeviceToHost, 100);
  for (int i = 0; i < 2; ++i) {
    HostWait& wait = s.run.host_waits.emplace_back();
    wait.name = "cudaMemcpy";
    wait.waits_for = {kCopyBit | 1};
    wait.order = s.run.next_order++;
  }
  s.host("later");
  finish(s.run, {});
  const json waits = json::parse(to_json(s.run, {}))["host_waits"];
  EXPECT_EQ(waits[0], json({{"name", "cudaMemcpy"},
                            {"launches_before", 1},
                            {"everything", false},
                            {"grids", {grid}}}));
  EXPECT_EQ(waits[1]["grids"], json::array()) << "known from the first";
}

TEST(Json, IsValidUtf8WhateverTheNamesAre) {
  Scenario s;
  s.host("k\xff\xfe\"quoted\"\n");
  s[1].origin.file = "d\xc3\x28r/ex\x01.cu";
  const std::string text = to_json(s.run, {});
  EXPECT_TRUE(json::accept(text));
  EXPECT_THAT(text, Not(HasSubstr("\xff")));
}

// ---- Grouping -----------------------------------------------------------------------------------

TEST(Tree, EqualSiblingsAreOneNode) {
  const Scenario s = many_children(kNull, 64);
  const Forest forest(s.run);
  const Folded folded = fold(forest);
  ASSERT_EQ(folded.roots.size(), 1u);
  ASSERT_EQ(folded.roots[0].children.size(), 1u);
  EXPECT_EQ(headline(forest, folded.roots[0].children[0]), "child<<<1, 32>>> ×64");
}

TEST(Tree, SiblingsWithDifferentChildrenStayApart) {
  const Scenario s = every_kind();
  const Folded folded = fold(Forest(s.run));
  ASSERT_EQ(folded.roots.size(), 2u);  // the parent and the copy
  EXPECT_EQ(folded.roots[0].children.size(), 6u);
  EXPECT_EQ(folded.nodes, 9u);
}

TEST(Tree, ChainIsOneNode) {
  const Scenario s = chain(100000, kTail);
  const Forest forest(s.run);
  const Folded folded = fold(forest);
  EXPECT_EQ(folded.nodes, 2u);
  EXPECT_THAT(headline(forest, folded.roots[0].children[0]), HasSubstr("chain of 100000"));
}

TEST(Tree, LargeTreesAreSummarised) {
  const Scenario s = uneven_tree();
  const Folded folded = fold(Forest(s.run), 20);
  EXPECT_LE(folded.nodes, 20u);
  EXPECT_EQ(folded.hidden, 0u);
  EXPECT_EQ(folded.roots[0].children[0].count, 64u);
}

TEST(Text, IsATreeWithStreamsAndTimes) {
  const std::string text = to_text(every_kind().run);
  EXPECT_THAT(text, HasSubstr("parent<<<1, 64>>>"));
  EXPECT_THAT(text, HasSubstr("├─ last<<<1, 32>>>"));
  EXPECT_THAT(text, HasSubstr("│  └─ leaf<<<1, 32>>>"));
  EXPECT_THAT(text, HasSubstr("fire-and-forget"));
  EXPECT_THAT(text, HasSubstr("8 launches in "));
}

TEST(Text, FindingsStandBelow) {
  Scenario s;
  s.host("fill");
  const std::vector<checker::Diagnostic> found{race()};
  finish(s.run, found);
  EXPECT_THAT(to_text(s.run), HasSubstr("! race at exercise.cu:31, with line 24 (M2)\n"));
}

TEST(Shortened, CutsAtCharacters) {
  EXPECT_EQ(shortened("kernel", 10), "kernel");
  EXPECT_EQ(shortened("kernel", 6), "kernel");
  EXPECT_EQ(shortened("kernels", 6), "kerne…");
  EXPECT_EQ(shortened("äöü", 2), "ä…");
  EXPECT_EQ(shortened("a\xff\x01z", 10), "a??z");
}

TEST(Duration, HasThreeDigits) {
  EXPECT_EQ(duration(0), "0.00 µs");
  EXPECT_EQ(duration(3200), "3.20 µs");
  EXPECT_EQ(duration(12900000), "12.9 ms");
  EXPECT_EQ(duration(210000), "210 µs");
  EXPECT_EQ(duration(2500000000), "2.50 s");
}

// ---- Rows ---------------------------------------------------------------------------------------

TEST(Rows, OneStreamIsOneRow) {
  const Scenario s = many_children(kNull, 64);
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_FALSE(layout.rows[1].swarm);
  EXPECT_EQ(layout.rows[1].members.size(), 64u);
}

TEST(Rows, ManyStreamsAreASwarmThatSaysHowManyRanAtOnce) {
  const Scenario s = many_children(kFireAndForget, 64);
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_TRUE(layout.rows[1].swarm);
  EXPECT_EQ(layout.rows[1].subtitle, "fire-and-forget, 64 at once");
}

TEST(Rows, TailsOfTailsShareARow) {
  const Scenario s = chain(1000, kTail);
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_EQ(layout.rows[1].members.size(), 1000u);
}

TEST(Rows, TailsThatFireShareARowAndSoDoTheirChildren) {
  Scenario s;
  WorkId turn = s.host("solve", 2);
  for (int i = 0; i < 5; ++i) {
    s.launch("relax", {turn, 0, 0, 1}, kFireAndForget, 2);
    turn = s.launch("solve", {turn, 0, 0, 1}, kTail, 2);
  }
  finish(s.run, {});
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 4u);  // solve; its relax; the tails; theirs
  EXPECT_EQ(layout.rows[2].members.size(), 5u);
  EXPECT_EQ(layout.rows[3].members.size(), 4u);
}

TEST(Rows, FamiliesReachDownToTheLastDescendant) {
  const Scenario s = every_kind();
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_FALSE(layout.bands.empty());
  EXPECT_EQ(layout.bands[0].piece, 0u);
  const Row& last = layout.rows.back();
  EXPECT_DOUBLE_EQ(layout.bands[0].y + layout.bands[0].height, last.y + last.height);
}

TEST(Rows, FitAPageWhateverTheRun) {
  for (const Scenario& s : {uneven_tree(), chain(3000, kNull), many_children(kNamed, 1024)}) {
    EXPECT_LT(lay_out(Forest(s.run), 0).height, 900);
  }
}

// ---- Pictures -----------------------------------------------------------------------------------

/// Checks that tags match, attributes are quoted and nothing stands unescaped. Not a full parser:
/// our pictures use elements, attributes and text, nothing else.
class WellFormed {
 public:
  explicit WellFormed(std::string_view text) : rest_(text) {}

  testing::AssertionResult check() {
    while (!rest_.empty()) {
      if (rest_[0] == '<' ? !tag() : !character()) {
        return testing::AssertionFailure() << "at: " << rest_.substr(0, 60);
      }
    }
    if (!open_.empty()) return testing::AssertionFailure() << "not closed: " << open_.back();
    return testing::AssertionSuccess();
  }

 private:
  bool character() {
    if (rest_[0] == '>' || static_cast<unsigned char>(rest_[0]) == 0xff) return false;
    if (rest_[0] == '&' && !entity()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool entity() const {
    for (const char* known : {"&amp;", "&lt;", "&gt;", "&quot;"}) {
      if (rest_.starts_with(known)) return true;
    }
    return false;
  }

  bool tag() {
    const bool closing = rest_.starts_with("</");
    rest_.remove_prefix(closing ? 2 : 1);
    const std::string name = word();
    if (name.empty()) return false;
    if (closing) {
      if (open_.empty() || open_.back() != name) return false;
      open_.pop_back();
    } else {
      while (!rest_.starts_with(">") && !rest_.starts_with("/>")) {
        if (!attribute()) return false;
      }
      if (rest_[0] == '/') {
        rest_.remove_prefix(1);
      } else {
        open_.push_back(name);
      }
    }
    if (!rest_.starts_with(">")) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool attribute() {
    const std::size_t begin = rest_.find_first_not_of(" \n");
    if (begin == 0 || begin == std::string_view::npos) return rest_.starts_with("/>");
    rest_.remove_prefix(begin);
    if (rest_.starts_with(">") || rest_.starts_with("/>")) return true;
    if (word().empty() || !rest_.starts_with("=\"")) return false;
    rest_.remove_prefix(2);
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) return false;
    if (rest_.substr(0, end).find('<') != std::string_view::npos) return false;
    rest_.remove_prefix(end + 1);
    return true;
  }

  std::string word() {
    std::size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 ||
                                rest_[n] == '-' || rest_[n] == ':')) {
      ++n;
    }
    const std::string result(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return result;
  }

  std::string_view rest_;
  std::vector<std::string> open_;
};

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
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\""));
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

/// WCAG's contrast ratio of two colours.
double contrast(std::string_view a, std::string_view b) {
  const auto luminance = [](std::string_view colour) {
    double sum = 0;
    constexpr double kWeights[] = {0.2126, 0.7152, 0.0722};
    for (std::size_t k = 0; k < 3; ++k) {
      const double c = std::stoi(std::string(colour.substr(1 + 2 * k, 2)), nullptr, 16) / 255.0;
      sum += kWeights[k] * (c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  };
  const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
  return std::max(x, y) / std::min(x, y);
}

constexpr StreamKind kAllKinds[] = {kHost, kNull, kNamed, kPerThread, kFireAndForget, kTail};

TEST(Pictures, ColoursAreReadableInLightAndDark) {
  std::vector<std::string_view> words{kInk, kMuted, kAlarm, kWarning};
  for (const StreamKind kind : kAllKinds) words.push_back(colour(kind));
  for (const std::string_view light : words) {
    EXPECT_GE(contrast(light, kGround), 4.5) << light;
    EXPECT_GE(contrast(in_the_dark(light), in_the_dark(kGround)), 4.5) << light;
  }
}

/// How bright red, green and blue of a colour are to those who lack the cones for red or for green:
/// they tell colours apart by their brightness and by how blue they are.
std::pair<double, double> without_red_and_green(std::string_view colour) {
  const auto channel = [&](std::size_t k) {
    return std::stoi(std::string(colour.substr(1 + 2 * k, 2)), nullptr, 16) / 255.0;
  };
  const double yellow = 0.35 * channel(0) + 0.65 * channel(1), blue = channel(2);
  return {0.85 * yellow + 0.15 * blue, blue - yellow};
}

TEST(Pictures, ColoursAreApartForTheColourBlind) {
  for (const bool dark : {false, true}) {
    for (const StreamKind a : kAllKinds) {
      for (const StreamKind b : kAllKinds) {
        if (a >= b) continue;
        const auto x = without_red_and_green(dark ? in_the_dark(colour(a)) : colour(a));
        const auto y = without_red_and_green(dark ? in_the_dark(colour(b)) : colour(b));
        EXPECT_GT(std::abs(x.first - y.first) + std::abs(x.second - y.second), 0.12)
            << stream_words(a) << ", " << stream_words(b) << (dark ? " in the dark" : "");
      }
    }
  }
}

TEST(Pictures, EveryColourHasADarkOne) {
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
        EXPECT_GE(std::stod(svg.substr(at + 11)), 11);
      }
    }
  }
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
  const Font font{.size = 11, .mono = true};
  EXPECT_LE(x + font.width("a_name_that_is_long"), 882);
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

TEST(Pictures, ErrorsComeBeforeWarnings) {
  Scenario s;
  s.host("fill");
  std::vector<checker::Diagnostic> found{race(), race()};
  found[0].severity = checker::Severity::kWarning;
  finish(s.run, found);
  ASSERT_EQ(s.run.findings.size(), 2u);
  EXPECT_THAT(s.run.findings[0], Not(HasSubstr("warning")));
}

// ---- Perfetto -----------------------------------------------------------------------------------

TEST(Perfetto, EveryLaunchIsASliceWithAnArrow) {
  const Scenario s = every_kind();
  const json trace = json::parse(to_perfetto(s.run));
  std::map<std::string, int> phases;
  for (const json& event : trace["traceEvents"]) ++phases[event["ph"]];
  EXPECT_EQ(phases["s"], 9);  // eight launches and a copy
  EXPECT_EQ(phases["f"], 9);
  EXPECT_EQ(phases["X"], 9 + 2 + 1);  // and the host's calls and its wait
}

/// What the trace-event format asks of each kind of event; arrows begin and end in slices.
TEST(Perfetto, EveryEventIsWhole) {
  Scenario s = every_kind();
  refuse(s, 2);
  const json trace = json::parse(to_perfetto(s.run));
  std::map<int, int> arrows;
  int refused = 0;
  const auto in_a_slice = [&](const json& point) {
    return std::ranges::any_of(trace["traceEvents"], [&](const json& e) {
      const double at = point["ts"];
      return e["ph"] == "X" && e["pid"] == point["pid"] && e["tid"] == point["tid"] &&
             e["ts"].get<double>() <= at && at <= e["ts"].get<double>() + e["dur"].get<double>();
    });
  };
  for (const json& e : trace["traceEvents"]) {
    EXPECT_TRUE(e["name"].is_string() && e["pid"].is_number() && e["tid"].is_number()) << e;
    if (e["ph"] == "M") continue;
    EXPECT_GE(e["ts"].get<double>(), 0) << e;
    if (e["ph"] == "X") {
      EXPECT_GT(e["dur"].get<double>(), 0) << e;
    } else if (e["ph"] == "i") {
      ++refused;
      EXPECT_EQ(e["s"], "t");
    } else {
      arrows[e["id"]] += e["ph"] == "s" ? 1 : -1;
      EXPECT_TRUE(in_a_slice(e)) << e;
    }
  }
  EXPECT_EQ(refused, 2);
  for (const auto& [id, open] : arrows) EXPECT_EQ(open, 0) << id;
}

TEST(Perfetto, SlicesOfATrackDoNotOverlap) {
  for (const Scenario& s : {every_kind(), many_children(kFireAndForget, 64), uneven_tree()}) {
    const json trace = json::parse(to_perfetto(s.run));
    std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> tracks;
    for (const json& e : trace["traceEvents"]) {
      if (e["ph"] == "X") tracks[{e["pid"], e["tid"]}].emplace_back(e["ts"], e["dur"]);
    }
    for (auto& [track, slices] : tracks) {
      std::sort(slices.begin(), slices.end());
      for (std::size_t k = 1; k < slices.size(); ++k) {
        EXPECT_GE(slices[k].first + 1e-6, slices[k - 1].first + slices[k - 1].second);
      }
    }
  }
}

// ---- Files --------------------------------------------------------------------------------------

std::string written(const Run& run, const std::string& name) {
  const std::string path = testing::TempDir() + name;
  EXPECT_TRUE(write_trace(run, path));
  std::stringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

TEST(WriteTrace, ChoosesTheFormatByTheName) {
  const Scenario s = every_kind();
  EXPECT_EQ(written(s.run, "run.svg"), timeline_picture(s.run));
  EXPECT_EQ(written(s.run, "run.tree.svg"), tree_picture(s.run));
  EXPECT_EQ(written(s.run, "run.json"), to_perfetto(s.run));
  EXPECT_EQ(written(s.run, "run.txt"), to_text(s.run));
}

TEST(WriteTrace, DashIsStandardOutput) {
  const Scenario s = every_kind();
  testing::internal::CaptureStdout();
  EXPECT_TRUE(write_trace(s.run, "-"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), to_text(s.run));
}

TEST(WriteTrace, SaysWhenItCannot) {
  testing::internal::CaptureStderr();
  EXPECT_FALSE(write_trace(Scenario().run, "/no/such/folder/run.svg"));
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("/no/such/folder/run.svg: cannot write the trace: No such file"));
}

}  // namespace
}  // namespace emu::report

// The trace for Perfetto, and the file that a trace goes to.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/perfetto.h"
#include "report/pictures/timeline_picture.h"
#include "report/pictures/tree_picture.h"
#include "report/runs.h"

namespace emu::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using enum StreamKind;

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

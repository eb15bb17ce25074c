// The JSON document of a run: what it holds, and in which form.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "report/runs.h"

namespace emu::report {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

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
  refuse(s, 1);
  s.run.refused[0].grid = {0, 1, 1};
  s.run.refused[0].stream = StreamKind::kFireAndForget;
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

TEST(Json, MayHoldOnlyWhatWasFound) {
  const std::vector<checker::Diagnostic> found{race()};
  const json report = json::parse(to_json(every_kind().run, found, Parts::kFindings));
  EXPECT_EQ(report["diagnostics"].size(), 1u);
  EXPECT_TRUE(report.contains("sticky_error"));
  for (const char* key : {"launches", "refused", "copies", "host_waits", "host_calls"})
    EXPECT_FALSE(report.contains(key)) << key;
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

TEST(Json, NamesWhatAGridMayOverlap) {
  Scenario s;
  const WorkId earlier = s.host("earlier"), dependent = s.host("dependent");
  s[dependent].overlaps = std::exchange(s[dependent].waits_for, {});
  finish(s.run, {});
  const json report = json::parse(to_json(s.run, {}));
  EXPECT_EQ(report["launches"][dependent - 1]["overlaps"], json({earlier}));
  EXPECT_EQ(report["launches"][dependent - 1]["waits_for"], json::array());
  EXPECT_FALSE(report["launches"][earlier - 1].contains("overlaps"));
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

}  // namespace
}  // namespace emu::report

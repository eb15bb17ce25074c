// Reading reports: complete ones, sparse ones, and text that only looks like one.
#include "harness/report.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

bool readable(std::string_view text) {
  std::string why;
  const bool is_readable = parse_report(text, why).has_value();
  EXPECT_EQ(is_readable, why.empty()) << why;
  return is_readable;
}

TEST(ReportText, IsReadInFull) {
  std::string why;
  const auto report =
      parse_report(R"json({"schedule": "late", "seed": 0, "finished": true, "sticky_error": 700,
    "sticky_error_name": "cudaErrorIllegalAddress", "virtual_ns": 123, "refused_launches": 1,
    "launches": [
      {"id": 2, "kernel": "child", "signature": "child(int*)", "parent": 1, "parent_block": [4, 0, 0],
       "parent_thread": [3, 2, 1], "stream": "fire_and_forget", "stream_id": 7, "grid": [2, 3, 4], "block": [32, 1, 1],
       "shared_bytes": 64, "device": 1, "file": "exercise.cu", "line": 31, "error": 0, "error_seen": true, "depth": 1,
       "waits_for": [1], "overlaps": [1], "sequence": 3, "start_ns": 5, "end_ns": 10
},
      {"id": 1, "kernel": "parent", "parent": null, "stream": "host"}],
    "refused": [{"kernel": "child", "file": "exercise.cu", "line": 8, "error": 69, "error_name": "cudaErrorX",
       "parent": 1, "parent_block": [0, 0, 0], "parent_thread": [9, 0, 0], "error_seen": false}],
    "diagnostics": [{"rule": "race", "severity": "error", "message": "m (M2)", "file": "a.cu", "line": 3,
       "other_file": null, "other_line": null, "cites": "M2", "count": 2}],
    "host_calls": [{"name": "cudaMalloc", "result": 0, "launches_before": 0, "detail": "d"}],
    "device_calls": [{"name": "cudaMalloc", "result": 2, "count": 64, "file": "a.cu", "line": 4}]
})json",
                   why);
  ASSERT_TRUE(report) << why;
  EXPECT_TRUE(report->finished);
  EXPECT_EQ(report->sticky_error, 700);
  EXPECT_EQ(report->virtual_ns, 123);
  ASSERT_EQ(report->launches.size(), 2U);
  const Launch& child = report->launches[1];
  EXPECT_EQ(child.kernel, "child");
  EXPECT_EQ(child.parent_kernel, "parent");
  EXPECT_EQ(child.parent_block, Index(4));
  EXPECT_EQ(child.parent_thread, Index(3, 2, 1));
  EXPECT_EQ(child.stream, Stream::kFireAndForget);
  EXPECT_EQ(child.grid, Dim(2, 3, 4));
  EXPECT_EQ(child.waits_for, std::vector<std::int64_t>{1});
  EXPECT_EQ(child.overlaps, std::vector<std::int64_t>{1});
  EXPECT_EQ(child.end_ns, 10);
  EXPECT_TRUE(report->launches[0].from_host());
  EXPECT_EQ(report->refused.at(0).parent_kernel, "parent");
  EXPECT_EQ(report->refused[0].parent_thread, Index(9));
  EXPECT_TRUE(report->diagnostics.at(0).is_error);
  EXPECT_EQ(report->diagnostics[0].other_line, 0);
  EXPECT_EQ(report->host_calls.at(0).detail, "d");
  EXPECT_EQ(report->device_calls.at(0).count, 64);
}

TEST(ReportText, ThatWouldTakeMuchMemoryIsNotRead) {
  std::string why;
  constexpr std::size_t kDeep = 10'000'000;
  EXPECT_FALSE(parse_report(std::string(kDeep, '['), why));  // NOLINT(bugprone-string-constructor)
  std::string wide = R"({"finished": true, "launches": [0)";
  for (int i = 0; i < 9'000'000; ++i) wide += ",0";
  EXPECT_FALSE(parse_report(wide + "]}", why));
  EXPECT_EQ(why, "too many values");
  EXPECT_TRUE(readable(R"({"finished": true, "sticky_error_name": "[[[[[[[[[[[[[[[[\\\"[[[[[["})"));
}

TEST(ReportText, MayLeaveListsOut) { EXPECT_TRUE(readable(R"({"finished": true})")); }

TEST(ReportText, ThatIsNoneIsRefused) {
  for (const char* text :
       {"", "no", "[]", "{}", "7", "null", R"({"finished": 7})", R"({"finished": true)",
        R"({"finished": true, "launches": 7})", R"({"finished": true, "launches": [7]})",
        R"({"finished": true, "launches": [{"id": 1}]})",
        R"({"finished": true, "launches": [{"id": 1, "kernel": []}]})",
        R"({"finished": true, "launches": [{"id": 1, "kernel": "k", "grid": [1]}]})",
        R"({"finished": true, "launches": [{"id": 1, "kernel": "k", "grid": 7}]})",
        R"({"finished": true, "launches": [{"id": 1, "kernel": "k", "stream": "river"}]})",
        R"({"finished": true, "diagnostics": [{"rule": "race"}]})"}) {
    EXPECT_FALSE(readable(text)) << text;
  }
}

TEST(ReportText, WithABrokenTreeIsRefused) {
  EXPECT_FALSE(
      readable(R"({"finished": true, "launches": [{"id": 1, "kernel": "k", "parent": 1}]})"));
  EXPECT_FALSE(readable(R"({"finished": true, "launches": [{"id": 1, "kernel": "k", "parent": 2},
                                                           {"id": 2, "kernel": "k", "parent": 1}]})"));
  EXPECT_FALSE(readable(
      R"({"finished": true, "launches": [{"id": 1, "kernel": "k"}, {"id": 1, "kernel": "k"}]})"));
  EXPECT_FALSE(readable(R"({"finished": true, "launches": [{"id": 0, "kernel": "k"}]})"));
}

TEST(ReportText, DeepEnoughToOverflowAStackIsRefused) {
  const std::string deep(1'000'000, '[');
  EXPECT_FALSE(readable(deep));
  EXPECT_FALSE(readable("{\"finished\":" + deep + "}"));
}

}  // namespace
}  // namespace harness

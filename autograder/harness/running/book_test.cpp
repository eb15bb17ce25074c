// A report that agrees with the book of its run, and reports and books that were tampered with.
#include "harness/running/book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/device/border/book.h"

namespace harness {
namespace {

using emu::BookEntry;
using emu::name_number;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = BookEntry::Kind;

/// A parent that launches two children, of which one is refused, and a race between them.
struct Recorded {
  std::vector<BookEntry> entries{
      {1, Kind::kHostCall, 0, 0, 0, 0, name_number("cudaMalloc")},
      {2, Kind::kLaunch, 1, 0, 10, 0, name_number("parent")},
      {3, Kind::kHostWait, 0, 0, 0, 0, name_number("cudaDeviceSynchronize")},
      {4, Kind::kStarted, 1},
      {5, Kind::kLaunch, 2, 1, 20, 0, name_number("child")},
      {6, Kind::kRefused, 0, 1, 21, 69, name_number("child")},
      {7, Kind::kStarted, 2},
      {8, Kind::kFinding, 0, 0, 0, 1, name_number("race")},
      {9, Kind::kFinished},
  };
  Report report;

  Recorded() {
    std::string why;
    report = *parse_report(R"({"finished": true,
      "launches": [{"id": 1, "kernel": "parent", "parent": null, "stream": "host", "line": 10},
                   {"id": 2, "kernel": "child", "parent": 1, "stream": "null", "line": 20}],
      "refused": [{"kernel": "child", "parent": 1, "stream": "null", "line": 21, "error": 69}],
      "host_calls": [{"name": "cudaMalloc", "result": 0}],
      "host_waits": [{"name": "cudaDeviceSynchronize", "everything": true}],
      "diagnostics": [{"rule": "race", "severity": "error", "message": "m"}]})",
                           why);
  }

  std::string disagreement() const {
    return harness::disagreement(
        {reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(BookEntry)},
        report);
  }
  bool tells_of(std::string_view rule) const {
    return tells_of_finding(
        {reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(BookEntry)}, rule);
  }
  void number_anew() {
    for (std::size_t i = 0; i < entries.size(); ++i)
      entries[i].number = static_cast<std::uint32_t>(i + 1);
  }
};

TEST(Book, AgreesWithAReportOfTheSameRun) { EXPECT_THAT(Recorded().disagreement(), IsEmpty()); }

TEST(Book, AReportWithLessOrOtherThingsIsFound) {
  const std::vector<std::pair<std::function<void(Report&)>, const char*>> forgeries{
      {[](Report& r) { r.diagnostics.clear(); }, "other findings"},
      {[](Report& r) { r.diagnostics[0].rule = "leak"; }, "other findings"},
      {[](Report& r) { r.diagnostics[0].is_error = false; }, "other findings"},
      {[](Report& r) { r.launches.pop_back(); }, "2 launches, and the report has 1"},
      {[](Report& r) { r.launches.push_back(r.launches[1]); }, "2 launches, and the report has 3"},
      {[](Report& r) { r.launches[1].kernel = "parent"; }, "launches 2 is another"},
      {[](Report& r) { r.launches[1].parent = 0; }, "launches 2 is another"},
      {[](Report& r) { r.launches[1].line = 5; }, "launches 2 is another"},
      {[](Report& r) { r.refused.clear(); }, "1 refused launches"},
      {[](Report& r) { r.host_calls[0].result = 2; }, "calls 1 is another"},
      {[](Report& r) { r.host_waits.clear(); }, "1 waits"},
  };
  for (const auto& [forge, words] : forgeries) {
    Recorded run;
    forge(run.report);
    EXPECT_THAT(run.disagreement(), HasSubstr(words));
  }
}

TEST(Book, TellsOfAFindingWhateverElseWasFound) {
  Recorded run;
  EXPECT_TRUE(run.tells_of("race"));
  EXPECT_FALSE(run.tells_of("emulator-memory"));
  EXPECT_FALSE(run.tells_of("child")) << "that is a kernel";
  run.entries.back() = {9, Kind::kFinding, 0, 0, 0, 1, name_number("emulator-memory")};
  EXPECT_TRUE(run.tells_of("emulator-memory")) << "though the run did not get to its end";
}

TEST(Book, WhatNoRunCanHaveIsFound) {
  const std::vector<std::pair<std::function<void(Recorded&)>, const char*>> forgeries{
      {[](Recorded& r) { r.entries.erase(r.entries.begin() + 3); }, "entry 4 is numbered 5"},
      {[](Recorded& r) { r.entries.insert(r.entries.begin(), r.entries[0]); },
       "entry 2 is numbered 1"},
      {[](Recorded& r) { r.entries.pop_back(); }, "the end is missing"},
      {[](Recorded& r) { r.entries.clear(); }, "the end is missing"},
      {[](Recorded& r) { r.entries[7].kind = Kind::kUnchecked; }, "was switched off"},
      {[](Recorded& r) { std::swap(r.entries[3], r.entries[4]), r.number_anew(); },
       "before it began"},
      {[](Recorded& r) { r.entries[6].id = 1; }, "began twice"},
      {[](Recorded& r) { r.entries[6].id = 7; }, "was never launched"},
      {[](Recorded& r) { r.entries[4].id = 3; }, "launch 2 is numbered 3"},
  };
  for (const auto& [forge, words] : forgeries) {
    Recorded run;
    forge(run);
    EXPECT_THAT(run.disagreement(), HasSubstr(words));
  }
}

TEST(Book, MayBeginWithTheRunnersEntry) {
  Recorded run;
  EXPECT_FALSE(tells_of_loading({reinterpret_cast<const char*>(run.entries.data()), 64}));
  run.entries.insert(run.entries.begin(), {0, Kind::kLoading});
  EXPECT_TRUE(tells_of_loading({reinterpret_cast<const char*>(run.entries.data()), 64}));
  EXPECT_THAT(run.disagreement(), IsEmpty());
  run.entries.insert(run.entries.begin(), {0, Kind::kLoading});
  EXPECT_THAT(run.disagreement(), HasSubstr("is numbered"));
}

TEST(Book, TellsWhoWroteTheResults) {
  using Wrote = BookEntry::Wrote;
  Recorded run;
  const auto wrote = [](std::uint32_t result, std::uint32_t first, std::uint32_t count, Wrote who,
                        std::uint64_t launch) {
    return BookEntry{0, Kind::kWrote, result, first, count, static_cast<std::int32_t>(who), launch};
  };
  run.entries.insert(run.entries.end() - 1,
                     {wrote(0, 0, 5, Wrote::kGrid, 2), wrote(1, 5, 3, Wrote::kSet, 0)});
  run.number_anew();
  EXPECT_THAT(run.disagreement(), IsEmpty());
  const auto writers = writers_in(
      {reinterpret_cast<const char*>(run.entries.data()), run.entries.size() * sizeof(BookEntry)});
  ASSERT_EQ(writers.size(), 2u);
  EXPECT_EQ(writers[0].by, ElementsWritten::By::kGrid);
  EXPECT_EQ(writers[0].launch, 2);
  EXPECT_EQ(writers[1].array, 1u);
  EXPECT_EQ(writers[1].first, 5u);
  EXPECT_EQ(writers[1].count, 3u);
  EXPECT_EQ(writers[1].by, ElementsWritten::By::kSet);
  run.entries[run.entries.size() - 3].name = 3;
  EXPECT_THAT(run.disagreement(), HasSubstr("grid 3 wrote and was never launched"));
}

TEST(Book, CountsLaunchesAndTheirLevels) {
  Recorded run;
  const auto grids = [&run] {
    return grids_in({reinterpret_cast<const char*>(run.entries.data()),
                     run.entries.size() * sizeof(BookEntry)});
  };
  EXPECT_EQ(grids().count, 2u);
  EXPECT_EQ(grids().deepest, 2u);
  for (std::uint32_t id = 3; id < 2000; ++id)
    run.entries.push_back({0, Kind::kLaunch, id, id - 1, 20, 0, name_number("child")});
  EXPECT_EQ(grids().deepest, 1999u);
  run.entries.push_back({0, Kind::kLaunch, 2000, 4'000'000, 20, 0, 0});  // of no grid that there is
  EXPECT_EQ(grids().count, 2000u);
}

TEST(Book, MayHaveHalfAnEntryAtItsEnd) {
  const Recorded run;
  const char* bytes = reinterpret_cast<const char*>(run.entries.data());
  EXPECT_THAT(disagreement({bytes, run.entries.size() * sizeof(BookEntry) - 1}, run.report),
              HasSubstr("the end is missing"));
}

}  // namespace
}  // namespace harness

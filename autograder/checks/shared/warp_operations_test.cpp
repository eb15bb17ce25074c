// All operations of a warp that the emulator counts are of a kind, by whatever name: those that its
// headers name, and those that a run of every_warp_operation.cu has in its report.
#include "warp_operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "explanation.h"
#include "harness/entry_points.h"
#include "harness/running/run_server.h"
#include "harness/running/settings.h"
#include "shared/named_lanes.h"

extern "C" {
void run_every_one(unsigned* sums);
void update_a_word(int* word);
void ask_in_vain(int* word);
}

namespace checks {
namespace {

using namespace harness;

constexpr ExerciseHeader kHeader{"every_warp_operation",
                                 "void run_every_one(unsigned* sums);"
                                 "void update_a_word(int* word);"
                                 "void ask_in_vain(int* word);"};

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the emulator's file `name` has of `pattern`: its first group.
std::set<std::string> found_in(const std::string& name, const char* pattern) {
  const std::string text = text_of(std::string(EMULATOR) + "/" + name);
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    found.insert((*at)[1]);
  EXPECT_THAT(found, testing::Not(testing::IsEmpty())) << name;
  return found;
}

/// The functions of warp.h, and what groups call their operations: words in quotes.
std::set<std::string> names_in_headers() {
  std::set<std::string> names = found_in("include/emulator/warp.h", R"((__[a-z_]+)\()");
  for (const char* no_function : {"__reduce_", "__attribute__"}) names.erase(no_function);
  for (const char* header :
       {"cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h"})
    names.merge(found_in(std::string("include/") + header, R"re("([A-Za-z_:]+)")re"));
  names.merge(found_in("functions/synchronization.cpp", R"re("(__syncthreads_[a-z]+)")re"));
  return names;
}

class WarpOperations : public testing::Test {
 protected:
  WarpOperations() {
    know_headers({&kHeader, 1});
    test_settings() = {};
    settings() = {};
    settings().runner = RUNNER;
    settings().exercise = EXERCISE_LIBRARY;
    settings().emulator = LIBEMULATOR;
    settings().limits.seconds = 60;
  }
  ~WarpOperations() override { run_server().reset(); }
};

TEST_F(WarpOperations, AreOfAKind) {
  for (const std::string& name : names_in_headers()) {
    ApiCall call;
    call.name = name;
    EXPECT_NE(operation_of(call), Operation::kOther) << name;
  }
}

TEST_F(WarpOperations, AreOfAKindAsTheReportHasThem) {
  const Outcome run = EXERCISE(run_every_one, output<unsigned>(32));
  EXPECT_THAT(run, FinishedCleanly());
  std::set<std::string> names = names_in_headers();
  for (const ApiCall& call : run.device_calls) {
    EXPECT_NE(operation_of(call), Operation::kOther) << call.name;
    names.erase(call.name);
  }
  EXPECT_THAT(names, testing::IsEmpty()) << "every_warp_operation.cu should do these, too";
}

TEST_F(WarpOperations, AnswersThatNothingUsesWereNotAskedFor) {
  const Outcome run = EXERCISE(ask_in_vain, output<int>(1));
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_EQ(run.result<int>(0)[0], 32);
  EXPECT_EQ(explanation(NamesLanesBeforehand(), run), "holds");
}

TEST_F(WarpOperations, AreAllThatTheTranslatorKnows) {
  const std::string program = text_of(PROGRAM);
  for (const std::string& base :
       found_in("translator/ptx/ptx_warp.cpp", R"re(base [!=]= "([a-z]+)")re")) {
    if (base == "bar") continue;  // a barrier tells nothing
    EXPECT_THAT(program, testing::HasSubstr(base + ".")) << "every_warp_operation.cu lacks it";
  }
}

TEST_F(WarpOperations, OtherCallsAreNone) {
  for (const char* name : {"atomicOr", "cudaMalloc", "__syncthreads", "grid.sync", "bar.sync"}) {
    ApiCall call;
    call.name = name;
    EXPECT_EQ(operation_of(call), Operation::kOther) << name;
  }
}

TEST_F(WarpOperations, AtomicsOfTheCompilersAreAtomics) {
  const Outcome run = EXERCISE(update_a_word, output<int>(1));
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_EQ(explanation(AtMostAtomics(6 * 32), run), "holds");
  EXPECT_THAT(explanation(AtMostAtomics(6 * 32 - 1), run),
              testing::HasSubstr("device code did 192 atomic operations (atomic fetch_add 32 times "
                                 "in line"));
}

}  // namespace
}  // namespace checks

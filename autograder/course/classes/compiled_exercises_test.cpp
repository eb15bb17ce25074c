// What is compiled once, what is kept of it, and for how long.
#include "course/classes/compiled_exercises.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <latch>
#include <thread>

#include "base/temporary_folder.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr LibraryBudget kLittle{100, 1000};

class CompiledExercisesTest : public testing::Test {
 protected:
  /// A compiler whose library has so many bytes.
  CompiledExercises::Make of(std::size_t bytes) {
    return [this, bytes](const fs::path& library) {
      ++compiled_;
      std::ofstream(library) << std::string(bytes, 'x');
      Compiled compiled;
      compiled.ok = true;
      return compiled;
    };
  }

  static std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    if (!fs::exists(folder)) return names;
    for (const auto& entry : fs::directory_iterator(folder))
      names.push_back(entry.path().filename().string());
    return names;
  }

  void put_kept(const std::string& name, std::size_t bytes, int hours_old) {
    fs::create_directories(kept_);
    std::ofstream(kept_ / name) << std::string(bytes, 'x');
    const auto time = fs::file_time_type::clock::now() - std::chrono::hours(hours_old);
    fs::last_write_time(kept_ / name, time);
  }

  base::TemporaryFolder folder_;
  fs::path working_ = folder_.path() / "working", kept_ = folder_.path() / "kept";
  std::atomic<int> compiled_ = 0;
};

TEST_F(CompiledExercisesTest, ALibraryLivesAsLongAsItIsUsed) {
  CompiledExercises exercises(working_, kept_, kLittle);
  auto one = exercises.get("a", of(10));
  auto other = exercises.get("a", of(10));
  EXPECT_EQ(compiled_, 1);
  one.reset();
  EXPECT_TRUE(fs::exists(other->library));
  other.reset();
  EXPECT_THAT(names_in(working_), IsEmpty());
}

TEST_F(CompiledExercisesTest, TheNextRunTakesTheCopy) {
  CompiledExercises(working_, kept_, kLittle).get("a", of(10));
  CompiledExercises next(working_, kept_, kLittle);
  const auto again = next.get("a", of(10));
  EXPECT_TRUE(again->ok);
  EXPECT_TRUE(fs::exists(again->library));
  EXPECT_EQ(compiled_, 1);
}

TEST_F(CompiledExercisesTest, OfALargeLibraryNothingStays) {
  CompiledExercises exercises(working_, kept_, kLittle);
  exercises.get("large", of(101));
  EXPECT_THAT(names_in(kept_), IsEmpty());
  EXPECT_THAT(names_in(working_), IsEmpty());
  EXPECT_TRUE(fs::exists(exercises.get("large", of(101))->library)) << "it is made again";
  EXPECT_EQ(compiled_, 2);
}

TEST_F(CompiledExercisesTest, TheFolderNeverHasMoreThanItsBudget) {
  CompiledExercises exercises(working_, kept_, kLittle);
  for (int i = 0; i < 40; ++i) {
    exercises.get(std::to_string(i), of(90));
    EXPECT_LE(names_in(kept_).size() * 90, kLittle.folder_bytes) << i;
  }
  EXPECT_GT(names_in(kept_).size(), 5U);
  exercises.get("0", of(90));
  EXPECT_EQ(compiled_, 41) << "the oldest has gone, and is made again";
}

TEST_F(CompiledExercisesTest, WhatWasKeptBeforeComesWithinTheBudgetToo) {
  put_kept("much too large.so", 2000, 1);
  put_kept("old.so", 90, 9);
  for (int i = 0; i < 9; ++i) put_kept(std::to_string(i) + ".so", 90, 1 + i / 3);
  const CompiledExercises exercises(working_, kept_, kLittle);
  EXPECT_THAT(names_in(kept_), UnorderedElementsAre("0.so", "1.so", "2.so", "3.so", "4.so", "5.so",
                                                    "6.so", "7.so", "8.so"));
}

TEST_F(CompiledExercisesTest, ACopyMayGoAtAnyTime) {
  CompiledExercises exercises(working_, kept_, kLittle);
  const auto used = exercises.get("a", of(10));
  fs::remove_all(kept_);
  EXPECT_TRUE(fs::exists(used->library));
  EXPECT_TRUE(exercises.get("b", of(10))->ok);
}

TEST_F(CompiledExercisesTest, WhereNothingCanBeKeptAllElseGoesOn) {
  std::ofstream(kept_) << "a file in place of the folder";
  CompiledExercises exercises(working_, kept_, kLittle);
  EXPECT_TRUE(exercises.get("a", of(10))->ok);
}

TEST_F(CompiledExercisesTest, AFailureIsRememberedIfItComesOfTheTextAlone) {
  CompiledExercises exercises(working_, kept_, kLittle);
  const auto times = [&](const std::string& key, bool our_fault, bool for_all_alike) {
    compiled_ = 0;
    for (int i = 0; i < 2; ++i) {
      exercises.get(key, [&](const fs::path&) {
        ++compiled_;
        Compiled failed;
        failed.our_fault = our_fault;
        failed.for_all_alike = for_all_alike;
        return failed;
      });
    }
    return compiled_.load();
  };
  EXPECT_EQ(times("of the text", false, true), 1);
  EXPECT_EQ(times("of this student's name, perhaps", false, false), 2);
  EXPECT_EQ(times("ours", true, false), 2);
}

TEST_F(CompiledExercisesTest, SeveralAtOnceWaitForOne) {
  CompiledExercises exercises(working_, kept_, kLittle);
  constexpr int kSlots = 4;
  std::latch all_ask(kSlots), all_have(kSlots);
  const auto make = [&](const fs::path& library) {
    all_ask.wait();
    return of(kLittle.library_bytes + 1)(library);  // no copy stays that others could take
  };
  const auto use = [&] {
    all_ask.count_down();
    const auto library = exercises.get("a", make);
    EXPECT_TRUE(fs::exists(library->library));
    all_have.arrive_and_wait();
  };
  {
    std::vector<std::jthread> slots;
    for (int i = 0; i < kSlots; ++i) slots.emplace_back(use);
  }
  EXPECT_EQ(compiled_, 1);
}

}  // namespace
}  // namespace course

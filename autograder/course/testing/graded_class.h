// A class for tests that grade it, from the command line to the gradebook. Without a sandbox: the
// little course's compiler and checks are stand-ins. What the sandbox holds is the hostile corpus'
// test.
#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "course/classes/class_session.h"
#include "course/classes/leftovers.h"
#include "course/lesson/todo.h"
#include "course/testing/little_course.h"

namespace course {

inline constexpr const char* kGood = "does Adds\ndoes Launches\n";
inline constexpr const char* kHalf = "does Adds\n";

class GradeTest : public testing::Test {
 protected:
  /// The little lesson's exercise with `text` in its first region.
  void hand_in(const std::string& student, const std::string& text,
               const std::string& answers = "") {
    write_file(from_ / student / "01-little/exercise.cu",
               with_regions(read_file(little_.skeleton()), {{"add", text}}));
    if (!answers.empty()) write_file(from_ / student / "01-little/answers.toml", answers);
  }

  nlohmann::json grade(std::vector<std::string> more = {}, int expected_status = 0) {
    std::vector<std::string> words{"grade",       from_.string(), "--out",
                                   out_.string(), "--no-sandbox", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(little_.run(words), expected_status) << little_.err << little_.out;
    return nlohmann::json::parse(little_.out);
  }

  nlohmann::json regrade(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"regrade", out_.string(), "--no-sandbox", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(little_.run(words), 0) << little_.err;
    return nlohmann::json::parse(little_.out);
  }

  grading::Standing standing_of(const std::string& student) {
    const grading::Gradebook book(ClassFolder{out_}.gradebook());
    for (const grading::Standing& one : book.standings()) {
      if (one.student == student) return one;
    }
    ADD_FAILURE() << student << " is not in the gradebook";
    return {};
  }

  LittleCourse little_;
  std::filesystem::path from_ = little_.course().root / "handed in";
  std::filesystem::path out_ = little_.course().root / "grades";
};

}  // namespace course

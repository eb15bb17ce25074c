// A gradebook for tests, with a clock of theirs, and what they write into it.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "grading/gradebook/gradebook.h"

namespace grading {

inline const Versions kToday{"checks-1", "tools-1"}, kTomorrow{"checks-2", "tools-1"};

inline Submission ada(const std::string& sha256 = "aa", std::int64_t received_at = 100) {
  return {"ada", "03-memory-visibility", sha256, received_at};
}

inline Graded five_of_seven() {
  return {"failed",
          "",
          5,
          7,
          1.5,
          {{"First", "passed", "", 5, 5, 12.5, 2048}, {"Second", "failed", "why", 0, 2, 1, 1024}}};
}

class GradebookTest : public testing::Test {
 protected:
  Gradebook open() {
    return Gradebook(file_, [this] { return now_; });
  }

  base::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "gradebook.db";
  std::int64_t now_ = 1000;
};

}  // namespace grading

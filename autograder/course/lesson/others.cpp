// A folder of files, and the comment that each opens with.
#include "course/lesson/others.h"

#include <algorithm>
#include <sstream>

namespace grader {

namespace fs = std::filesystem;

namespace {

/// The first paragraph of `//` lines, joined.
std::string first_comment(const std::string& text) {
  std::string comment;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
    const std::size_t words = line.find_first_not_of("/ ");
    if (words == std::string::npos) break;
    comment += (comment.empty() ? "" : " ") + line.substr(words);
  }
  return comment;
}

}  // namespace

std::vector<OtherSolution> load_others(const Course& course, const Lesson& lesson) {
  std::vector<OtherSolution> others;
  const fs::path folder = course.solutions() / lesson.name / "others";
  if (!fs::is_directory(folder)) return others;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".cu") continue;
    others.push_back({file.stem().string(), file, first_comment(read_file(file))});
  }
  std::sort(others.begin(), others.end(),
            [](const OtherSolution& a, const OtherSolution& b) { return a.name < b.name; });
  return others;
}

}  // namespace grader

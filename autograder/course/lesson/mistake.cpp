// Heads of mistakes, and what follows them, in the solution.
#include "course/lesson/mistake.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "course/lesson/change.h"
#include "course/lesson/solution.h"
#include "course/lesson/toml_file.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// What follows `key` in a header line; empty when the line is another.
std::string value_of(const std::string& line, const std::string& key) {
  if (!line.starts_with(key)) return "";
  const std::size_t first = line.find_first_not_of(' ', key.size());
  return first == std::string::npos ? "" : line.substr(first);
}

void must_have(const Mistake& mistake, bool there, std::size_t line, const std::string& key) {
  if (!there) throw FileError(mistake.file, line, fmt::format("the header has no \"{}\"", key));
}

}  // namespace

Mistake load_mistake(const fs::path& file) {
  Mistake mistake;
  mistake.file = file;
  mistake.slug = file.stem().string();
  const std::string text = read_file(file);
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    ++number;
    if (const std::string check = value_of(line, "Check:"); !check.empty()) mistake.check = check;
    if (const std::string words = value_of(line, "Words:"); !words.empty()) {
      mistake.words.push_back(words);
    }
    if (const std::string why = value_of(line, "Why:"); !why.empty()) mistake.why = why;
    if (const std::string hides = value_of(line, "Hides:"); !hides.empty()) mistake.hides = hides;
  }
  must_have(mistake, !mistake.check.empty(), number, "Check:");
  must_have(mistake, !mistake.words.empty(), number, "Words:");
  must_have(mistake, !mistake.why.empty(), number, "Why:");
  hunks_of(text, file);
  return mistake;
}

std::vector<Mistake> load_mistakes(const Course& course, const Lesson& lesson) {
  const fs::path folder = course.solutions() / lesson.name / "mistakes";
  std::vector<fs::path> files;
  if (fs::is_directory(folder)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".change") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Mistake> mistakes;
  for (const fs::path& file : files) mistakes.push_back(load_mistake(file));
  return mistakes;
}

void apply_mistake(const Course& course, const Lesson& lesson, const Mistake& mistake,
                   const fs::path& folder) {
  write_file(folder / lesson.name / "exercise.cu",
             changed(solution_of(course, lesson), read_file(mistake.file), mistake.file));
}

}  // namespace course

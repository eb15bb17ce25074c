// Looking, before SQLite would make an empty gradebook where there is none.
#include "course/classes/class_book.h"

#include <fmt/format.h>

#include "course/lesson/lesson.h"
#include "course/lesson/lesson_names.h"

namespace course {

namespace fs = std::filesystem;

fs::path find_gradebook(const std::string& word) {
  const fs::path path(word);
  fs::path file = fs::is_directory(path) ? path / "gradebook.db" : path;
  if (fs::is_regular_file(file)) return file;
  throw WrongUse(fmt::format(
      "{}: there is no gradebook; course grade DIR --out {} makes one of what a class handed in",
      file.string(), (fs::is_directory(path) ? path : fs::path("OUT")).string()));
}

std::vector<grading::LessonWords> lesson_words(const Course& course) {
  std::vector<grading::LessonWords> all;
  for (const Lesson& lesson : load_lessons(course)) {
    grading::LessonWords words{lesson.name, lesson.title, 0, {}};
    for (const CheckSpec& check : lesson.checks) {
      words.max_points += check.points;
      words.checks.push_back({check.name, check.what});
    }
    all.push_back(std::move(words));
  }
  return all;
}

std::vector<std::string> lesson_names(const Course& course, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  if (words.empty()) return names;
  for (const Lesson& lesson : find_lessons(load_lessons(course), words)) {
    names.push_back(lesson.name);
  }
  return names;
}

}  // namespace course

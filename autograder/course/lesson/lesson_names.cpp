// From a word to a lesson.
#include "course/lesson/lesson_names.h"

#include <fmt/format.h>

#include <filesystem>

namespace course {

namespace {

bool is_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

/// The last folder's name of what may have been completed by a shell.
std::string bare(std::string word) {
  while (word.size() > 1 && word.back() == '/') word.pop_back();
  const std::filesystem::path path(word);
  const std::string name = path.filename().string();
  return name == "exercise.cu" || name == "skeleton.cu" || name == "answers.toml"
             ? path.parent_path().filename().string()
             : name;
}

bool same_lesson_number(const std::string& a, const std::string& b) {
  return is_number(a) && is_number(b) && a.size() < 9 && b.size() < 9 &&
         std::stoi(a) == std::stoi(b);
}

std::string all_names(const std::vector<Lesson>& lessons) {
  std::string names;
  for (const Lesson& lesson : lessons) names += "\n  " + lesson.name;
  return names;
}

}  // namespace

const Lesson& find_lesson(const std::vector<Lesson>& lessons, const std::string& word) {
  const std::string name = bare(word);
  std::vector<const Lesson*> found;
  for (const Lesson& lesson : lessons) {
    if (lesson.name == name || same_lesson_number(lesson.number(), name)) return lesson;
    if (!is_number(name) && lesson.name.find(name) != std::string::npos) found.push_back(&lesson);
  }
  if (found.size() == 1) return *found[0];
  if (found.empty()) {
    throw WrongUse(fmt::format("no lesson is named {}; there are:{}", word, all_names(lessons)));
  }
  std::string names;
  for (const Lesson* lesson : found) names += (names.empty() ? "" : ", ") + lesson->name;
  throw WrongUse(fmt::format("{} could be any of {}", word, names));
}

std::vector<Lesson> find_lessons(const std::vector<Lesson>& lessons,
                                 const std::vector<std::string>& words) {
  if (words.empty()) return lessons;
  std::vector<Lesson> found;
  for (const std::string& word : words) found.push_back(find_lesson(lessons, word));
  return found;
}

}  // namespace course

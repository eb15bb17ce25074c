// Compares names as people do: capitals do not count, nor do folders around a lesson's.
#include "grading/intake/misplaced.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "grading/intake/names.h"

namespace grading {
namespace {

namespace fs = std::filesystem;

bool is_exercise(const std::string& file) {
  return in_small_letters(fs::path(file).filename().string()) == kExercise;
}

// Exercises if there are any: they say most of what was meant.
std::vector<std::string> worth_naming(const std::vector<std::string>& files) {
  std::vector<std::string> exercises;
  std::ranges::copy_if(files, std::back_inserter(exercises), &is_exercise);
  return exercises.empty() ? std::vector<std::string>{files.front()} : exercises;
}

std::string in_words(const std::vector<std::string>& files) {
  if (files.size() == 1) return shown_name(files[0]);
  const std::string first = shown_name(files[0]), second = shown_name(files[1]);
  if (files.size() == 2) return fmt::format("{} and {}", first, second);
  return fmt::format("{}, {} and {} more", first, second, files.size() - 2);
}

// Capitals are easily overlooked in the two names.
std::string hint_at_capitals(const std::string& file, const std::string& lesson) {
  const std::string expected = fmt::format("{}/{}", lesson, kExercise);
  const bool differ =
      file != expected && in_small_letters(file).ends_with(expected) && !file.ends_with(expected);
  return differ ? " in small letters" : "";
}

}  // namespace

std::string lesson_around(const std::string& file, const std::set<std::string>& lessons) {
  std::string found;
  for (const fs::path& part : fs::path(file).parent_path()) {
    const auto is_meant = [name = in_small_letters(part.string())](const std::string& lesson) {
      return lesson.size() == name.size() && in_small_letters(lesson) == name;
    };
    const auto lesson = std::ranges::find_if(lessons, is_meant);
    if (lesson != lessons.end()) found = *lesson;
  }
  return found;
}

bool is_name_of_a_tool(const std::string& name) {
  // Of ext4, macOS, Windows, the storage servers of Synology and QNAP, Python, and NetApp.
  constexpr const char* kNames[] = {"lost+found",
                                    "__macosx",
                                    "network trash folder",
                                    "temporary items",
                                    "$recycle.bin",
                                    "found.000",
                                    "system volume information",
                                    "@eadir",
                                    "@recycle",
                                    "@recently-snapshot",
                                    "#recycle",
                                    "#snapshot",
                                    "__pycache__",
                                    "~snapshot"};
  return std::ranges::find(kNames, in_small_letters(name)) != std::end(kNames);
}

bool is_hidden(const std::string& name) {
  return std::ranges::any_of(fs::path(name), [](const fs::path& part) {
    return part.string().starts_with('.') || is_name_of_a_tool(part.string());
  });
}

std::vector<std::string> files_below(const fs::path& folder) {
  constexpr int kMostEntries = 10'000, kDeepest = 10;
  std::vector<std::string> files;
  std::error_code failed;  // what cannot be looked at is left out
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                      failed);
  for (int entries = 0; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    if (++entries > kMostEntries) break;
    std::error_code unknown;
    const bool is_folder = at->symlink_status(unknown).type() == fs::file_type::directory;
    const bool hidden = is_hidden(at->path().filename().string());
    if (is_folder && (hidden || at.depth() >= kDeepest)) at.disable_recursion_pending();
    if (!is_folder && !hidden) files.push_back(at->path().lexically_relative(folder).string());
  }
  std::ranges::sort(files);
  return files;
}

std::string why_no_lesson(const std::vector<std::string>& files,
                          const std::set<std::string>& lessons) {
  const std::vector<std::string> named = worth_naming(files);
  std::string lesson = lesson_around(named[0], lessons), example;
  if (lesson.empty() && lessons.size() == 1) lesson = *lessons.begin();
  if (lesson.empty()) {
    lesson = "LESSON";
    example = fmt::format(", for example {}/{}", *lessons.begin(), kExercise);
  }
  return fmt::format(
      "there is no folder of a lesson where it is expected: found {}, expected {}/{}{}{}",
      in_words(named), lesson, kExercise, hint_at_capitals(named[0], lesson), example);
}

std::map<std::string, std::string> misplaced_exercises(const std::vector<std::string>& files,
                                                       const std::set<std::string>& lessons) {
  std::map<std::string, std::string> sentences;
  for (const std::string& file : files) {
    const std::string lesson = is_exercise(file) ? lesson_around(file, lessons) : "";
    if (lesson.empty()) continue;
    sentences.emplace(
        lesson, fmt::format("its exercise is not where it is expected: found {}, expected {}/{}{}",
                            shown_name(file), lesson, kExercise, hint_at_capitals(file, lesson)));
  }
  return sentences;
}

}  // namespace grading

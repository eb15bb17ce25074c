// "exercise.cu:31: race: child … (M2)\n  and the other place is exercise.cu:24\n(schedule late; to
// see it again: --…)".
#include "course/screen/failure_message.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "course/screen/place.h"

namespace course {

namespace {

constexpr std::string_view kRepeat = "; to see it again: ";

/// "--schedule late" of "(schedule late; to see it again: --schedule late)"; else nothing.
std::string repeat_in(const std::string& line) {
  const std::size_t at = line.find(kRepeat);
  if (!line.starts_with("(schedule ") || !line.ends_with(')') || at == line.npos) return "";
  const std::size_t begin = at + kRepeat.size();
  return line.substr(begin, line.size() - 1 - begin);
}

bool is_name(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::islower(static_cast<unsigned char>(c)) != 0 || c == '-';
  });
}

/// Takes "exercise.cu:31: race: " off the line, if it begins so.
void take_head(FailureMessage& message) {
  const std::string& line = message.words;
  const std::size_t place = line.find(": ");
  if (place == line.npos || line.substr(0, place).find(' ') != line.npos) return;
  const bool has_place = line.substr(0, place).find(':') != line.npos;
  const std::size_t begin = has_place ? place + 2 : 0;
  const std::size_t end = line.find(": ", begin);
  if (end == line.npos || !is_name(std::string_view(line).substr(begin, end - begin))) return;
  message.kind = line.substr(begin, end - begin);
  message.words = line.substr(end + 2);
}

bool may_be_inside_a_path(const std::string& text, std::size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  return before == '/' || before == '_' || before == '-' || before == '.' ||
         std::isalnum(static_cast<unsigned char>(before)) != 0;
}

}  // namespace

FailureMessage failure_message(const std::string& text) {
  FailureMessage message;
  std::istringstream lines(text);
  std::getline(lines, message.words);
  for (std::string line; std::getline(lines, line);) {
    if (const std::string repeat = repeat_in(line); !repeat.empty()) {
      message.repeat = repeat;
    } else {
      message.rest += line + "\n";
    }
  }
  take_head(message);
  return message;
}

std::string with_links(const Course& course, const Lesson& lesson,
                       const std::filesystem::path& exercise, std::string text) {
  const std::pair<std::string, std::filesystem::path> files[] = {
      {"exercise.cu:", exercise},
      {"exercise.h:", lesson.folder / "exercise.h"},
      {"given.h:", course.lessons() / "given.h"}};
  for (const auto& [name, file] : files) {
    const std::string path = path_from_here(course, file) + ":";
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      if (may_be_inside_a_path(text, at)) continue;
      text.replace(at, name.size(), path);
      at += path.size() - name.size();
    }
  }
  return text;
}

}  // namespace course

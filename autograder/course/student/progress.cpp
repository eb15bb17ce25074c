// Line by line; a line that is none of ours is left out by readers and by `mend`.
#include "course/student/progress.h"

#include <fmt/format.h>

#include <ctime>
#include <sstream>
#include <vector>

#include "base/file_lock.h"
#include "course/student/hint_state.h"
#include "course/student/students_files.h"

namespace course {

namespace fs = std::filesystem;

namespace {

constexpr const char* kHeader =
    "# Lessons passed: name, date, points, hints asked for. Written by ./course.\n";

bool is_date(const std::string& word) {
  if (word.size() != 10) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? word[i] != '-' : (word[i] < '0' || word[i] > '9')) return false;
  }
  return true;
}

std::optional<std::pair<std::string, Passed>> parse(const std::string& line) {
  std::istringstream words(line);
  std::string name, of, points, hints, rest;
  Passed passed;
  words >> name >> passed.date >> passed.points >> of >> passed.max_points >> points >>
      passed.hints >> hints;
  const bool whole = !words.fail() && of == "of" && points.starts_with("point") &&
                     hints.starts_with("hint") && !(words >> rest);
  if (!whole || !is_date(passed.date)) return std::nullopt;
  return std::pair(name, passed);
}

std::string printed(const std::string& name, const Passed& passed) {
  return fmt::format("{}  {}  {} of {} points  {} {}\n", name, passed.date, passed.points,
                     passed.max_points, passed.hints, passed.hints == 1 ? "hint" : "hints");
}

struct Lines {
  std::map<std::string, Passed> passed;
  std::vector<std::size_t> damaged;  ///< numbers, from 1
};

Lines read_lines(const fs::path& file) {
  Lines result;
  if (!fs::exists(file)) return result;
  std::istringstream text(read_file(file));
  std::size_t number = 1;
  for (std::string line; std::getline(text, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    if (const auto entry = parse(line)) {
      result.passed.insert(*entry);
    } else {
      result.damaged.push_back(number);
    }
  }
  return result;
}

void write_lines(const fs::path& file, const std::map<std::string, Passed>& passed) {
  std::string text = kHeader;
  for (const auto& [name, entry] : passed) text += printed(name, entry);
  write_file(file, text);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm here{};
  localtime_r(&now, &here);
  return fmt::format("{:04}-{:02}-{:02}", here.tm_year + 1900, here.tm_mon + 1, here.tm_mday);
}

}  // namespace

std::optional<Passed> Progress::passed(const Lesson& lesson) const {
  const Lines lines = read_lines(file());
  const auto found = lines.passed.find(lesson.name);
  return found == lines.passed.end() ? std::nullopt : std::optional(found->second);
}

void Progress::note(const Lesson& lesson, const LessonVerdict& verdict) const {
  if (verdict.verdict != Verdict::kPassed || passed(lesson)) return;
  const base::FileLock held(lock(course_));
  Lines lines = read_lines(file());
  const std::size_t hints = HintState(course_.progress() / "hints").given(lesson).size();
  lines.passed.insert({lesson.name, {today(), verdict.points(), verdict.max_points(), hints}});
  write_lines(file(), lines.passed);
}

void Progress::mend() const {
  const Lines lines = read_lines(file());
  if (lines.damaged.empty()) return;
  const fs::path kept = back_up(file());
  write_lines(file(), lines.passed);
  const std::string what =
      lines.damaged.size() == 1
          ? "this line says nothing that can be read, and is"
          : fmt::format("this and {} more lines say nothing that can be read, and are",
                        lines.damaged.size() - 1);
  fmt::print(stderr, "{}:{}: {} left out; the file as it was is in {}\n", course_.shown(file()),
             lines.damaged.front(), what, course_.shown(kept));
}

}  // namespace course

// Markdown in and out.
#include "course/proof/mutants/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "course/course.h"

namespace course::mutants {

namespace {

constexpr const char* kHead =
    "| Lesson | Changes | Do not compile | Same code | Equivalent | Killed | Survived | Score, % "
    "|\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|\n";
constexpr const char* kBegin = "<!-- table: ./course test --mutants --table docs/mutants.md -->\n";
constexpr const char* kEnd = "<!-- end of table -->\n";

std::string row_of(const std::string& lesson, const Counts& counts) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", lesson, counts.changes,
                     counts.not_compiled, counts.same_code, counts.equivalent, counts.killed,
                     counts.survived, static_cast<int>(100 * counts.score()));
}

/// The rows of a table's text by their lessons.
std::map<std::string, std::string> rows_of(const std::string& text) {
  std::map<std::string, std::string> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool is_row = line.size() > 4 && line.starts_with("| ") && line[2] >= '0' &&
                        line[2] <= '9' && line.find(" | ", 2) != std::string::npos;
    if (is_row) rows[line.substr(2, line.find(" | ", 2) - 2)] = line + "\n";
  }
  return rows;
}

constexpr const char* kOthers = ", others";

bool is_of_others(const Mutant& mutant) { return mutant.file != "exercise.cu"; }

std::size_t number_of(const LessonMutants& all, bool of_others) {
  return static_cast<std::size_t>(std::ranges::count_if(
      all.mutants, [&](const Mutant& mutant) { return is_of_others(mutant) == of_others; }));
}

}  // namespace

std::map<std::string, Counts> counts_by_row(const Lesson& lesson, const LessonMutants& all,
                                            const std::vector<Judged>& judged) {
  std::map<std::string, Counts> counts;
  for (const bool of_others : {false, true}) {
    std::vector<Judged> group;
    for (const Judged& one : judged) {
      if (is_of_others(one.mutant) == of_others) group.push_back(one);
    }
    if (group.empty() || group.size() < number_of(all, of_others)) continue;
    counts[lesson.name + (of_others ? kOthers : "")] = counts_of(group);
  }
  return counts;
}

void write_table(const std::filesystem::path& file, const std::vector<std::string>& lessons,
                 const std::map<std::string, Counts>& counts) {
  const std::string before = std::filesystem::exists(file)
                                 ? read_file(file)
                                 : std::string("# Mutants\n\n") + kBegin + kEnd;
  const std::size_t begin = before.find(kBegin), end = before.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos) {
    throw std::runtime_error(file.string() + " has no place for the table: the lines \"" + kBegin +
                             "\" and \"" + kEnd + "\" mark it");
  }
  std::map<std::string, std::string> rows = rows_of(before);
  std::string table = std::string(kBegin) + "\n" + kHead;
  for (const auto& [name, count] : counts) rows[name] = row_of(name, count);
  for (const std::string& lesson : lessons) {
    for (const std::string& name : {lesson, lesson + kOthers}) {
      if (rows.contains(name)) table += rows[name];
    }
  }
  write_file(file, before.substr(0, begin) + table + "\n" + before.substr(end));
}

LessonMutants in_table(const std::filesystem::path& file, const std::string& lesson,
                       LessonMutants all) {
  const bool has_row =
      std::filesystem::exists(file) && rows_of(read_file(file)).contains(lesson + kOthers);
  if (!has_row) std::erase_if(all.mutants, is_of_others);
  return all;
}

std::string table_complaint(const std::filesystem::path& file, const std::string& lesson,
                            const LessonMutants& all) {
  const std::map<std::string, std::string> rows = std::filesystem::exists(file)
                                                      ? rows_of(read_file(file))
                                                      : std::map<std::string, std::string>{};
  const std::string advice =
      fmt::format("./course test --mutants {} --table {} writes it", lesson, file.string());
  if (!rows.contains(lesson))
    return fmt::format("{} has no row for {}: {}", file.string(), lesson, advice);
  for (const bool of_others : {false, true}) {
    const std::string name = lesson + (of_others ? kOthers : "");
    const auto row = rows.find(name);
    const std::size_t changes = number_of(all, of_others);
    if (row == rows.end() || row->second.starts_with(fmt::format("| {} | {} |", name, changes)))
      continue;
    return fmt::format("{}: the row of {} is out of date, there are {} changes: {}", file.string(),
                       name, changes, advice);
  }
  return "";
}

}  // namespace course::mutants

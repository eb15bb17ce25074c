// Markdown in and out.
#include "grader/mutants/table.h"

#include <fmt/format.h>

#include <sstream>

#include "grader/course.h"

namespace grader::mutants {

namespace {

constexpr const char* kHead =
    "| Lesson | Changes | Do not compile | Same code | Equivalent | Killed | Survived | Score |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|\n";
constexpr const char* kBegin = "<!-- table: ./course test --mutants --table docs/mutants.md -->\n";
constexpr const char* kEnd = "<!-- end of table -->\n";

std::string row_of(const std::string& lesson, const Counts& counts) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {:.1f} % |\n", lesson, counts.changes,
                     counts.not_compiled, counts.same_code, counts.equivalent, counts.killed,
                     counts.survived, 100 * counts.score());
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

}  // namespace

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
  for (const std::string& lesson : lessons) {
    if (counts.contains(lesson)) rows[lesson] = row_of(lesson, counts.at(lesson));
    if (rows.contains(lesson)) table += rows[lesson];
  }
  write_file(file, before.substr(0, begin) + table + "\n" + before.substr(end));
}

std::string table_complaint(const std::filesystem::path& file, const std::string& lesson,
                            std::size_t changes) {
  const std::map<std::string, std::string> rows = std::filesystem::exists(file)
                                                      ? rows_of(read_file(file))
                                                      : std::map<std::string, std::string>{};
  const std::string advice =
      fmt::format("./course test --mutants {} --table {} writes it", lesson, file.string());
  const auto row = rows.find(lesson);
  if (row == rows.end())
    return fmt::format("{} has no row for {}: {}", file.string(), lesson, advice);
  if (row->second.starts_with(fmt::format("| {} | {} |", lesson, changes))) return "";
  return fmt::format("{}: the row of {} is out of date, there are {} changes: {}", file.string(),
                     lesson, changes, advice);
}

}  // namespace grader::mutants

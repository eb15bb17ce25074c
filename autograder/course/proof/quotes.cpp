// Quotes and reports are compared without white space, since a longer path wraps lines elsewhere.
#include "course/proof/quotes.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "base/process.h"
#include "course/judge/toolchain.h"
#include "course/screen/lesson_report.h"

namespace course {

namespace {

std::string without_what_varies(std::string text) {
  // The virtual clock depends on what a compiler makes of a kernel.
  static const std::regex seconds(",? +[0-9]+\\.[0-9] s\\.?\n"), microseconds("[0-9.]+ µs"),
      folders("[^\\s(]*/(exercise\\.cu|given\\.h)"), skeleton("/skeleton\\.cu");
  text = std::regex_replace(text, seconds, "\n");
  text = std::regex_replace(text, microseconds, "µs");
  text = std::regex_replace(text, skeleton, "/exercise.cu");
  text = std::regex_replace(text, folders, "$1");
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

bool looks_like_a_failure(const std::string& block) {
  static const std::regex signs("(^|\n)(failed: |  (Rule|Check|Again) )|exercise\\.cu:[0-9]+");
  return std::regex_search(block, signs);
}

/// What "<!-- mistake: NAME -->" names.
std::string named_mistake(const std::string& line) {
  static const std::regex comment("<!-- mistake: (.*) -->");
  std::smatch match;
  return std::regex_match(line, match, comment) ? match[1].str() : "";
}

Quote quote_from(const std::string& block, std::size_t line) {
  Quote quote;
  quote.line = line;
  quote.is_of_skeleton = block.starts_with("$ ");
  std::istringstream lines(block);
  std::string piece;
  const auto close = [&] {
    const std::string bare = without_what_varies(piece);
    if (!bare.empty()) quote.pieces.push_back(bare);
    piece.clear();
  };
  for (std::string text; std::getline(lines, text);) {
    if (text.starts_with("$ ")) continue;
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin != std::string::npos && text.substr(begin) == "…") {
      close();
    } else {
      piece += text + "\n";
    }
  }
  close();
  return quote;
}

}  // namespace

std::vector<Quote> quotes_of(const Lesson& lesson) {
  std::vector<Quote> quotes;
  std::istringstream lines(read_file(lesson.folder / "README.md"));
  std::string block, mistake;
  std::size_t number = 0, begin = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (begin == 0 && !line.starts_with("```")) mistake = named_mistake(line);
    if (!line.starts_with("```")) {
      if (begin != 0) block += line + "\n";
    } else if (begin == 0) {
      begin = number + 1;
    } else {
      if (looks_like_a_failure(block)) {
        quotes.push_back(quote_from(block, begin));
        quotes.back().mistake = mistake;
      }
      block.clear();
      begin = 0;
    }
  }
  return quotes;
}

std::string as_printed(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                       const std::filesystem::path& exercise, Detail detail) {
  return without_what_varies(lesson_report(course, lesson, verdict, exercise, detail) + "\n");
}

bool is_printed(const std::string& words, const std::string& printed) {
  return printed.find(without_what_varies(words)) != std::string::npos;
}

std::string as_quoted(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                      const std::filesystem::path& exercise) {
  return as_printed(course, lesson, verdict, exercise, Detail::kFirst) +
         as_printed(course, lesson, verdict, exercise, Detail::kAll);
}

bool is_told(const Quote& quote, const std::string& reports) {
  return std::all_of(quote.pieces.begin(), quote.pieces.end(), [&](const std::string& piece) {
    return reports.find(piece) != std::string::npos;
  });
}

bool quotes_can_be_compared() {
  return compiler_below() == "g++" && !base::find_program("g++").empty();
}

std::vector<std::string> quote_complaints(const Course& course, const Lesson& lesson,
                                          bool of_skeleton, const std::string& reports) {
  std::vector<std::string> complaints;
  if (!quotes_can_be_compared()) return complaints;
  for (const Quote& quote : quotes_of(lesson)) {
    if (quote.is_of_skeleton != of_skeleton || is_told(quote, reports)) continue;
    complaints.push_back(fmt::format(
        "{}:{}: {} does not say what is quoted here", course.shown(lesson.folder / "README.md"),
        quote.line, of_skeleton ? "a check of the skeleton" : "the check of any mistake"));
  }
  return complaints;
}

}  // namespace course

// The comparison is made in a shielded process, and comes back as a line of JSON with the text
// behind it: JSON holds UTF-8 only, and compilers take other bytes in comments and literals.
#include "course/classes/judged_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/course.h"
#include "course/given/compiled_code.h"
#include "course/given/lesson_code.h"
#include "grading/sandbox/shielded.h"

namespace course {

namespace fs = std::filesystem;

namespace {

InGivenCode compared_safely(const Lesson& lesson, const std::string& exercise) {
  const std::string skeleton = skeleton_of(lesson);  // the shielded process opens nothing
  const std::string answer = grading::shielded([&] {
    const InGivenCode found = in_given_code(skeleton, exercise);
    const nlohmann::json document{found.changed_line, found.refusal, found.line};
    return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n" +
           found.text;
  });
  const std::size_t end = answer.find('\n');
  const auto document = nlohmann::json::parse(answer.substr(0, end));
  return {answer.substr(end + 1), document.at(0), document.at(1), document.at(2)};
}

std::string as_a_compiler(std::size_t line, std::size_t column, const std::string& words) {
  return fmt::format("exercise.cu:{}:{}: error: {}\n", line, column, words);
}

}  // namespace

JudgedText::JudgedText(const Lesson& lesson, fs::path handed_in, const fs::path& working)
    : source_(std::move(handed_in)) {
  if (!has_given_code(lesson)) return;
  InGivenCode found;
  try {
    found = compared_safely(lesson, read_file(source_));
  } catch (const grading::NotParsed& reason) {
    complaint_ = as_a_compiler(1, 1, reason.what());
    return;
  }
  if (!found.refusal.empty()) complaint_ = as_a_compiler(found.line, 1, found.refusal);
  if (!found.refusal.empty()) return;
  if (found.changed_line > 0) change_ = words_about_change(found);
  folder_.emplace(working);
  source_ = folder_->path() / "exercise.cu";
  write_file(source_, found.text);
}

std::string JudgedText::complaint_about(const Lesson& lesson, const std::string& skeleton,
                                        const std::string& exercise) {
  const std::vector<Token> header = given_header_of(lesson);
  try {
    return grading::shielded([&]() -> std::string {
      const auto refusal = why_not_given(read_tokens(skeleton), read_tokens(exercise), header);
      return refusal ? as_a_compiler(refusal->line, refusal->column, refusal->words) : "";
    });
  } catch (const grading::NotParsed& reason) {
    return as_a_compiler(1, 1, reason.what());
  }
}

}  // namespace course

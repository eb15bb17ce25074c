// The comparison is made in a shielded process, and comes back as JSON.
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
  const std::string json = grading::shielded([&] {
    const InGivenCode found = in_given_code(skeleton, exercise);
    const nlohmann::json document{found.text, found.changed_line, found.refusal, found.line};
    return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  });
  const auto document = nlohmann::json::parse(json);
  InGivenCode found;
  found.text = document.at(0);
  found.changed_line = document.at(1);
  found.refusal = document.at(2);
  found.line = document.at(3);
  return found;
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

std::string JudgedText::complaint_about(const std::string& skeleton, const std::string& exercise) {
  try {
    return grading::shielded([&]() -> std::string {
      const auto refusal = why_not_given(read_tokens(skeleton), read_tokens(exercise));
      return refusal ? as_a_compiler(refusal->line, refusal->column, refusal->words) : "";
    });
  } catch (const grading::NotParsed& reason) {
    return as_a_compiler(1, 1, reason.what());
  }
}

}  // namespace course

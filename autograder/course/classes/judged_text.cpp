// The comparison is made in a shielded process, and comes back as JSON.
#include "course/classes/judged_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/course.h"
#include "course/given/lesson_code.h"
#include "grading/sandbox/shielded.h"

namespace course {

namespace fs = std::filesystem;

namespace {

InGivenCode compared_safely(const Lesson& lesson, const std::string& exercise) {
  const std::string json = grading::shielded([&, given = given_code_of(lesson)] {
    const InGivenCode found = given.around(exercise);
    const nlohmann::json document{found.text, found.changed_line, found.refusal, found.line,
                                  found.column};
    return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  });
  const auto document = nlohmann::json::parse(json);
  InGivenCode found;
  found.text = document.at(0);
  found.changed_line = document.at(1);
  found.refusal = document.at(2);
  found.line = document.at(3);
  found.column = document.at(4);
  return found;
}

}  // namespace

JudgedText::JudgedText(const Lesson& lesson, fs::path handed_in, const fs::path& working)
    : source_(std::move(handed_in)) {
  if (!has_given_code(lesson)) return;
  InGivenCode found;
  try {
    found = compared_safely(lesson, read_file(source_));
  } catch (const grading::NotParsed& reason) {
    complaint_ = fmt::format("exercise.cu:1:1: error: {}\n", reason.what());
    return;
  }
  if (!found.refusal.empty())
    complaint_ =
        fmt::format("exercise.cu:{}:{}: error: {}\n", found.line, found.column, found.refusal);
  if (found.changed_line == 0 || !found.refusal.empty()) return;
  change_ = words_about_change(found);
  folder_.emplace(working);
  source_ = folder_->path() / "exercise.cu";
  write_file(source_, found.text);
}

}  // namespace course

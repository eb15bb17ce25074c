#include "course/classes/graded_quiz.h"

#include <fmt/format.h>

#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "course/course.h"
#include "course/lesson/answers.h"
#include "grading/intake/text.h"
#include "grading/sandbox/shielded.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// What a student answered, by question. The file is read in a process of its own, so that a
/// hostile one harms no other submission.
std::map<std::string, std::string> answers_in(const fs::path& file) {
  const std::string text = read_file(file);
  const std::string json = grading::shielded([&] {
    nlohmann::json answers = nlohmann::json::object();
    for (const Question& one : read_questions(text, file)) answers[one.id] = one.answer;
    return answers.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  });
  return nlohmann::json::parse(json).get<std::map<std::string, std::string>>();
}

/// The same; none where the file cannot be read, which is flagged.
std::map<std::string, std::string> answers_or_flag(grading::Graded& graded,
                                                   const fs::path& folder) {
  const fs::path file = folder / "answers.toml";
  try {
    if (fs::exists(file)) return answers_in(file);
  } catch (const grading::NotParsed& reason) {
    graded.flags.push_back(fmt::format("its answers.toml could not be judged: {}", reason.what()));
  } catch (const std::exception&) {
    graded.flags.push_back("its answers.toml cannot be read");
  }
  return {};
}

/// Whether a wrong answer may be told the reason, which has the right one in it: students can hand
/// in again, so what is no answer at all must not earn it. Any words are a text.
bool is_a_try(const Question& key, const std::string& given) {
  return key.kind != QuestionKind::kText && has_form_of_answer(key, given);
}

}  // namespace

void add_quiz(grading::Graded& graded, const fs::path& key_file, const fs::path& folder,
              int points) {
  if (!fs::exists(key_file)) return;
  const std::map<std::string, std::string> given = answers_or_flag(graded, folder);
  for (const Question& key : load_questions(key_file)) {
    const auto answer = given.find(key.id);
    const std::string text = answer != given.end() ? answer->second : "";
    const bool right = !text.empty() && is_right(key, text);
    const std::string shown =
        grading::shortened_in_the_middle(grading::cleaned(text), grading::kLongestAnswer);
    const std::string reason = right || is_a_try(key, text) ? key.reason : "";
    graded.quiz.push_back({key.id, key.text, shown, right, reason});
    graded.points += right ? points : 0;
    graded.max_points += points;
  }
}

}  // namespace course

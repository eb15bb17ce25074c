// Where student and course have changed the same region the student's text is put into all three
// versions: so a line-by-line merge sees no change there.
#include "course/student/merge.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "base/process.h"
#include "base/temporary_folder.h"
#include "course/lesson/answers.h"
#include "course/lesson/todo.h"

namespace course {

namespace fs = std::filesystem;

namespace {

std::size_t conflicts_in(const std::string& text) {
  std::size_t count = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) count += line.starts_with("<<<<<<< ") ? 1 : 0;
  return count;
}

/// An editor of another system may have ended all lines with "\r\n".
std::string without_returns(std::string text) {
  for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

/// The program that merges three files and prints the result, of those that are there.
std::vector<std::string> merge_program() {
  const std::vector<std::string> names = {"-L",           "yours", "-L",
                                          "as you began", "-L",    "the course's"};
  std::vector<std::string> words;
  if (!base::find_program("git").empty()) words = {"git", "merge-file", "-p"};
  if (words.empty() && !base::find_program("diff3").empty()) words = {"diff3", "-m"};
  if (words.empty()) throw std::runtime_error("merging needs git or diff3, and neither is here");
  words.insert(words.end(), names.begin(), names.end());
  return words;
}

Merged merge_by_lines(const std::string& own, const std::string& begun, const std::string& given) {
  const base::TemporaryFolder folder;
  base::Command command{merge_program()};
  command.folder = folder.path();
  for (const auto& [name, text] :
       {std::pair{"own", &own}, std::pair{"begun", &begun}, std::pair{"given", &given}}) {
    write_file(folder.path() / name, *text);
    command.arguments.emplace_back(name);
  }
  const base::Ended ended = base::run_process(command);
  Merged merged{ended.out, conflicts_in(ended.out), {}};
  // Both programs end with a status above zero for conflicts, and without a text for trouble.
  if (ended.out.empty() || (!ended.ok() && merged.conflicts == 0)) {
    throw std::runtime_error("merging failed: " + ended.err);
  }
  return merged;
}

}  // namespace

Merged merge_exercise(const std::string& text, const std::string& begun, const std::string& given) {
  const std::string own = without_returns(text);
  const Regions mine = regions_of(own);
  const Regions first = regions_of(begun);
  const Regions now = regions_of(given);
  Regions written;
  std::vector<std::string> asked_anew;
  for (const auto& [name, region] : mine) {
    if (!first.contains(name) || !now.contains(name) || first.at(name) == region) continue;
    written[name] = region;
    if (now.at(name) != first.at(name)) asked_anew.push_back(name);
  }
  const std::string from = with_regions(begun, written);
  const std::string to = with_regions(given, written);
  if (own == from) return {to, 0, asked_anew};
  Merged merged = merge_by_lines(own, from, to);
  merged.asked_anew = asked_anew;
  return merged;
}

Merged merge_answers(const StudentsFile& file) {
  Merged merged{read_file(file.given), 0, {}};
  const std::vector<Question> now = load_questions(file.given);
  for (const Question& question : load_questions(file.own)) {
    if (question.answer.empty()) continue;
    const Question* same = find_question(now, question.id);
    if (same != nullptr && same->text == question.text && same->choices == question.choices) {
      merged.text = with_answer(merged.text, question.id, question.answer);
    } else {
      merged.asked_anew.push_back(question.id);
    }
  }
  return merged;
}

}  // namespace course

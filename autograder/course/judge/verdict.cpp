// Names, sums and JSON of verdicts.
#include "course/judge/verdict.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace course {

using nlohmann::ordered_json;

namespace {

constexpr std::array<const char*, 11> kNames{
    "passed",           "failed",        "not_run",      "crashed", "timed_out",   "out_of_memory",
    "does_not_compile", "does_not_load", "exited_early", "refused", "grader_error"};

ordered_json to_json(const CheckVerdict& check) {
  ordered_json json{{"name", check.name},       {"verdict", verdict_name(check.verdict)},
                    {"points", check.points},   {"max_points", check.max_points},
                    {"message", check.message}, {"file", nullptr},
                    {"line", nullptr},          {"schedule", check.schedule},
                    {"seed", check.seed},       {"seconds", check.seconds},
                    {"output", check.output}};
  if (!check.file.empty()) json["file"] = check.file;
  if (check.line > 0) json["line"] = check.line;
  if (check.failed()) json["cause"] = cause_name(check.cause);
  return json;
}

CheckVerdict check_verdict_from(const ordered_json& json) {
  CheckVerdict check;
  check.name = json.at("name");
  check.verdict = verdict_from(json.at("verdict"));
  check.points = json.at("points");
  check.max_points = json.at("max_points");
  check.message = json.at("message");
  if (json.at("file").is_string()) check.file = json.at("file");
  if (json.at("line").is_number()) check.line = json.at("line");
  check.schedule = json.at("schedule");
  check.seed = json.at("seed");
  check.seconds = json.at("seconds");
  check.output = json.at("output");
  if (check.failed()) check.cause = cause_from(json.at("cause").get<std::string>());
  return check;
}

}  // namespace

const char* verdict_name(Verdict verdict) { return kNames.at(static_cast<std::size_t>(verdict)); }

std::string verdict_words(Verdict verdict) {
  std::string words = verdict_name(verdict);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

Verdict verdict_from(const std::string& name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  return found == kNames.end() ? Verdict::kGraderError
                               : static_cast<Verdict>(found - kNames.begin());
}

int rank_of(const CheckVerdict* check) {
  return check->verdict == Verdict::kGraderError ? -1 : static_cast<int>(check->cause);
}

int LessonVerdict::points() const {
  int sum = 0;
  for (const CheckVerdict& check : checks) sum += check.points;
  return sum;
}

int LessonVerdict::max_points() const {
  int sum = 0;
  for (const CheckVerdict& check : checks) {
    if (check.verdict != Verdict::kNotRun) sum += check.max_points;
  }
  return sum;
}

const CheckVerdict* LessonVerdict::first_failure() const {
  const CheckVerdict* first = nullptr;
  for (const CheckVerdict& check : checks) {
    if (!check.failed()) continue;
    if (first == nullptr || rank_of(&check) < rank_of(first)) first = &check;
  }
  return first;
}

Verdict summary_of(const std::vector<CheckVerdict>& checks) {
  Verdict summary = Verdict::kNotRun;
  for (const CheckVerdict& check : checks) {
    if (check.verdict == Verdict::kNotRun) continue;
    if (check.verdict == Verdict::kGraderError) return Verdict::kGraderError;
    if (summary == Verdict::kNotRun || summary == check.verdict) {
      summary = check.verdict;
    } else {
      summary = Verdict::kFailed;  // several kinds, or some passed
    }
  }
  return summary;
}

LessonVerdict same_for_all(const Lesson& lesson, const std::string& device, Verdict verdict,
                           const std::string& message) {
  LessonVerdict result;
  result.name = lesson.name;
  result.device = device;
  result.verdict = verdict;
  result.message = message;
  for (const CheckSpec& spec : lesson.checks) {
    CheckVerdict check;
    check.name = spec.name;
    check.verdict = verdict;
    check.max_points = spec.points;
    check.message = message;
    result.checks.push_back(check);
  }
  return result;
}

ordered_json to_json(const LessonVerdict& lesson) {
  ordered_json json{{"name", lesson.name},       {"verdict", verdict_name(lesson.verdict)},
                    {"points", lesson.points()}, {"max_points", lesson.max_points()},
                    {"seconds", lesson.seconds}, {"device", lesson.device},
                    {"message", lesson.message}, {"checks", ordered_json::array()}};
  for (const CheckVerdict& check : lesson.checks) json["checks"].push_back(to_json(check));
  return json;
}

LessonVerdict lesson_verdict_from(const ordered_json& json) {
  LessonVerdict lesson;
  lesson.name = json.at("name");
  lesson.verdict = verdict_from(json.at("verdict"));
  lesson.seconds = json.at("seconds");
  lesson.device = json.at("device");
  lesson.message = json.at("message");
  for (const ordered_json& check : json.at("checks")) {
    lesson.checks.push_back(check_verdict_from(check));
  }
  return lesson;
}

}  // namespace course

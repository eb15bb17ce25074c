// JSON with a hash over it: a file that was cut, changed or mixed up is no result.
#include "grading/gradebook/result_file.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "grading/gradebook/durable_file.h"
#include "grading/intake/sha256.h"

namespace grading {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "course/result/1";
constexpr std::size_t kLargestResult = 16 << 20;  // bytes; messages are cut long before

Json key_in_json(const PendingSubmission& one) {
  return {{"student", one.submission.student},
          {"lesson", one.submission.lesson},
          {"sha256", one.submission.sha256},
          {"checks", one.versions.checks},
          {"toolchain", one.versions.toolchain}};
}

Json json_of(const CheckResult& check) {
  return {{"name", check.name},
          {"verdict", check.verdict},
          {"message", check.message},
          {"points", check.points},
          {"max_points", check.max_points},
          {"milliseconds", check.milliseconds},
          {"peak_kb", check.peak_kb},
          {"hidden", check.hidden}};
}

Json json_of(const QuizResult& answer) {
  return {{"id", answer.id},
          {"question", answer.question},
          {"given", answer.given},
          {"right", answer.right},
          {"reason", answer.reason}};
}

Json json_of(const Graded& graded) {
  Json json = {
      {"verdict", graded.verdict},       {"message", graded.message}, {"points", graded.points},
      {"max_points", graded.max_points}, {"seconds", graded.seconds}, {"checks", Json::array()},
      {"quiz", Json::array()},           {"flags", graded.flags},     {"grader", graded.grader}};
  for (const CheckResult& check : graded.checks) json["checks"].push_back(json_of(check));
  for (const QuizResult& answer : graded.quiz) json["quiz"].push_back(json_of(answer));
  return json;
}

// Programs print what they like; what is no UTF-8 becomes U+FFFD.
std::string written(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

void must(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

int points_in(const Json& json, const char* name) {
  const auto points = json.at(name).get<std::int64_t>();
  must(points >= 0 && points <= 1'000'000, "points out of range");
  return static_cast<int>(points);
}

double time_in(const Json& json, const char* name) {
  const double time = json.at(name).get<double>();
  must(std::isfinite(time) && time >= 0, "a time that is none");
  return time;
}

std::string verdict_in(const Json& json) {
  auto verdict = json.at("verdict").get<std::string>();
  must(!verdict.empty() && verdict.size() <= 32 &&
           verdict.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos,
       "a verdict that is none");
  return verdict;
}

CheckResult check_in(const Json& json) {
  CheckResult check;
  check.name = json.at("name").get<std::string>();
  check.verdict = verdict_in(json);
  check.message = json.at("message").get<std::string>();
  check.points = points_in(json, "points");
  check.max_points = points_in(json, "max_points");
  must(check.points <= check.max_points, "a check with more points than there are");
  check.milliseconds = time_in(json, "milliseconds");
  check.peak_kb = json.at("peak_kb").get<long>();
  check.hidden = json.at("hidden").get<bool>();
  return check;
}

QuizResult answer_in(const Json& json) {
  return {json.at("id").get<std::string>(), json.at("question").get<std::string>(),
          json.at("given").get<std::string>(), json.at("right").get<bool>(),
          json.at("reason").get<std::string>()};
}

Graded graded_in(const Json& json) {
  Graded graded;
  graded.verdict = verdict_in(json);
  graded.message = json.at("message").get<std::string>();
  graded.points = points_in(json, "points");
  graded.max_points = points_in(json, "max_points");
  must(graded.points <= graded.max_points, "more points than there are");
  graded.seconds = time_in(json, "seconds");
  for (const Json& check : json.at("checks")) graded.checks.push_back(check_in(check));
  for (const Json& answer : json.at("quiz")) graded.quiz.push_back(answer_in(answer));
  graded.flags = json.at("flags").get<std::vector<std::string>>();
  graded.grader = json.at("grader").get<std::string>();
  return graded;
}

Result result_in(const std::string& text, const PendingSubmission& one) {
  const Json json = Json::parse(text);
  must(json.at("schema") == kSchema, "of another version of the course");
  const Json& body = json.at("result");
  must(json.at("sha256") == Sha256().add(written(body)).digits(), "its hash does not fit");
  must(body.at("submission") == key_in_json(one), "of another submission");
  return {graded_in(body.at("graded")), body.at("host").get<std::string>(),
          body.at("begun_at").get<std::int64_t>(), body.at("ended_at").get<std::int64_t>()};
}

}  // namespace

std::filesystem::path result_file(const std::filesystem::path& folder,
                                  const PendingSubmission& one) {
  Sha256 hash;
  for (const Json& part : key_in_json(one)) hash.add(part.get_ref<const std::string&>());
  return folder / (hash.digits() + ".json");
}

void write_result(const std::filesystem::path& folder, const PendingSubmission& one,
                  const Result& result) {
  const Json said = {{"submission", key_in_json(one)},
                     {"host", result.host},
                     {"begun_at", result.begun_at},
                     {"ended_at", result.ended_at},
                     {"graded", json_of(result.graded)}};
  const Json body = Json::parse(written(said));  // what the reader will see
  const Json json = {
      {"schema", kSchema}, {"sha256", Sha256().add(written(body)).digits()}, {"result", body}};
  write_durably(result_file(folder, one), written(json) + "\n");
}

std::optional<Result> read_result(const std::filesystem::path& folder, const PendingSubmission& one,
                                  std::string& why_not) {
  why_not.clear();
  try {
    return result_in(read_whole(result_file(folder, one), kLargestResult), one);
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::no_such_file_or_directory) why_not = error.what();
  } catch (const std::exception& error) {
    why_not = error.what();
  }
  return std::nullopt;
}

}  // namespace grading

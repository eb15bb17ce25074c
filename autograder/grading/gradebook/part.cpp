// The list as JSON, and the loop over it.
#include "grading/gradebook/part.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "grading/gradebook/durable_file.h"
#include "grading/gradebook/result_file.h"

namespace grading {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLargestPart = 64 << 20;  // bytes

Json json_of(const PendingSubmission& one) {
  return {{"id", one.id},
          {"student", one.submission.student},
          {"lesson", one.submission.lesson},
          {"sha256", one.submission.sha256},
          {"received_at", one.submission.received_at},
          {"folder", one.folder.string()},
          {"checks", one.versions.checks},
          {"toolchain", one.versions.toolchain}};
}

PendingSubmission submission_in(const Json& json) {
  PendingSubmission one;
  one.id = json.at("id").get<SubmissionId>();
  one.submission.student = json.at("student").get<std::string>();
  one.submission.lesson = json.at("lesson").get<std::string>();
  one.submission.sha256 = json.at("sha256").get<std::string>();
  one.submission.received_at = json.at("received_at").get<std::int64_t>();
  one.folder = json.at("folder").get<std::string>();
  one.versions.checks = json.at("checks").get<std::string>();
  one.versions.toolchain = json.at("toolchain").get<std::string>();
  return one;
}

Graded graded_by(const Grade& grade, const PendingSubmission& one, int slot) {
  try {
    return grade(one, slot);
  } catch (const std::exception& error) {
    Graded graded;
    graded.verdict = "grader_error";
    graded.message = error.what();
    return graded;
  }
}

class PartInWork {
 public:
  PartInWork(const ClassPart& part, const Grade& grade) : part_(part), grade_(grade) {}

  PartGraded run(int slots) {
    std::vector<std::jthread> workers;
    for (int slot = 0; slot < slots; ++slot) workers.emplace_back([this, slot] { work(slot); });
    workers.clear();  // waits
    if (failure_) std::rethrow_exception(failure_);
    return {graded_, before_, failed_};
  }

 private:
  void work(int slot) try {
    for (std::size_t i = next_++; i < part_.submissions.size(); i = next_++) {
      do_one(part_.submissions[i], slot);
    }
  } catch (...) {
    next_ = part_.submissions.size();
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
  }

  void do_one(const PendingSubmission& one, int slot) {
    std::string why_not;
    const auto found = read_result(part_.results, one, why_not);
    if (found && found->graded.verdict != "grader_error") {
      ++before_;
      return;
    }
    Result result;
    result.host = host_name();
    result.begun_at = Gradebook::now();
    result.graded = graded_by(grade_, one, slot);
    result.ended_at = Gradebook::now();
    write_result(part_.results, one, result);
    ++(result.graded.verdict == "grader_error" ? failed_ : graded_);
  }

  const ClassPart& part_;
  const Grade& grade_;
  std::atomic<std::size_t> next_ = 0, graded_ = 0, before_ = 0, failed_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

void write_part(const std::filesystem::path& file, const ClassPart& part) {
  Json json = {{"results", part.results.string()}, {"submissions", Json::array()}};
  for (const PendingSubmission& one : part.submissions) json["submissions"].push_back(json_of(one));
  write_durably(file, json.dump(1) + "\n");
}

ClassPart read_part(const std::filesystem::path& file) {
  const std::string text = read_whole(file, kLargestPart);
  try {
    const Json json = Json::parse(text);
    ClassPart part{json.at("results").get<std::string>(), {}};
    for (const Json& one : json.at("submissions")) part.submissions.push_back(submission_in(one));
    return part;
  } catch (const Json::exception& error) {
    throw std::runtime_error(file.string() + " is no list of submissions: " + error.what());
  }
}

PartGraded grade_part(const ClassPart& part, const Grade& grade, int slots) {
  return PartInWork(part, grade).run(slots);
}

std::string host_name() {
  if (const char* node = std::getenv("SLURMD_NODENAME")) return node;
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace grading

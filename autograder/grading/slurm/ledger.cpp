// Folders and files; memory has a copy of what is in them.
#include "grading/slurm/ledger.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <random>

#include "grading/gradebook/durable_file.h"
#include "grading/gradebook/part.h"
#include "grading/gradebook/result_file.h"

namespace grading {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEnded = "ended";
constexpr const char* kNoTry = "no-try";
constexpr const char* kFailures = "failures";  // a number of finished runs and a key a line

// Begins with the time, so that the newest is the last by name; ends with what no other class has.
std::string name_of_new_run() {
  return fmt::format("run-{:%Y%m%d-%H%M%S}-{:04x}", fmt::gmtime(std::time(nullptr)),
                     std::random_device()() & 0xffff);
}

fs::path newest_run(const fs::path& folder) {
  fs::path newest;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const bool is_run = entry.path().filename().string().starts_with("run-");
    if (is_run && entry.is_directory()) newest = std::max(newest, entry.path());
  }
  return newest;
}

fs::path array_folder(const fs::path& run, int array) {
  return run / fmt::format("array-{}", array);
}

fs::path part_file(const fs::path& array, int part) {
  return array / fmt::format("part-{}.json", part);
}

}  // namespace

std::string key_of(const PendingSubmission& one) { return result_file({}, one).string(); }

Ledger::Ledger(const fs::path& folder) : results_(folder / "results") {
  fs::create_directories(results_);
  run_ = newest_run(folder);
  if (run_.empty() || fs::exists(run_ / kEnded)) run_ = folder / name_of_new_run();
  fs::create_directories(run_);
  load();
}

void Ledger::load() {
  std::ifstream lines(run_ / kFailures);
  std::int64_t finished = 0;
  for (std::string key; lines >> finished && std::getline(lines.ignore(), key);)
    failures_[key].push_back(finished);
  while (fs::exists(array_folder(run_, arrays_ + 1))) {
    const fs::path array = array_folder(run_, ++arrays_);
    for (int part = 1; fs::exists(part_file(array, part)); ++part) {
      note_part(arrays_, part, read_part(part_file(array, part)).submissions,
                !fs::exists(array / kNoTry));
    }
  }
}

void Ledger::note_part(int array, int part, const std::vector<PendingSubmission>& submissions,
                       bool tried) {
  const fs::path script = array_folder(run_, array) / "grade.sh";
  std::vector<std::string>& keys = parts_[{job_name(script), part}];
  for (const PendingSubmission& one : submissions) {
    const std::string& key = keys.emplace_back(key_of(one));
    if (!tried) continue;
    ++tries_[key];
    logs_[key] = script.parent_path() / fmt::format("grade-log-{}.txt", part);
  }
}

fs::path Ledger::add_array(const std::vector<std::vector<PendingSubmission>>& parts) {
  const fs::path array = array_folder(run_, ++arrays_);
  fs::create_directory(array);
  for (int part = 1; const auto& submissions : parts) {
    write_part(part_file(array, part), {results_, submissions});
    note_part(arrays_, part++, submissions, true);
  }
  return array / "grade.sh";
}

void Ledger::note_no_try(const fs::path& script) {
  write_durably(script.parent_path() / kNoTry, "");
  const std::string job = job_name(script);
  for (const auto& [task, keys] : parts_) {
    if (task.first != job) continue;
    for (const std::string& key : keys) --tries_[key];
  }
}

std::string Ledger::job_name(const fs::path& script) const {
  return "course-" + run_.filename().string().substr(4) + "-" +
         script.parent_path().filename().string().substr(6);
}

std::vector<std::string> Ledger::job_names() const {
  std::vector<std::string> names;
  for (int array = 1; array <= arrays_; ++array) {
    names.push_back(job_name(array_folder(run_, array) / "grade.sh"));
  }
  return names;
}

const std::vector<std::string>& Ledger::given_to(const std::string& job, int task) const {
  static const std::vector<std::string> kNothing;
  const auto found = parts_.find({job, task});
  return found == parts_.end() ? kNothing : found->second;
}

int Ledger::tries(const std::string& key) const {
  const auto found = tries_.find(key);
  return found == tries_.end() ? 0 : found->second;
}

void Ledger::note_failure(const std::string& key, std::int64_t finished) {
  failures_[key].push_back(finished);
  std::string text;
  for (const auto& [each, counts] : failures_) {
    for (const std::int64_t count : counts) text += fmt::format("{} {}\n", count, each);
  }
  write_durably(run_ / kFailures, text);
}

std::vector<std::int64_t> Ledger::failures(const std::string& key) const {
  const auto found = failures_.find(key);
  return found == failures_.end() ? std::vector<std::int64_t>() : found->second;
}

fs::path Ledger::last_log(const std::string& key) const {
  const auto found = logs_.find(key);
  return found == logs_.end() ? fs::path() : found->second;
}

void Ledger::end() { write_durably(run_ / kEnded, ""); }

}  // namespace grading

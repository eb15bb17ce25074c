// A look every few seconds: which tasks are there, which results have come, what has neither.
#include "grading/slurm/executor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "grading/gradebook/durable_file.h"
#include "grading/gradebook/not_judged.h"
#include "grading/gradebook/result_file.h"
#include "grading/slurm/ledger.h"

namespace grading {
namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr const char* kHost = "slurm";   // who holds the leases
constexpr int kLease = 7 * 24 * 3600;    // seconds; queues are long, and we take it back at the end
constexpr std::size_t kMostTasks = 500;  // in an array; Slurm's own limit is 1,000 as a rule

// One process at a time looks after a folder. The lock goes with the process.
class Lock {
 public:
  explicit Lock(const fs::path& folder)
      : fd_(open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (fd_ < 0) throw std::system_error(errno, std::generic_category(), folder / "lock");
  }
  ~Lock() { close(fd_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  bool take() const { return flock(fd_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int fd_;
};

std::string quoted_for_shell(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string script_of(const std::string& what, const std::vector<std::string>& command,
                      const std::string& rest) {
  std::string text = fmt::format("#!/bin/bash\n# {} Written by course grade.\nexec", what);
  for (const std::string& word : command) text += " " + quoted_for_shell(word);
  return text + rest + "\n";
}

// False when we are asked to stop.
bool sleep(std::chrono::milliseconds time, const SlurmOptions& options) {
  const auto end = Clock::now() + time;
  const auto asked = [&] { return options.stop.stop_requested(); };
  while (!asked() && Clock::now() < end) {
    std::this_thread::sleep_for(std::min(time, std::chrono::milliseconds(100)));
  }
  return !asked();
}

// What comes back from a lost task goes into smaller ones: if one of its submissions brought it
// down, that one is soon alone.
std::size_t task_size(int submissions_per_task, int tries) {
  const int size = tries == 0 ? submissions_per_task : tries == 1 ? submissions_per_task / 6 : 1;
  return static_cast<std::size_t>(std::max(1, size));
}

class Class {
 public:
  Class(Gradebook& book, const std::vector<PendingSubmission>& pending, Scheduler& scheduler,
        const SlurmOptions& options)
      : book_(book), scheduler_(scheduler), options_(options), ledger_(options.folder) {
    progress_.counts.all = pending.size();
    book_.release(kHost);
    for (const PendingSubmission& one : pending) take_on(one);
  }
  ~Class() {
    try {
      book_.release(kHost);
    } catch (const DatabaseError&) {  // what is not taken back runs out
    }
  }
  Class(const Class&) = delete;
  Class& operator=(const Class&) = delete;

  Progress grade(Waiting waiting) {
    auto pause = options_.between_looks;
    while (true) {
      const bool under_way = look();
      tell();
      if (open_.empty()) {
        ledger_.end();
        break;
      }
      if (waiting == Waiting::kByCollector && under_way) break;
      if (!sleep(pause, options_)) break;
      // Controllers serve many: who waits long asks seldom.
      pause = std::min(pause * 11 / 10 + std::chrono::milliseconds(1), 10 * options_.between_looks);
    }
    return progress_.counts;
  }

 private:
  // A submission that we hold the lease of.
  struct Open {
    PendingSubmission one;
    Lease lease;
    std::optional<Clock::time_point> without_task;  // since then
  };

  void take_on(const PendingSubmission& one) {
    if (const auto lease = book_.begin(one.id, one.versions, kHost, kLease, options_.failures)) {
      open_.emplace(key_of(one), Open{one, *lease, {}});
      return;
    }
    progress_.counts.pass_by(book_.state(one.id, one.versions));
  }

  // Tasks first, results then: what a task has written before it ended is there to be seen. True
  // when all that is open has a task.
  bool look() {
    progress_.note.clear();
    const auto tasks = scheduler_.tasks(ledger_.job_names());
    take_results();
    if (!tasks) return wait_for_an_answer();
    last_answer_ = Clock::now();
    count(*tasks);
    return hand_in(without_task(*tasks));
  }

  bool wait_for_an_answer() {
    progress_.note = "Slurm does not answer; waiting for it";
    if (Clock::now() - last_answer_ < options_.no_answer) return false;
    throw std::runtime_error(
        fmt::format("Slurm has not answered for {} minutes. Nothing is lost: tasks that run go on, "
                    "and the same "
                    "command takes their results and goes on, too",
                    options_.no_answer.count()));
  }

  void count(const std::vector<Task>& tasks) {
    progress_.running = progress_.waiting = 0;
    std::set<std::string> reasons;
    for (const Task& task : tasks) {
      const bool waits = task.state == "PENDING";
      ++(waits ? progress_.waiting : progress_.running);
      if (waits) reasons.insert(task.why);
    }
    progress_.why = fmt::format("{}", fmt::join(reasons, ", "));
  }

  void take_results() {
    for (auto open = open_.begin(); open != open_.end();) {
      open = take_result(open->second) ? open_.erase(open) : std::next(open);
    }
  }

  // True when the submission is done with.
  bool take_result(Open& open) {
    std::string why_not;
    const auto result = read_result(ledger_.results(), open.one, why_not);
    if (!result) {
      // Out of the way, or each worker that comes to it would have to judge it again.
      if (!why_not.empty()) set_aside(open.one, why_not);
      return false;
    }
    if (result->graded.verdict != "grader_error") {
      progress_.counts.done += book_.finish(open.lease, result->graded, options_.counts) ? 1 : 0;
      return true;
    }
    fs::remove(result_file(ledger_.results(), open.one));
    if (is_its_own_fault(open.one) && may_be_its_own(result->graded)) {
      const Graded failed = not_judged(result->graded, options_.failures);
      progress_.counts.done += book_.finish(open.lease, failed, options_.counts) ? 1 : 0;
      return true;
    }
    book_.give_up(open.lease, result->graded.message);
    return !leased_again(open);
  }

  /// It was tried often enough, in tasks of other submissions each time, and others were graded
  /// between its first and its last try: so the cluster is well, and it is this submission on which
  /// our programs fail. The ledger knows of tries before this process.
  bool is_its_own_fault(const PendingSubmission& one) {
    const std::string key = key_of(one);
    ledger_.note_failure(key, book_.finished());
    const std::vector<std::int64_t> failures = ledger_.failures(key);
    return static_cast<int>(failures.size()) >= options_.failures &&
           book_.finished() > failures.front();
  }

  void set_aside(const PendingSubmission& one, const std::string& why) {
    const fs::path file = result_file(ledger_.results(), one);
    std::error_code ignored;
    fs::rename(file, file.string() + ".broken", ignored);
    progress_.note = fmt::format("{} is no result ({}); its submission is graded again",
                                 file.filename().string(), why);
  }

  bool leased_again(Open& open) {
    const auto lease =
        book_.begin(open.one.id, open.one.versions, kHost, kLease, options_.failures);
    if (lease) open.lease = *lease;
    if (!lease) ++progress_.counts.given_up;
    return lease.has_value();
  }

  // What no task has, or only one that Slurm holds back, which is taken from it.
  std::vector<PendingSubmission> without_task(const std::vector<Task>& tasks) {
    std::set<std::string> has_task, was_held;
    std::vector<Task> held;
    for (const Task& task : tasks) {
      const auto& keys = ledger_.given_to(task.job, task.number);
      (task.held_back ? was_held : has_task).insert(keys.begin(), keys.end());
      if (task.held_back) held.push_back(task);
    }
    if (!held.empty()) scheduler_.cancel(held);
    std::vector<PendingSubmission> without;
    for (auto& [key, open] : open_) {
      if (has_task.contains(key)) {
        open.without_task.reset();
      } else if (was_held.contains(key) || is_missing(key, open)) {
        without.push_back(open.one);
      }
    }
    return without;
  }

  // A task that has just ended may have left results that we do not see yet.
  bool is_missing(const std::string& key, Open& open) {
    if (ledger_.tries(key) == 0) return true;
    if (!open.without_task) open.without_task = Clock::now();
    return Clock::now() - *open.without_task >= options_.late_files;
  }

  // True when all that is open has a task now.
  bool hand_in(const std::vector<PendingSubmission>& submissions) {
    // By the GPUs that a task is given, and by how many share one.
    std::map<std::pair<int, std::size_t>, std::vector<PendingSubmission>> groups;
    std::size_t again = 0;
    for (const PendingSubmission& one : submissions) {
      const int tries = ledger_.tries(key_of(one));
      if (tries >= options_.tries) {
        give_up(one);
        continue;
      }
      again += tries > 0 ? 1 : 0;
      const int gpus = options_.gpus ? options_.gpus(one.submission) : 0;
      groups[{gpus, task_size(options_.submissions_per_task, tries)}].push_back(one);
    }
    if (again > 0)
      progress_.note = fmt::format("{} lost their task and are handed in again", again);
    bool all_taken = true;
    for (const auto& [kind, of_kind] : groups) {
      all_taken &= hand_in_group(of_kind, kind.first, kind.second);
    }
    return all_taken && std::none_of(open_.begin(), open_.end(), [](const auto& open) {
             return open.second.without_task.has_value();
           });
  }

  bool hand_in_group(const std::vector<PendingSubmission>& submissions, int gpus,
                     std::size_t size) {
    std::vector<std::vector<PendingSubmission>> parts;
    bool all_taken = true;
    for (std::size_t i = 0; i < submissions.size(); i += size) {
      const auto first = submissions.begin() + static_cast<std::ptrdiff_t>(i);
      const auto count = static_cast<std::ptrdiff_t>(std::min(size, submissions.size() - i));
      parts.emplace_back(first, first + count);
      if (parts.size() == kMostTasks) {
        all_taken &= hand_in_array(std::exchange(parts, {}), gpus, size);
      }
    }
    return (parts.empty() || hand_in_array(parts, gpus, size)) && all_taken;
  }

  bool hand_in_array(const std::vector<std::vector<PendingSubmission>>& parts, int gpus,
                     std::size_t size) {
    Job job;
    job.script = ledger_.add_array(parts);
    job.name = ledger_.job_name(job.script);
    job.tasks = static_cast<int>(parts.size());
    job.cpus = options_.cpus_per_task;
    job.gpus = gpus;
    job.limit = limit_of(size);
    job.more = options_.more;
    const std::string part = quoted_for_shell(job.script.parent_path().string() + "/part-") +
                             "\"$SLURM_ARRAY_TASK_ID\".json";
    write_durably(job.script,
                  script_of("Grades a part of a class in each task.", options_.worker, " " + part));
    const auto number = submitted(job);
    if (!number) return false;
    for (const auto& submissions : parts) {
      for (const PendingSubmission& one : submissions) open_.at(key_of(one)).without_task.reset();
    }
    hand_in_collector(job, *number);
    return true;
  }

  // What Slurm has not taken was no try.
  std::optional<std::string> submitted(const Job& job) {
    try {
      auto number = scheduler_.submit(job);
      if (!number) ledger_.note_no_try(job.script);
      return number;
    } catch (const SlurmRefuses&) {
      ledger_.note_no_try(job.script);
      throw;
    }
  }

  std::chrono::minutes limit_of(std::size_t size) const {
    const auto rounds = static_cast<int>(size) / std::max(1, options_.cpus_per_task) + 1;
    return std::chrono::ceil<std::chrono::minutes>(rounds * options_.limit_each) +
           std::chrono::minutes(5);
  }

  // For when nobody waits any more. Without it the class is graded all the same, by the same
  // command again, so that its failing is worth a note and no more.
  void hand_in_collector(const Job& array, const std::string& number) {
    if (options_.collector.empty()) return;
    Job job;
    job.script = array.script.parent_path() / "collect.sh";
    job.name = array.name + "-collect";
    job.after = number;
    job.more = options_.more;
    write_durably(job.script,
                  script_of("Takes in what the tasks have found out.", options_.collector, ""));
    try {
      scheduler_.submit(job);
    } catch (const SlurmRefuses& refusal) {
      progress_.note = refusal.what();
    }
  }

  void give_up(const PendingSubmission& one) {
    const auto open = open_.find(key_of(one));
    book_.give_up(open->second.lease,
                  fmt::format("no task could grade it in {} tries; the last one's log is {}",
                              options_.tries, ledger_.last_log(open->first).string()));
    open_.erase(open);
    ++progress_.counts.given_up;
  }

  void tell() {
    progress_.counts.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (options_.on_progress) options_.on_progress(progress_);
  }

  Gradebook& book_;
  Scheduler& scheduler_;
  const SlurmOptions& options_;
  Ledger ledger_;
  std::map<std::string, Open> open_;
  SlurmProgress progress_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_answer_ = start_;
};

bool wait_for(const Lock& lock, const SlurmOptions& options) {
  SlurmProgress progress;
  progress.note = "another course grade looks after this folder; waiting for it to end";
  while (!lock.take()) {
    if (options.on_progress) options.on_progress(progress);
    if (!sleep(options.between_looks, options)) return false;
  }
  return true;
}

}  // namespace

Progress grade_on_slurm(Gradebook& book, const std::vector<PendingSubmission>& pending,
                        Scheduler& scheduler, const SlurmOptions& options, Waiting waiting) {
  if (!options.folder.is_absolute()) {
    throw std::invalid_argument("the folder for Slurm must be named from the root");
  }
  fs::create_directories(options.folder);
  const Lock lock(options.folder);
  const bool ours = waiting == Waiting::kByCollector ? lock.take() : wait_for(lock, options);
  if (!ours) return {};
  return Class(book, pending, scheduler, options).grade(waiting);
}

}  // namespace grading

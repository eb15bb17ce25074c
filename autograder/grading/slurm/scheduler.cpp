// sbatch, squeue and scancel, each with a time limit.
#include "grading/slurm/scheduler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string_view>

#include "base/process.h"
#include "base/text.h"

namespace grading {
namespace {

constexpr std::chrono::seconds kPatience(
    60);  // with a controller that takes calls and says nothing

// Widths are of no use where names may be long: a separator behind each field, as wide as it gets.
constexpr const char* kFormat = "Name:.120|,ArrayTaskID:.12|,State:.20|,Reason:.60|,RestartCnt:.8|";

base::Ended run(std::vector<std::string> words) {
  base::Command command{std::move(words)};
  command.environment = {{"LC_ALL", "C"}};
  command.time_limit = kPatience;
  return base::run_process(command);
}

// Others may name their jobs as ours are named. By number, as older versions know no --me.
std::string only_ours() { return fmt::format("--user={}", geteuid()); }

int number_in(const std::string& text) { return std::atoi(text.c_str()); }

// A task that waits for its time waits for what we never asked for: it has run before. The others
// are said of tasks that nodes failed to begin, with spaces or underscores, as versions have it.
// What an operator holds is theirs to let go.
bool is_held_back(const std::string& state, std::string reason, int restarts) {
  if (state != "PENDING") return false;
  if (reason == "BeginTime") return restarts > 0;
  std::replace(reason.begin(), reason.end(), '_', ' ');
  return reason == "launch failed requeued held" || reason == "JobHoldMaxRequeue";
}

}  // namespace

std::vector<std::string> sbatch_words(const Job& job) {
  std::vector<std::string> words = {"sbatch",
                                    "--parsable",
                                    "--requeue",
                                    "--job-name=" + job.name,
                                    "--ntasks=1",
                                    fmt::format("--array=1-{}", job.tasks),
                                    fmt::format("--cpus-per-task={}", job.cpus),
                                    fmt::format("--time={}", job.limit.count()),
                                    "--chdir=" + job.script.parent_path().string(),
                                    "--output=" + job.script.stem().string() + "-log-%a.txt",
                                    "--open-mode=append"};
  if (job.gpus > 0) words.push_back(fmt::format("--gres=gpu:{}", job.gpus));
  if (!job.after.empty()) words.push_back("--dependency=afterany:" + job.after);
  words.insert(words.end(), job.more.begin(), job.more.end());
  words.push_back(job.script.string());
  return words;
}

bool says_no_answer(const std::string& words) {
  constexpr std::array<std::string_view, 8> kSigns = {"Unable to contact slurm controller",
                                                      "Socket timed out",
                                                      "Zero Bytes were transmitted",
                                                      "Connection refused",
                                                      "Connection timed out",
                                                      "in standby mode",
                                                      "Transport endpoint is not connected",
                                                      "temporarily unable to accept job"};
  return std::any_of(kSigns.begin(), kSigns.end(),
                     [&](std::string_view sign) { return words.find(sign) != std::string::npos; });
}

std::vector<Task> tasks_in(const std::string& printed) {
  std::vector<Task> tasks;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    std::array<std::string, 5> fields;
    std::istringstream rest(line);
    bool whole = true;
    for (std::string& field : fields) {
      whole &= static_cast<bool>(std::getline(rest, field, '|'));
      field = std::string(base::trimmed(field));
    }
    if (!whole) continue;
    tasks.push_back({fields[0], number_in(fields[1]), fields[2], fields[3],
                     is_held_back(fields[2], fields[3], number_in(fields[4]))});
  }
  return tasks;
}

Slurm::Slurm() {
  for (const char* program : {"sbatch", "squeue", "scancel"}) {
    if (base::find_program(program).empty()) {
      throw std::runtime_error(fmt::format(
          "there is no {} here: --executor slurm works on a machine from which jobs can be handed "
          "in to Slurm; --executor local grades on this one",
          program));
    }
  }
}

std::optional<std::string> Slurm::submit(const Job& job) {
  const base::Ended ended = run(sbatch_words(job));
  const std::string number(base::trimmed(ended.out.substr(0, ended.out.find(';'))));
  if (ended.ok() && !number.empty()) return number;
  if (ended.timed_out || says_no_answer(ended.err)) return std::nullopt;
  throw SlurmRefuses("sbatch does not take the job: " + std::string(base::trimmed(ended.err)));
}

std::optional<std::vector<Task>> Slurm::tasks(const std::vector<std::string>& jobs) {
  if (jobs.empty()) return std::vector<Task>{};
  const base::Ended ended =
      run({"squeue", "--noheader", "--array", only_ours(),
           fmt::format("--name={}", fmt::join(jobs, ",")), std::string("--Format=") + kFormat});
  if (!ended.ok()) return std::nullopt;
  return tasks_in(ended.out);
}

void Slurm::cancel(const std::vector<Task>& tasks) {
  std::map<std::string, std::vector<Task>> by_job;
  for (const Task& task : tasks) by_job[task.job].push_back(task);
  for (const auto& [job, of_job] : by_job) {
    // Numbers of jobs, asked for now, and good only together with the name.
    const base::Ended ended =
        run({"squeue", "--noheader", "--array", only_ours(), "--name=" + job, "--format=%F_%K"});
    std::vector<std::string> words = {"scancel", "--quiet", "--state=PENDING", only_ours(),
                                      "--name=" + job};
    const std::size_t without_numbers = words.size();
    std::istringstream known(ended.out);
    for (std::string id; known >> id;) {
      const auto is_it = [&](const Task& task) {
        return id.ends_with(fmt::format("_{}", task.number));
      };
      if (std::any_of(of_job.begin(), of_job.end(), is_it)) words.push_back(id);
    }
    if (ended.ok() && words.size() > without_numbers) run(words);
  }
}

}  // namespace grading

// Two pipes and a poll loop.
#include "base/process.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "base/capture.h"
#include "base/interrupt.h"
#include "base/spawn.h"

namespace base {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = std::size_t{24} << 20;

std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& extra) {
  std::vector<std::string> entries = environment();
  std::erase_if(entries, [&extra](const std::string& entry) {
    return std::ranges::any_of(
        extra, [&entry](const auto& one) { return entry.starts_with(one.first + "="); });
  });
  for (const auto& [name, value] : extra) entries.push_back(name + "=" + value);
  return entries;
}

bool may_be_killed(const Command& command) {
  return command.time_limit.has_value() || command.stop.stop_possible();
}

/// What it prints.
struct Output {
  Capture out{kMostOutput, Capture::Keep::kBothEnds}, err{kMostOutput, Capture::Keep::kBothEnds};
};

pid_t start(const Command& command, const Output& output) {
  Start start{command.arguments, environment_with(command.environment), command.folder};
  // A group of its own, so that all of it can be killed.
  start.kin = may_be_killed(command) ? Start::Kin::kOwnGroup : Start::Kin::kOurs;
  start.no_input = command.heard == Heard::kAll;
  if (command.heard == Heard::kAll) start.descriptors.push_back({output.out.writing(), 1});
  if (command.heard != Heard::kNothing) start.descriptors.push_back({output.err.writing(), 2});
  return spawn(start);
}

/// When a program that has not ended is killed.
struct Limit {
  std::optional<Clock::time_point> deadline;
  std::stop_token stop;

  bool is_over() const { return stop.stop_requested() || (deadline && Clock::now() > *deadline); }
  /// How long to wait before asking again; -1: for ever.
  int milliseconds() const {
    constexpr long long kStopIsAskedFor = 20;
    if (!deadline) return stop.stop_possible() ? static_cast<int>(kStopIsAskedFor) : -1;
    const long long left =
        std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now()).count();
    const long long wait = left > 0 ? left + 1 : 0;
    return static_cast<int>(stop.stop_possible() ? std::min(wait, kStopIsAskedFor) : wait);
  }
};

/// Reads both streams until they end or the limit is over; true in the former case.
bool read_both(Output& output, const Limit& limit) {
  while (!output.out.has_ended() || !output.err.has_ended()) {
    std::array<pollfd, 2> streams{pollfd{output.out.reading(), POLLIN, 0},
                                  pollfd{output.err.reading(), POLLIN, 0}};
    poll(streams.data(), streams.size(), limit.milliseconds());
    if (limit.is_over()) return false;
    output.out.drain();
    output.err.drain();
  }
  return true;
}

/// Waits for the program's end; false when the limit comes first.
bool wait_for(pid_t pid, int& status, const Limit& limit) {
  if (!limit.deadline && !limit.stop.stop_possible()) {
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return true;
  }
  while (waitpid(pid, &status, WNOHANG) == 0) {
    if (limit.is_over()) return false;
    usleep(500);
  }
  return true;
}

}  // namespace

Ended run_process(const Command& command) {
  const Clock::time_point begin = Clock::now();
  Limit limit{std::nullopt, command.stop};
  if (command.time_limit) limit.deadline = begin + *command.time_limit;
  Output output;
  std::optional<InterruptsPassOn> passed_on;
  if (command.is_interrupted) passed_on.emplace();
  const pid_t pid = start(command, output);
  const EndsWithUs ends(may_be_killed(command) ? -pid : pid);
  if (passed_on) passed_on->go_to(pid);
  output.out.close_writing();
  output.err.close_writing();
  int status = 0;
  Ended ended;
  const bool in_time = read_both(output, limit) && wait_for(pid, status, limit);
  if (!in_time) {
    ended.timed_out = true;
    kill(-pid, SIGKILL);
    wait_for(pid, status, Limit{});
  }
  ended.out = std::move(output.out.text);
  ended.err = std::move(output.err.text);
  ended.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  ended.exit_status = ended.signal != 0 ? 128 + ended.signal : WEXITSTATUS(status);
  ended.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return ended;
}

std::filesystem::path find_program(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::filesystem::path candidate = std::filesystem::path(folder) / program;
    if (access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) {
      return candidate;
    }
  }
  return {};
}

}  // namespace base

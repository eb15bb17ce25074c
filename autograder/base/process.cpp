// posix_spawn, two pipes and a poll loop.
#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "base/interrupt.h"

namespace grader {

namespace {

using Clock = std::chrono::steady_clock;

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be opened");
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_end(int end) {
    if (ends_[end] >= 0) close(ends_[end]);
    ends_[end] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& extra) {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    bool replaced = false;
    for (const auto& [name, value] : extra) replaced |= text.starts_with(name + "=");
    if (!replaced) entries.emplace_back(text);
  }
  for (const auto& [name, value] : extra) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

bool may_be_killed(const Command& command) {
  return command.time_limit.has_value() || command.stop.stop_possible();
}

pid_t spawn(const Command& command, const Pipe& out, const Pipe& err) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (command.capture) {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.writing(), 1);
    posix_spawn_file_actions_adddup2(&actions, err.writing(), 2);
  }
  if (!command.folder.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  }
  short flags = POSIX_SPAWN_SETSIGMASK;  // what we ourselves read as signals must end it
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  if (may_be_killed(command)) {  // a group of its own, so that all of it can be killed
    posix_spawnattr_setpgroup(&attributes, 0);
    flags |= POSIX_SPAWN_SETPGROUP;
  }
  posix_spawnattr_setflags(&attributes, flags);
  const std::vector<std::string> environment = environment_with(command.environment);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, command.arguments.at(0).c_str(), &actions, &attributes,
                                 pointers(command.arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    throw std::runtime_error(
        fmt::format("{} cannot be started: {}", command.arguments[0], std::strerror(error)));
  }
  return pid;
}

/// False at the end of the stream.
/// What a compiler says of a hostile text has no end: its beginning and its end are kept.
void forget_the_middle(std::string& text) {
  constexpr std::size_t kMost = std::size_t{24} << 20, kPart = std::size_t{8} << 20;
  if (text.size() > kMost) text.erase(kPart, text.size() - 2 * kPart);
}

bool drain(int fd, std::string& into) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = read(fd, buffer.data(), buffer.size());
  if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
  forget_the_middle(into);
  return count > 0 || (count < 0 && errno == EINTR);
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
bool read_both(int out, int err, Ended& ended, const Limit& limit) {
  std::array<pollfd, 2> streams{pollfd{out, POLLIN, 0}, pollfd{err, POLLIN, 0}};
  std::array<std::string*, 2> texts{&ended.out, &ended.err};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    const int ready = poll(streams.data(), streams.size(), limit.milliseconds());
    if (limit.is_over()) return false;
    for (std::size_t i = 0; ready > 0 && i < streams.size(); ++i) {
      if (streams[i].revents != 0 && !drain(streams[i].fd, *texts[i])) streams[i].fd = -1;
    }
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
  const Clock::time_point start = Clock::now();
  Limit limit{std::nullopt, command.stop};
  if (command.time_limit) limit.deadline = start + *command.time_limit;
  Pipe out;
  Pipe err;
  Ended ended;
  const pid_t pid = spawn(command, out, err);
  const EndsWithUs ends(may_be_killed(command) ? -pid : pid);
  out.close_end(1);
  err.close_end(1);
  int status = 0;
  bool in_time = !command.capture || read_both(out.reading(), err.reading(), ended, limit);
  in_time = in_time && wait_for(pid, status, limit);
  if (!in_time) {
    ended.timed_out = true;
    kill(-pid, SIGKILL);
    wait_for(pid, status, Limit{});
  }
  ended.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  ended.exit_status = ended.signal != 0 ? 128 + ended.signal : WEXITSTATUS(status);
  ended.seconds = std::chrono::duration<double>(Clock::now() - start).count();
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

}  // namespace grader

// posix_spawn, poll, kill, reap. The order at the end matters: first everything is dead, then the
// caller looks at memory that the dead had mapped.
#include "harness/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "harness/grader_error.h"
#include "harness/memory_file.h"

namespace harness {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kCensusInterval = std::chrono::milliseconds(20);
constexpr auto kBurialTime = std::chrono::seconds(10);

std::string read_small_file(const std::string& path) {
  const Descriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) return {};
  char text[4096];
  const ssize_t n = read(fd.get(), text, sizeof text);
  return n > 0 ? std::string(text, static_cast<std::size_t>(n)) : std::string();
}

std::vector<pid_t> numbers_in(const std::string& folder) {
  std::vector<pid_t> numbers;
  DIR* dir = opendir(folder.c_str());
  if (dir == nullptr) return numbers;
  while (const dirent* entry = readdir(dir)) {
    if (const pid_t n = std::atoi(entry->d_name); n > 0) numbers.push_back(n);
  }
  closedir(dir);
  return numbers;
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const pid_t thread : numbers_in(tasks)) {
    const std::string text = read_small_file(tasks + "/" + std::to_string(thread) + "/children");
    for (const char* p = text.c_str(); *p != '\0';) {
      char* end = nullptr;
      const pid_t child = static_cast<pid_t>(std::strtol(p, &end, 10));
      if (end == p || child == 0) break;
      children.push_back(child);
      p = end + std::strspn(end, " ");
    }
  }
  return children;
}

/// What a process and its descendants use at one moment.
struct Census {
  int threads = 0;
  std::size_t resident_bytes = 0;
};

void count(pid_t pid, Census& census, int depth = 0) {
  const std::string folder = "/proc/" + std::to_string(pid);
  census.threads += static_cast<int>(numbers_in(folder + "/task").size());
  const std::string statm = read_small_file(folder + "/statm");
  if (const std::size_t space = statm.find(' '); space != std::string::npos) {
    census.resident_bytes += std::strtoull(statm.c_str() + space, nullptr, 10) *
                             static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }
  if (depth > 64 || census.threads > 4096) return;
  for (const pid_t child : children_of(pid)) count(child, census, depth + 1);
}

// Itself or, where a launcher stands in between, the innermost of its only children.
bool sleeps_on_a_stop(pid_t pid, int depth = 0) {
  const std::string stat = read_small_file("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end != std::string::npos && stat.substr(name_end, 3).find('T') != std::string::npos) {
    return true;
  }
  const std::vector<pid_t> children = children_of(pid);
  return depth < 64 && children.size() == 1 && sleeps_on_a_stop(children[0], depth + 1);
}

/// A pipe whose reading end collects the first kCapturedBytes and throws the rest away.
class Capture {
 public:
  Capture() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw_system_error("pipe");
    reading_ = Descriptor(ends[0]);
    writing_ = Descriptor(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }
  int writing() const { return writing_.get(); }
  int reading() const { return reading_.get(); }
  void close_writing() { writing_.close(); }
  void drain() {
    char block[16 * 1024];
    for (int i = 0; i < 64; ++i) {
      const ssize_t n = read(reading_.get(), block, sizeof block);
      if (n == 0) reading_.close();
      if (n <= 0) return;
      text.append(block, std::min(static_cast<std::size_t>(n), kCapturedBytes - text.size()));
    }
  }
  std::string text;

 private:
  Descriptor reading_, writing_;
};

// Orphans of the child become ours, so that none escapes.
void become_subreaper() {
  static const bool done = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  if (!done) throw_system_error("PR_SET_CHILD_SUBREAPER");
}

// Gives each of ours a number above all of theirs: none overwrites another on its way to the child.
std::vector<Descriptor> lift(std::vector<PassedDescriptor>& passed) {
  std::vector<Descriptor> lifted;
  for (PassedDescriptor& descriptor : passed) {
    descriptor.ours = fcntl(descriptor.ours, F_DUPFD_CLOEXEC, 16);
    if (descriptor.ours < 0) throw_system_error("passing a descriptor");
    lifted.emplace_back(descriptor.ours);
  }
  return lifted;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const std::string& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

pid_t spawn(const Program& program, const std::vector<PassedDescriptor>& descriptors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (const auto& [ours, theirs] : descriptors) {
    posix_spawn_file_actions_adddup2(&actions, ours, theirs);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, ignored;  // ignoring a signal would be inherited
  sigemptyset(&none);
  sigemptyset(&ignored);
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGCHLD, SIGTERM, SIGTSTP}) {
    sigaddset(&ignored, signal);
  }
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const std::vector<char*> words = pointers(program.words);
  const std::vector<char*> environment = pointers(program.environment);
  pid_t pid = 0;
  errno = posix_spawnp(&pid, words[0], &actions, &attributes, words.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (errno != 0) throw_system_error("starting " + program.words[0]);
  return pid;
}

ProcessEnd::Stop too_much(pid_t pid, const Limits& limits) {
  Census census;
  count(pid, census);
  if (census.threads > limits.processes) return ProcessEnd::Stop::kProcesses;
  if (census.resident_bytes > limits.memory_mb << 20) return ProcessEnd::Stop::kMemory;
  return ProcessEnd::Stop::kNone;
}

// Waits until the process has ended or must be ended.
void watch(pid_t pid, int pidfd, const Limits& limits, Capture& out, Capture& err,
           ProcessEnd& end) {
  const auto deadline = Clock::now() + std::chrono::duration<double>(limits.seconds);
  auto next_census = Clock::now() + kCensusInterval;
  while (true) {
    pollfd waited[] = {{pidfd, POLLIN, 0}, {out.reading(), POLLIN, 0}, {err.reading(), POLLIN, 0}};
    const auto until = std::chrono::ceil<std::chrono::milliseconds>(std::min<Clock::duration>(
        next_census - Clock::now(),
        std::chrono::duration_cast<Clock::duration>(deadline - Clock::now())));
    poll(waited, std::size(waited), std::max(0, static_cast<int>(until.count())));
    if (waited[1].revents != 0) out.drain();
    if (waited[2].revents != 0) err.drain();
    if (waited[0].revents != 0) return;
    if (Clock::now() >= deadline) {
      end.stopped_for = ProcessEnd::Stop::kTime;
      end.was_stopped = sleeps_on_a_stop(pid);
      return;
    }
    if (Clock::now() < next_census) continue;
    end.stopped_for = too_much(pid, limits);
    if (end.stopped_for != ProcessEnd::Stop::kNone) return;
    next_census = Clock::now() + kCensusInterval;
  }
}

void kill_descendants() {
  std::vector<pid_t> pending = children_of(getpid());
  for (std::size_t i = 0; i < pending.size() && i < 4096; ++i) {
    for (const pid_t child : children_of(pending[i])) pending.push_back(child);
    kill(pending[i], SIGKILL);
  }
}

void note_end(int status, bool launches, ProcessEnd& end) {
  constexpr int kSignals = 128;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (launches && end.exit_status > kSignals && end.exit_status < kSignals + NSIG) {
    end.signal = std::exchange(end.exit_status, 0) - kSignals;
  }
}

// Kills and reaps until no child, grandchild or orphan is left.
void bury(pid_t pid, bool launches, ProcessEnd& end) {
  const auto deadline = Clock::now() + kBurialTime;
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
  while (true) {
    int status = 0;
    rusage usage{};
    const pid_t dead = wait4(-1, &status, WNOHANG, &usage);
    if (dead < 0 && errno == ECHILD) return;
    if (dead > 0) end.peak_kb = std::max(end.peak_kb, usage.ru_maxrss);
    if (dead == pid) note_end(status, launches, end);
    if (dead > 0) continue;
    if (Clock::now() > deadline) throw GraderError("processes of the run could not be ended");
    kill_descendants();
    usleep(200);
  }
}

}  // namespace

ProcessEnd run_process(const Program& program, const std::vector<PassedDescriptor>& descriptors,
                       const Limits& limits) {
  become_subreaper();
  Capture out, err;
  std::vector<PassedDescriptor> passed = descriptors;
  passed.push_back({out.writing(), STDOUT_FILENO});
  passed.push_back({err.writing(), STDERR_FILENO});
  const std::vector<Descriptor> lifted = lift(passed);

  ProcessEnd end;
  const auto start = Clock::now();
  const pid_t pid = spawn(program, passed);
  out.close_writing();
  err.close_writing();
  const Descriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (pidfd.get() >= 0) watch(pid, pidfd.get(), limits, out, err, end);
  end.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  bury(pid, program.launches, end);
  if (pidfd.get() < 0) throw GraderError("pidfd_open failed");
  out.drain();
  err.drain();
  end.standard_output = std::move(out.text);
  end.standard_error = std::move(err.text);
  return end;
}

}  // namespace harness

// /proc and signals.
#include "harness/family.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "harness/running/grader_error.h"
#include "harness/running/memory_file.h"

namespace harness {
namespace {

using Clock = std::chrono::steady_clock;
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

void add_to(Census& census, pid_t pid, int depth) {
  const std::string folder = "/proc/" + std::to_string(pid);
  census.threads += static_cast<int>(numbers_in(folder + "/task").size());
  const std::string statm = read_small_file(folder + "/statm");
  if (const std::size_t space = statm.find(' '); space != std::string::npos) {
    census.resident_bytes += std::strtoull(statm.c_str() + space, nullptr, 10) *
                             static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }
  if (depth > 64 || census.threads > 4096) return;
  for (const pid_t child : children_of(pid)) add_to(census, child, depth + 1);
}

// schedstat: nanoseconds on a processor, nanoseconds of waiting for one, turns.
void add_to(Waits& waits, pid_t pid, int depth) {
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const pid_t thread : numbers_in(tasks)) {
    const std::string text = read_small_file(tasks + "/" + std::to_string(thread) + "/schedstat");
    const std::size_t space = text.find(' ');
    if (space != std::string::npos)
      waits[thread] = std::strtod(text.c_str() + space, nullptr) / 1e9;
  }
  if (depth > 64 || waits.size() > 4096) return;
  for (const pid_t child : children_of(pid)) add_to(waits, child, depth + 1);
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

}  // namespace

Census census_of(pid_t pid) {
  Census census;
  add_to(census, pid, 0);
  return census;
}

Waits waits_of(pid_t pid) {
  Waits waits;
  add_to(waits, pid, 0);
  return waits;
}

// Itself or, where a launcher stands in between, the innermost of its only children.
bool sleeps_on_a_stop(pid_t pid, int depth) {
  const std::string stat = read_small_file("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end != std::string::npos && stat.substr(name_end, 3).find('T') != std::string::npos) {
    return true;
  }
  const std::vector<pid_t> children = children_of(pid);
  return depth < 64 && children.size() == 1 && sleeps_on_a_stop(children[0], depth + 1);
}

void become_subreaper() {
  static const bool done = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  if (!done) throw_system_error("PR_SET_CHILD_SUBREAPER");
}

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

}  // namespace harness

// The order at the end matters: first everything is dead, then the caller
// looks at memory that the dead had mapped.
#include "harness/running/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "harness/family.h"
#include "harness/running/control.h"
#include "harness/running/grader_error.h"
#include "harness/running/memory_file.h"

namespace harness {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kCensusInterval = std::chrono::milliseconds(20);
// A run tells many short things, each of which would wake us: what comes soon after is taken with
// it.
constexpr auto kSoon = std::chrono::milliseconds(1);

ProcessEnd::Stop too_much(pid_t pid, const Limits& limits) {
  const Census census = census_of(pid);
  if (census.threads > limits.processes) return ProcessEnd::Stop::kProcesses;
  if (census.resident_bytes > limits.memory_mb << 20) return ProcessEnd::Stop::kMemory;
  return ProcessEnd::Stop::kNone;
}

/// The time that a run has. A machine that has more to do than it can holds runs up, which is no
/// fault of theirs: for how long a thread of it has waited for a processor is added, within reason.
class Patience {
 public:
  Patience(pid_t pid, double seconds) : pid_(pid), seconds_(seconds) { extend(0); }

  Clock::duration left() const { return deadline_ - Clock::now(); }
  /// What a server has waited before is not of this run.
  void begin() {
    if (!before_) before_ = waits_of(pid_);
  }
  bool ends() {
    if (before_ && left() <= Clock::duration::zero())
      extend(std::min(longest_wait(), kMostTimes * seconds_));
    return left() <= Clock::duration::zero();
  }

 private:
  static constexpr double kMostTimes = 3;

  void extend(double more) {
    deadline_ = start_ + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(seconds_ + more));
  }
  double longest_wait() const {
    double longest = 0;
    for (const auto& [thread, seconds] : waits_of(pid_)) {
      const auto known = before_->find(thread);
      longest = std::max(longest, seconds - (known == before_->end() ? 0 : known->second));
    }
    return longest;
  }

  pid_t pid_;
  double seconds_;
  Clock::time_point start_ = Clock::now(), deadline_;
  std::optional<Waits> before_;
};

}  // namespace

void Captures::close_writing() {
  for (Capture* one : {&out, &err, &book}) one->close_writing();
}

bool Captures::drain() {
  bool any = false;
  for (Capture* one : {&out, &err, &book}) any |= one->drain();
  return any;
}

void Captures::move_to(ProcessEnd& end) {
  out.drain();
  err.drain();
  book.drain_all();
  end.standard_output = std::move(out.text);
  end.standard_error = std::move(err.text);
  end.book = std::move(book.text);
}

void watch(pid_t pid, int news, const Limits& limits, Captures& captures, ProcessEnd& end) {
  Patience patience(pid, limits.seconds);
  auto next_census = Clock::now() + kCensusInterval;
  bool is_telling = false;
  while (true) {
    pollfd waited[] = {{news, POLLIN, 0},
                       {captures.out.reading(), POLLIN, 0},
                       {captures.err.reading(), POLLIN, 0},
                       {captures.book.reading(), POLLIN, 0}};
    auto until = std::chrono::ceil<std::chrono::milliseconds>(
        std::min<Clock::duration>(next_census - Clock::now(), patience.left()));
    if (is_telling) until = std::min(until, kSoon);
    poll(waited, is_telling ? 1 : std::size(waited), std::max(0, static_cast<int>(until.count())));
    is_telling = captures.drain();
    if (waited[0].revents != 0) return;
    if (patience.ends()) {
      end.stopped_for = ProcessEnd::Stop::kTime;
      end.was_stopped = sleeps_on_a_stop(pid);
      return;
    }
    if (Clock::now() < next_census) continue;
    patience.begin();
    end.stopped_for = too_much(pid, limits);
    if (end.stopped_for != ProcessEnd::Stop::kNone) return;
    next_census = Clock::now() + kCensusInterval;
  }
}

std::vector<Descriptor> lift(std::vector<PassedDescriptor>& passed) {
  std::vector<Descriptor> lifted;
  for (PassedDescriptor& descriptor : passed) {
    descriptor.ours = fcntl(descriptor.ours, F_DUPFD_CLOEXEC, 16);
    if (descriptor.ours < 0) throw_system_error("passing a descriptor");
    lifted.emplace_back(descriptor.ours);
  }
  return lifted;
}

pid_t spawn(const Program& program, const std::vector<PassedDescriptor>& descriptors) {
  try {
    return base::spawn({.words = program.words,
                        .environment = program.environment,
                        .kin = base::Start::Kin::kOwnSession,
                        .descriptors = descriptors,
                        .is_a_stranger = true});
  } catch (const std::runtime_error& error) {
    throw GraderError(error.what());
  }
}

ProcessEnd run_process(const Program& program, const std::vector<PassedDescriptor>& descriptors,
                       const Limits& limits) {
  become_subreaper();
  Captures captures;
  std::vector<PassedDescriptor> passed = descriptors;
  passed.push_back({captures.out.writing(), STDOUT_FILENO});
  passed.push_back({captures.err.writing(), STDERR_FILENO});
  passed.push_back({captures.book.writing(), kBookFd});
  const std::vector<Descriptor> lifted = lift(passed);

  ProcessEnd end;
  const auto start = Clock::now();
  const pid_t pid = spawn(program, passed);
  captures.close_writing();
  const Descriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (pidfd.get() >= 0) watch(pid, pidfd.get(), limits, captures, end);
  end.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  bury(pid, program.launches, end);
  if (pidfd.get() < 0) throw GraderError("pidfd_open failed");
  captures.move_to(end);
  return end;
}

}  // namespace harness

// Workers that share a queue. The gradebook has one user at a time: entering a result takes a
// fraction of a millisecond, grading a second.
#include "grading/gradebook/batch.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "grading/gradebook/not_judged.h"

namespace grading {
namespace {

using Clock = std::chrono::steady_clock;

class Batch {
 public:
  Batch(Gradebook& book, const std::vector<PendingSubmission>& pending, const Grade& grade,
        const BatchOptions& options)
      : book_(book), grade_(grade), options_(options) {
    for (const PendingSubmission& submission : pending) queue_.push_back(&submission);
    progress_.all = pending.size();
  }

  Progress run() {
    std::vector<std::jthread> workers;
    for (int slot = 0; slot < options_.slots; ++slot) {
      workers.emplace_back([this, slot] { work(slot); });
    }
    workers.clear();  // waits
    if (options_.stop.stop_requested()) book_.release(options_.host);
    if (failure_) std::rethrow_exception(failure_);
    return progress_;
  }

 private:
  // What a worker has got to do.
  struct Task {
    const PendingSubmission* submission;
    Lease lease;
    std::size_t done_before;  // how many were graded when it began
  };
  // A submission that failed by our fault, as it seems.
  struct Trouble {
    int tries;
    std::size_t done_at_first;  // how many others were graded before
  };

  void work(int slot) try {
    while (std::optional<Task> task = next()) {
      const Graded graded = graded_in(slot, *task->submission);
      if (!options_.stop.stop_requested()) enter(*task, graded);
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }

  std::optional<Task> next() {
    const std::lock_guard lock(mutex_);
    while (!queue_.empty() && !failure_ && !options_.stop.stop_requested()) {
      const PendingSubmission& one = *queue_.front();
      queue_.pop_front();
      if (const auto lease = book_.begin(one.id, one.versions, options_.host,
                                         options_.lease_seconds, options_.failures)) {
        return Task{&one, *lease, progress_.done};
      }
      pass_by(one);
    }
    return std::nullopt;
  }

  void pass_by(const PendingSubmission& one) {
    progress_.pass_by(book_.state(one.id, one.versions));
    tell();
  }

  Graded graded_in(int slot, const PendingSubmission& one) const {
    try {
      return grade_(one, slot);
    } catch (const std::exception& error) {
      Graded graded;
      graded.verdict = "grader_error";
      graded.message = error.what();
      return graded;
    }
  }

  void enter(const Task& task, const Graded& graded) {
    const std::lock_guard lock(mutex_);
    if (graded.verdict != "grader_error") {
      progress_.done += book_.finish(task.lease, graded, options_.counts) ? 1 : 0;
    } else if (is_its_own_fault(task, graded)) {
      const Graded failed = not_judged(graded, options_.failures);
      progress_.done += book_.finish(task.lease, failed, options_.counts) ? 1 : 0;
    } else {
      book_.give_up(task.lease, graded.message);
      queue_.push_back(task.submission);  // begin() knows how often is enough
    }
    tell();
  }

  /// It was tried often enough, and others were graded here from the beginning of its first try to
  /// the end of its last: so the machine is well, and it is this submission on which our programs
  /// fail. One that could not be judged in an earlier grading needs no others beside it.
  bool is_its_own_fault(const Task& task, const Graded& graded) {
    const auto [trouble, first] =
        troubles_.try_emplace(task.submission->id, Trouble{0, task.done_before});
    ++trouble->second.tries;
    return trouble->second.tries >= options_.failures && may_be_its_own(graded) &&
           (progress_.done > trouble->second.done_at_first || task.submission->not_judged);
  }

  void tell() {
    progress_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (options_.on_progress) options_.on_progress(progress_);
  }

  Gradebook& book_;
  const Grade& grade_;
  const BatchOptions& options_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::deque<const PendingSubmission*> queue_;
  std::map<SubmissionId, Trouble> troubles_;
  Progress progress_;
  std::exception_ptr failure_;
};

}  // namespace

double Progress::per_minute() const {
  return seconds > 0 ? 60.0 * static_cast<double>(done) / seconds : 0;
}

double Progress::seconds_left() const {
  const std::size_t left = all - std::min(all, done + before + given_up + elsewhere);
  return done > 0 ? seconds * static_cast<double>(left) / static_cast<double>(done) : 0;
}

void Progress::pass_by(RunState state) {
  ++(state == RunState::kRunning ? elsewhere : state == RunState::kFailed ? given_up : before);
}

Progress grade_all(Gradebook& book, const std::vector<PendingSubmission>& pending,
                   const Grade& grade, const BatchOptions& options) {
  return Batch(book, pending, grade, options).run();
}

}  // namespace grading

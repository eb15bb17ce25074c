// Task 2: a dispatcher gives each job to a graph of its kind, in as few runs as the workers allow.
#include <algorithm>
#include <numeric>
#include <vector>

#include "25-device-graphs/graphs.h"

namespace {

using namespace checks;

struct Work {
  std::vector<int> numbers;
  std::vector<Job> jobs;
  int per_kind = 1;
};

// Jobs of the kinds in turn, or all of one kind.
Work some_work(int jobs, int per_kind, int only_kind = -1) {
  Work work{std::vector<int>(100), {}, per_kind};
  for (int i = 0; i < 100; ++i) work.numbers[i] = (i * 97 + 13) % 201 - 100;
  for (int j = 0; j < jobs; ++j) {
    const int kind = only_kind >= 0 ? only_kind : (j * j + j / 5) % kKinds;
    work.jobs.push_back({kind, j * 7 % 90, 1 + j % 10});
  }
  return work;
}

Outcome run_work(const Work& w) {
  return EXERCISE(run_jobs, output<int>(w.jobs.size()), input(w.numbers),
                  static_cast<int>(w.numbers.size()), input(w.jobs),
                  static_cast<int>(w.jobs.size()), w.per_kind);
}

int answer_to(const Work& w, const Job& job) {
  const auto first = w.numbers.begin() + job.first, last = first + job.count;
  const auto [smallest, largest] = std::minmax_element(first, last);
  if (job.kind == kSum) return std::accumulate(first, last, 0);
  return job.kind == kLargest ? *largest : *largest - *smallest;
}

std::vector<int> answers(const Work& w) {
  std::vector<int> all;
  for (const Job& job : w.jobs) all.push_back(answer_to(w, job));
  return all;
}

bool is_complete(const Outcome& run, const Work& w) {
  if (!run.finished() || run.returned<int>() != 0) return false;
  return run.result<int>(0).to_vector() == answers(w);
}

// The graphs of many workers are more words that the host makes than the results have: there the
// writer is not looked at.
void expect_answers(const Work& w) {
  const Outcome run = run_work(w);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  if (!is_complete(run, w)) {
    EXPECT_THAT(run, LostNoRefusal());
  }
  ASSERT_THAT(run.result<int>(0),
              Elements(answers(w)).mistaking([](int) { return -1; }, "answers that no worker gave"))
      << fmt::format("with {} and {} of each kind", counted(w.jobs.size(), "job", "jobs"),
                     counted(w.per_kind, "executable graph", "executable graphs"));
  if (!w.jobs.empty() && w.per_kind < 50) {
    EXPECT_THAT(
        run,
        WroteResult(0, "answer").launched_anywhere().or_by("answer_range").launched_anywhere());
  }
}

TEST(DeviceGraphs, EveryJobIsDone) {
  ASSERT_NO_FATAL_FAILURE(expect_answers(some_work(9, 8)));   // one run is enough
  ASSERT_NO_FATAL_FAILURE(expect_answers(some_work(40, 3)));  // several runs
  ASSERT_NO_FATAL_FAILURE(expect_answers(some_work(20, 1)));  // one worker of each kind
  ASSERT_NO_FATAL_FAILURE(expect_answers(some_work(12, 4, kRange)));
  ASSERT_NO_FATAL_FAILURE(expect_answers(some_work(1, 1, kLargest)));
  ASSERT_NO_FATAL_FAILURE(expect_answers(some_work(0, 2)));
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_answers(some_work(10, 2));
}

TEST(DeviceGraphs, MoreThanOneRunCanFire) { expect_answers(some_work(260, 90)); }

// The kernel that begins the worker of a job; each of these jobs has its own worker.
LaunchesMatcher NoWorkerWaitsForAnother() {
  return {"workers that do not wait for one another", [](const Launches& launches) -> Refusal {
            std::vector<const Launch*> begins;
            for (const Launch& l : launches)
              if (l.kernel == "find_sum" || l.kernel == "find_largest") begins.push_back(&l);
            for (const Launch* a : begins) {
              for (const Launch* b : begins) {
                if (!launches.ordered(*a, *b)) continue;
                return because(
                    Cause::kOrder,
                    "{} waits for {}, which is part of another worker's graph, although there is a "
                    "worker for each job. Workers that are fired by one run of the dispatcher run "
                    "at the same time (C4). Tails run one after another (C5)",
                    b->kernel, a->kernel);
              }
            }
            return {};
          }};
}

LaunchesMatcher FewRunsOfTheDispatcher(int most, std::string why) {
  return {"few runs of the dispatcher", [=](const Launches& launches) -> Refusal {
            const auto runs = std::ranges::count_if(
                launches, [](const Launch& l) { return l.kernel == "dispatch"; });
            if (runs <= most) return {};
            return because(Cause::kOrder,
                           "dispatch ran {} times, and {} are enough: {}. Each further run waits "
                           "for all workers of the run before (C5)",
                           runs, most, why);
          }};
}

TEST(DeviceGraphs, WorkersRunAtOnce) {
  NEEDS_EMULATOR();
  const Work one_run = some_work(12, 12);
  const Outcome run = run_work(one_run);
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, CalledTimes("cudaGraphLaunch", 1));
  EXPECT_THAT(run.launches, NoWorkerWaitsForAnother());
  EXPECT_THAT(run.launches, FewRunsOfTheDispatcher(2, "12 jobs have 12 workers of each kind"));
  const Outcome runs = run_work(some_work(20, 5, kLargest));
  EXPECT_THAT(runs.launches,
              FewRunsOfTheDispatcher(5,
                                     "20 jobs of one kind have 5 workers of that kind, so 5 jobs "
                                     "can be done in each run"));
  EXPECT_TRUE(is_complete(run, one_run) || HasFailure());
}

TEST(DeviceGraphs, NoJobIsLost) {
  NEEDS_EMULATOR();
  const Work work = some_work(7, 2);
  const OneRun call = [&] { return run_work(work); };
  ASSERT_NO_FATAL_FAILURE(expect_answers(work));
  for (const int number : {1, 3, 4, 5, 8}) {
    for (const int error : {1, 2}) {
      const Outcome run = run_refusing_graph(number, call, error);
      EXPECT_THAT(run, NoticesTheRefusal(number, error, is_complete(run, work)));
    }
  }
}

}  // namespace

// The executor, with a scheduler that a test plays: nodes die, controllers forget, tasks bring down
// their worker.
#include "grading/slurm/executor.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "base/temporary_folder.h"
#include "grading/gradebook/durable_file.h"
#include "grading/gradebook/part.h"
#include "grading/gradebook/result_file.h"

namespace grading {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Graded graded_with(int points) {
  Graded graded;
  graded.verdict = points == 7 ? "passed" : "failed";
  graded.points = points;
  graded.max_points = 7;
  return graded;
}

/// As it seems, by our fault.
Graded crashed() {
  Graded graded = graded_with(0);
  graded.verdict = "grader_error";
  graded.message = "the check program crashed";
  graded.checks = {{"First", "grader_error", "", 0, 7, 0, 0}};
  return graded;
}

// A cluster in which a task runs when the executor looks at it. What happens to a task is the
// test's: `run` says whether it ends, and may run its part or not.
class PlayedScheduler : public Scheduler {
 public:
  enum class Fate { kEnds, kIsLost, kStays };

  std::optional<std::string> submit(const Job& job) override {
    if (refuses) throw SlurmRefuses("invalid partition specified");
    jobs.push_back(job);
    if (forgets_next_array) {
      forgets_next_array = false;
      return "7";
    }
    for (int task = 1; task <= job.tasks && job.after.empty(); ++task) {
      known.push_back({job.name, task, "PENDING", "Resources", false});
      scripts[job.name] = job.script;
    }
    return "7";
  }

  std::optional<std::vector<Task>> tasks(const std::vector<std::string>&) override {
    if (silent > 0 && silent-- > 0) return std::nullopt;
    std::vector<Task> left;
    for (Task task : known) {
      if (task.held_back) {
        left.push_back(task);
        continue;
      }
      const Fate fate = run(read_part(part_of(task)));
      if (fate == Fate::kEnds) continue;
      task.state = fate == Fate::kStays ? "RUNNING" : "PENDING";
      task.held_back = fate == Fate::kIsLost;
      left.push_back(task);
    }
    known = left;
    return known;
  }

  void cancel(const std::vector<Task>& tasks) override {
    for (const Task& gone : tasks) {
      std::erase_if(known, [&](const Task& task) {
        return task.job == gone.job && task.number == gone.number;
      });
    }
    canceled += tasks.size();
  }

  std::filesystem::path part_of(const Task& task) const {
    return scripts.at(task.job).parent_path() / fmt::format("part-{}.json", task.number);
  }

  std::function<Fate(const ClassPart&)> run;
  std::vector<Job> jobs;
  std::vector<Task> known;
  std::map<std::string, std::filesystem::path> scripts;
  std::size_t canceled = 0;
  int silent = 0;
  bool forgets_next_array = false, refuses = false;
};

using Fate = PlayedScheduler::Fate;

class SlurmExecutorTest : public testing::Test {
 protected:
  SlurmExecutorTest() {
    options_.folder = folder_.path() / "slurm";
    options_.worker = {"course", "grade-part", "it's"};
    options_.submissions_per_task = 12;
    options_.between_looks = std::chrono::milliseconds(1);
    options_.late_files = std::chrono::milliseconds(0);
    slurm_.run = [this](const ClassPart& part) {
      grade_part(part, grade_);
      return Fate::kEnds;
    };
  }

  std::vector<PendingSubmission> a_class_of(int students) {
    std::vector<PendingSubmission> pending;
    for (int i = 0; i < students; ++i) {
      Submission submission{fmt::format("s{:03}", i), "01-first-child-grid", "aa", 1};
      pending.push_back({book_.add(submission), submission, "/class", {"checks", "tools"}});
    }
    return pending;
  }

  Progress grade(const std::vector<PendingSubmission>& pending, Waiting waiting = Waiting::kHere) {
    return grade_on_slurm(book_, pending, slurm_, options_, waiting);
  }

  std::vector<std::string> students_of_tasks() const {
    std::vector<std::string> students;
    for (const Task& task : slurm_.known) {
      for (const auto& one : read_part(slurm_.part_of(task)).submissions) {
        students.push_back(one.submission.student);
      }
    }
    return students;
  }

  std::vector<int> tasks_of_jobs() const {
    std::vector<int> tasks;
    for (const Job& job : slurm_.jobs) tasks.push_back(job.tasks);
    return tasks;
  }

  base::TemporaryFolder folder_;
  Gradebook book_{folder_.path() / "gradebook.db"};
  SlurmOptions options_;
  PlayedScheduler slurm_;
  Grade grade_ = [](const PendingSubmission&, int) { return graded_with(7); };
};

TEST_F(SlurmExecutorTest, GradesAClassInTasksOfSome) {
  const auto pending = a_class_of(30);
  const Progress progress = grade(pending);
  EXPECT_EQ(progress.done, 30u);
  EXPECT_THAT(tasks_of_jobs(), ElementsAre(3));
  for (const Standing& standing : book_.standings()) EXPECT_EQ(standing.points, 7);
  EXPECT_EQ(grade(pending).before, 30u);
  EXPECT_THAT(slurm_.jobs, SizeIs(1)) << "nothing is graded twice";
}

TEST_F(SlurmExecutorTest, WritesScriptsThatQuoteEveryWord) {
  grade(a_class_of(1));
  const std::string script = read_whole(slurm_.jobs.at(0).script, 1 << 20);
  EXPECT_THAT(script, HasSubstr("exec 'course' 'grade-part' 'it'\\''s' '"));
  EXPECT_THAT(script, HasSubstr("/part-'\"$SLURM_ARRAY_TASK_ID\".json\n"));
}

TEST_F(SlurmExecutorTest, HandsInAgainWhatALostNodeHad) {
  int lost = 0;
  slurm_.run = [&](const ClassPart& part) {
    if (lost++ == 0) {
      grade_part({part.results, {part.submissions[0]}}, grade_);  // and then the node died
      return Fate::kIsLost;
    }
    grade_part(part, grade_);
    return Fate::kEnds;
  };
  EXPECT_EQ(grade(a_class_of(12)).done, 12u);
  EXPECT_EQ(slurm_.canceled, 1u) << "what Slurm holds back is not waited for";
  EXPECT_THAT(tasks_of_jobs(), ElementsAre(1, 6)) << "eleven in tasks of two";
}

TEST_F(SlurmExecutorTest, ASubmissionThatBringsDownItsTaskEndsUpAlone) {
  slurm_.run = [&](const ClassPart& part) {
    for (const PendingSubmission& one : part.submissions) {
      if (one.submission.student == "s003") return Fate::kEnds;  // the worker is dead
      grade_part({part.results, {one}}, grade_);
    }
    return Fate::kEnds;
  };
  const Progress progress = grade(a_class_of(12));
  EXPECT_EQ(progress.done, 11u);
  EXPECT_EQ(progress.given_up, 1u);
  ASSERT_THAT(book_.ungraded(), SizeIs(1));
  EXPECT_EQ(book_.ungraded()[0].student, "s003");
  EXPECT_THAT(book_.ungraded()[0].message, HasSubstr("no task could grade it in 4 tries"));
  EXPECT_EQ(book_.standings()[3].run, 0) << "no score, not a score of zero";
}

TEST_F(SlurmExecutorTest, OurFaultIsTriedAgainAndNeverAZero) {
  std::map<std::string, int> times;
  grade_ = [&](const PendingSubmission& one, int) -> Graded {
    ++times[one.submission.student];
    throw std::runtime_error("the disk is full");
  };
  const Progress progress = grade(a_class_of(4));
  EXPECT_EQ(progress.done, 0u);
  EXPECT_EQ(progress.given_up, 4u);
  EXPECT_THAT(times, testing::Each(testing::Pair(testing::_, 3)));
  EXPECT_EQ(book_.ungraded().at(0).message, "the disk is full");
  EXPECT_EQ(book_.standings()[1].run, 0) << "no score, not a score of zero";
}

TEST_F(SlurmExecutorTest, WhatFailsWhileOthersAreGradedIsItsOwnFault) {
  std::map<std::string, int> times;
  grade_ = [&](const PendingSubmission& one, int) {
    const int time = ++times[one.submission.student];
    if (one.submission.student == "s001") return crashed();
    if (one.submission.student == "s002" && time == 1) throw std::runtime_error("no GPU");
    return graded_with(7);
  };
  const Progress progress = grade(a_class_of(4));
  EXPECT_EQ(progress.done, 4u);
  EXPECT_EQ(progress.given_up, 0u);
  EXPECT_EQ(times["s000"], 1);
  EXPECT_EQ(times["s001"], 3);
  EXPECT_EQ(times["s002"], 2);
  const Standing bad = book_.standings().at(1);
  EXPECT_EQ(bad.verdict, "failed");
  EXPECT_EQ(bad.points, 0);
  EXPECT_THAT(bad.message, HasSubstr("could not be judged: each of 3 tries failed"));
  EXPECT_THAT(bad.message, HasSubstr("the check program crashed"));
  EXPECT_THAT(bad.flags, ElementsAre(HasSubstr("could not be judged")));
  EXPECT_EQ(book_.standings().at(2).verdict, "passed") << "what failed once is no fault";
}

TEST_F(SlurmExecutorTest, CollectorsCountFailuresTogether) {
  options_.collector = {"course", "grade-collect"};
  grade_ = [&](const PendingSubmission& one, int) {
    if (one.submission.student == "s001") return crashed();
    return graded_with(7);
  };
  const auto pending = a_class_of(4);
  for (int looks = 0; looks < 8; ++looks) grade(pending, Waiting::kByCollector);
  EXPECT_THAT(book_.ungraded(), SizeIs(0));
  EXPECT_THAT(book_.standings().at(1).message, HasSubstr("could not be judged"));
}

TEST_F(SlurmExecutorTest, AControllerThatForgetsAJobIsAskedAgain) {
  slurm_.forgets_next_array = true;
  EXPECT_EQ(grade(a_class_of(3)).done, 3u);
  EXPECT_THAT(slurm_.jobs, SizeIs(2));
}

TEST_F(SlurmExecutorTest, ResultsAreTakenWhileTheControllerIsAway) {
  const auto pending = a_class_of(2);
  slurm_.run = [&](const ClassPart&) {
    slurm_.silent = 1'000'000;  // from now on
    return Fate::kStays;
  };
  bool told = false;
  options_.on_progress = [&](const SlurmProgress& progress) {
    if (progress.note.find("does not answer") == std::string::npos || told) return;
    told = true;
    grade_part({options_.folder / "results", pending}, grade_);  // a node goes on nevertheless
  };
  EXPECT_EQ(grade(pending).done, 2u);
  EXPECT_TRUE(told);
}

TEST_F(SlurmExecutorTest, SaysSoWhenNobodyAnswersForTooLong) {
  slurm_.silent = 1000;
  options_.no_answer = std::chrono::minutes(0);
  EXPECT_THAT([&] { grade(a_class_of(1)); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("has not answered")));
}

TEST_F(SlurmExecutorTest, RefusalsOfSlurmAreToldAndAreNoTries) {
  slurm_.refuses = true;
  const auto pending = a_class_of(1);
  for (int time = 0; time < 5; ++time) EXPECT_THROW(grade(pending), SlurmRefuses);
  slurm_.refuses = false;
  EXPECT_EQ(grade(pending).done, 1u);
}

TEST_F(SlurmExecutorTest, ABrokenResultIsNoneAndIsGradedAgain) {
  const auto pending = a_class_of(1);
  std::filesystem::create_directories(options_.folder / "results");
  std::ofstream(result_file(options_.folder / "results", pending[0])) << "{\"schema\": ";
  EXPECT_EQ(grade(pending).done, 1u);
  EXPECT_TRUE(std::filesystem::exists(
      result_file(options_.folder / "results", pending[0]).string() + ".broken"));
}

TEST_F(SlurmExecutorTest, GoesOnWhereItWasEnded) {
  const auto pending = a_class_of(24);
  std::stop_source stop;
  options_.stop = stop.get_token();
  stop.request_stop();
  slurm_.run = [](const ClassPart&) { return Fate::kStays; };
  EXPECT_EQ(grade(pending).done, 0u);
  ASSERT_THAT(slurm_.known, SizeIs(2));

  options_.stop = {};
  slurm_.run = [&](const ClassPart& part) {
    grade_part(part, grade_);
    return Fate::kEnds;
  };
  EXPECT_EQ(grade(pending).done, 24u);
  EXPECT_THAT(slurm_.jobs, SizeIs(1)) << "the tasks of before have done it";
}

TEST_F(SlurmExecutorTest, ACollectorLooksOnceAndLeavesTheRestToTheNext) {
  options_.collector = {"course", "grade-collect"};
  slurm_.run = [](const ClassPart&) { return Fate::kStays; };
  const auto pending = a_class_of(2);
  EXPECT_EQ(grade(pending, Waiting::kByCollector).done, 0u);
  ASSERT_THAT(slurm_.jobs, SizeIs(2));
  EXPECT_EQ(slurm_.jobs[1].after, "7");
  slurm_.known.clear();
  slurm_.run = [&](const ClassPart& part) {
    grade_part(part, grade_);
    return Fate::kEnds;
  };
  grade(pending, Waiting::kByCollector);  // the node was lost: it hands in again
  EXPECT_THAT(slurm_.jobs, SizeIs(4));
  EXPECT_EQ(grade(pending, Waiting::kByCollector).done, 2u);
}

TEST_F(SlurmExecutorTest, GivesTasksTheGpusThatTheirLessonsNeed) {
  auto pending = a_class_of(2);
  options_.gpus = [](const Submission& one) { return one.student == "s001" ? 2 : 1; };
  grade(pending);
  ASSERT_THAT(slurm_.jobs, SizeIs(2));
  EXPECT_THAT(sbatch_words(slurm_.jobs[0]), Contains("--gres=gpu:1"));
  EXPECT_THAT(sbatch_words(slurm_.jobs[1]), Contains("--gres=gpu:2"));
}

TEST(Squeue, IsReadLineByLine) {
  const auto tasks = tasks_in(
      "   course-a-1|   1|  RUNNING|      None|   0|\n"
      "   course-a-1|   2|  PENDING| BeginTime|   1|\n"
      "   course-a-1|   3|  PENDING| BeginTime|   0|\n"
      "   course-a-1|   4|  PENDING| Resources|   1|\n"
      "   course-a-1|   5|  PENDING| JobHeldAdmin|   1|\n"
      "   course-a-1|   6|  PENDING| launch failed requeued held|   2|\n"
      "slurm_load_jobs error: whatever\n");
  ASSERT_THAT(tasks, SizeIs(6));
  EXPECT_EQ(tasks[0].job, "course-a-1");
  EXPECT_EQ(tasks[1].number, 2);
  EXPECT_FALSE(tasks[0].held_back);
  EXPECT_TRUE(tasks[1].held_back);
  EXPECT_FALSE(tasks[2].held_back) << "it has not run: somebody wanted it to wait";
  EXPECT_FALSE(tasks[3].held_back);
  EXPECT_FALSE(tasks[4].held_back) << "an operator holds it";
  EXPECT_TRUE(tasks[5].held_back);
}

TEST(Sbatch, ThatFailsHasBeenRefusedOrNotHeard) {
  EXPECT_TRUE(says_no_answer(
      "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect "
      "failure)"));
  EXPECT_FALSE(says_no_answer("sbatch: error: invalid partition specified: gpuu"));
}

// All users of a cluster see names of jobs, and may give theirs the same.
TEST(Slurm, AsksForOurOwnJobsOnly) {
  const base::TemporaryFolder folder;
  const std::filesystem::path said = folder.path() / "said";
  const auto stub = [&](const std::string& name, const std::string& prints) {
    const std::filesystem::path file = folder.path() / name;
    std::ofstream(file) << fmt::format("#!/bin/sh\necho {} \"$@\" >>{}\n{}\n", name, said.string(),
                                       prints);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  };
  stub("sbatch", "");
  stub("squeue", "echo 12_3");
  stub("scancel", "");
  const std::string before = std::getenv("PATH");
  setenv("PATH", (folder.path().string() + ":" + before).c_str(), 1);
  Slurm slurm;
  slurm.tasks({"course-1"});
  slurm.cancel({{"course-1", 3, "PENDING", "", true}});
  setenv("PATH", before.c_str(), 1);
  std::ifstream in(said);
  int lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    EXPECT_THAT(line, HasSubstr(fmt::format(" --user={} ", geteuid())));
  }
  EXPECT_EQ(lines, 3) << "squeue, and squeue and scancel";
}

}  // namespace
}  // namespace grading

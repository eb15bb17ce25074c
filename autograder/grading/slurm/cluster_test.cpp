// A class graded on a cluster of three nodes, of which one dies in the middle of it, and whose
// controller is killed. Runs within `test_cluster run`; what it grades with is a stand-in that
// takes some time and whose verdict follows from the submission alone.
//
// The program is the worker, too: cluster_test grade-part FILE.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>
#include <thread>

#include "base/process.h"
#include "grading/gradebook/part.h"
#include "grading/slurm/executor.h"

namespace grading {
namespace {

using testing::SizeIs;

constexpr int kStudents = 60;

std::filesystem::path this_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

// Points from 1 to 9 that no other submission need have. A few of them the grader fails at first.
Graded stand_in(const PendingSubmission& one, int) {
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const int number = std::stoi(one.submission.student.substr(1));
  const std::filesystem::path failed_once = one.folder / (one.submission.student + ".failed");
  if (number % 20 == 7 && std::filesystem::create_directory(failed_once)) {
    throw std::runtime_error("the disk is full");
  }
  Graded graded;
  graded.max_points = 9;
  graded.points = 1 + number % 9;
  graded.verdict = graded.points == 9 ? "passed" : "failed";
  graded.checks = {{"Works", graded.verdict, "", graded.points, 9, 300, 1000, false}};
  return graded;
}

int grade_part_of(const std::string& file) {
  const PartGraded graded = grade_part(read_part(file), stand_in);
  fmt::print("graded {}, before {}, failed {}\n", graded.graded, graded.before, graded.failed);
  return 0;
}

// What the fault injector does to the cluster, by the script beside this file.
void cluster(const std::string& what) {
  base::Command command{{TEST_CLUSTER_SCRIPT}};
  for (std::size_t i = 0; i < what.size();) {
    const std::size_t end = std::min(what.find(' ', i), what.size());
    command.arguments.push_back(what.substr(i, end - i));
    i = end + 1;
  }
  command.heard = base::Heard::kNothing;  // a daemon that it starts would hold our pipes open
  EXPECT_EQ(base::run_process(command).exit_status, 0) << what;
}

class ClusterTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_NE(std::getenv("TEST_CLUSTER"), nullptr)
        << "to be started by: test_cluster run cluster_test";
  }

  ClusterTest() {
    std::filesystem::create_directories(class_);
    options_.folder = folder_ / "slurm of the class";
    options_.worker = {this_program().string(), "grade-part"};
    options_.submissions_per_task = 10;
    options_.between_looks = std::chrono::milliseconds(500);
    options_.late_files = std::chrono::milliseconds(1000);
  }

  std::vector<PendingSubmission> pending_in(Gradebook& book) {
    std::vector<PendingSubmission> pending;
    for (int i = 0; i < kStudents; ++i) {
      Submission submission{fmt::format("s{:03}", i), "01-first-child-grid", "aa", 1};
      pending.push_back({book.add(submission), submission, class_, {"checks", "tools"}});
    }
    return pending;
  }

  // Prints what changes, so that a failure can be followed.
  void show(const SlurmProgress& progress) {
    const std::string line =
        fmt::format("{} of {} graded, {} tasks run, {} wait ({}){}{}", progress.counts.done,
                    progress.counts.all, progress.running, progress.waiting, progress.why,
                    progress.note.empty() ? "" : "; ", progress.note);
    if (line != last_line_) fmt::print("{:5.1f} s  {}\n", progress.counts.seconds, line);
    std::fflush(stdout);  // should the test be killed
    last_line_ = line;
  }

  void expect_the_same_as_here(const Gradebook& book) {
    Gradebook local(folder_ / "local.db");
    // What failed once has failed by now.
    ASSERT_EQ(grade_all(local, pending_in(local), stand_in, {.slots = 8}).done, kStudents + 0u);
    const auto there = book.standings(), here = local.standings();
    ASSERT_THAT(there, SizeIs(kStudents));
    for (std::size_t i = 0; i < here.size(); ++i) {
      EXPECT_EQ(there[i].student, here[i].student);
      EXPECT_EQ(there[i].verdict, here[i].verdict) << here[i].student;
      EXPECT_EQ(there[i].points, here[i].points) << here[i].student;
      EXPECT_GT(there[i].points, 0) << here[i].student;
    }
  }

  static std::int64_t number_of_scores(const std::filesystem::path& file) {
    Database database(file);
    Statement row = database.statement("SELECT COUNT(*) FROM scores");
    row.next();
    return row.number(0);
  }

  const std::filesystem::path folder_ = std::getenv("TEST_CLUSTER") / std::filesystem::path("out");
  std::filesystem::path class_ = folder_ / "class";
  std::filesystem::path book_file_ = folder_ / "gradebook.db";
  SlurmOptions options_;
  Slurm slurm_;
  std::string last_line_;
};

TEST_F(ClusterTest, NeitherADeadNodeNorADeadControllerCostsAPoint) {
  Gradebook book(book_file_);
  bool node_killed = false, controller_killed = false;
  options_.on_progress = [&](const SlurmProgress& progress) {
    show(progress);
    if (progress.counts.done >= 6 && !node_killed) {
      cluster("kill-node node2");
      node_killed = true;
    }
    if (progress.counts.done >= 20 && !controller_killed) {
      cluster("kill-controller");
      std::this_thread::sleep_for(std::chrono::seconds(2));
      cluster("start-controller");
      controller_killed = true;
    }
    if (controller_killed) cluster("resume-nodes");
  };
  const Progress progress = grade_on_slurm(book, pending_in(book), slurm_, options_);
  EXPECT_TRUE(node_killed && controller_killed);
  EXPECT_EQ(progress.done, kStudents + 0u);
  EXPECT_EQ(progress.given_up, 0u);
  EXPECT_THAT(book.ungraded(), SizeIs(0));
  EXPECT_EQ(number_of_scores(book_file_), kStudents) << "exactly one each";
  expect_the_same_as_here(book);
  EXPECT_LT(progress.seconds, 110) << "not after the two minutes for which Slurm holds tasks back";
  cluster("start-node node2");
}

}  // namespace
}  // namespace grading

int main(int count, char** words) {
  if (count == 3 && std::string_view(words[1]) == "grade-part") {
    return grading::grade_part_of(words[2]);
  }
  testing::InitGoogleTest(&count, words);
  return RUN_ALL_TESTS();
}

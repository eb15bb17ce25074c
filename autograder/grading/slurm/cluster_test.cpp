// A class graded on a cluster of three nodes, of which one dies in the middle of it, and whose
// controller is killed. Runs within `test_cluster run`; what it grades with is a stand-in whose
// verdict follows from the submission alone. Each task waits at two gates, so that it is in the
// middle of its work when the node dies, and when the controller does.
//
// The program is the worker, too: cluster_test grade-part FILE.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/process.h"
#include "grading/gradebook/part.h"
#include "grading/slurm/executor.h"

namespace grading {
namespace {

using testing::SizeIs;

constexpr int kStudents = 60;
constexpr const char* kNodeIsDead = "node is dead";
constexpr const char* kControllerIsDead = "controller is dead";

std::filesystem::path this_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

// A named pipe. Whoever opens it for reading waits until it is open for writing, too.
class Gate {
 public:
  explicit Gate(std::filesystem::path file) : file_(std::move(file)) {
    EXPECT_EQ(mkfifo(file_.c_str(), 0600), 0);
  }
  ~Gate() { close(fd_); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  bool is_open() const { return fd_ >= 0; }
  void open() { fd_ = ::open(file_.c_str(), O_RDWR | O_CLOEXEC); }
  static void wait_at(const std::filesystem::path& file) { close(::open(file.c_str(), O_RDONLY)); }

 private:
  std::filesystem::path file_;
  int fd_ = -1;
};

/// Tells of the first file that comes to be in a folder from now on.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& folder) : notices_(inotify_init1(IN_CLOEXEC)) {
    EXPECT_GE(inotify_add_watch(notices_, folder.c_str(), IN_CREATE | IN_MOVED_TO), 0);
  }
  ~NewFile() { close(notices_); }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// False when none comes in half a minute.
  bool comes() const {
    pollfd notice{notices_, POLLIN, 0};
    return poll(&notice, 1, 30'000) == 1;
  }

 private:
  int notices_;
};

// Points from 1 to 9 that no other submission need have. A few of them the grader fails at first.
Graded stand_in(const PendingSubmission& one, int) {
  static std::atomic<int> graded_before = 0;  // by this task
  const int before = graded_before++;
  if (before >= 2) Gate::wait_at(one.folder / kNodeIsDead);
  if (before >= 6) Gate::wait_at(one.folder / kControllerIsDead);
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
  Gate node_is_dead(class_ / kNodeIsDead), controller_is_dead(class_ / kControllerIsDead);
  options_.on_progress = [&](const SlurmProgress& progress) {
    show(progress);
    if (progress.counts.done >= 6 && !node_is_dead.is_open()) {
      cluster("kill-node node2");
      node_is_dead.open();
    }
    if (progress.counts.done >= 20 && !controller_is_dead.is_open()) {
      cluster("kill-controller");
      const NewFile result(options_.folder / "results");
      controller_is_dead.open();
      EXPECT_TRUE(result.comes()) << "tasks go on without a controller";
      cluster("start-controller");
    }
    if (controller_is_dead.is_open()) cluster("resume-nodes");
  };
  const Progress progress = grade_on_slurm(book, pending_in(book), slurm_, options_);
  EXPECT_TRUE(node_is_dead.is_open() && controller_is_dead.is_open());
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

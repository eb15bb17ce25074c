// Control groups, on machines that have them.
#include "grading/sandbox/cgroup.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "base/temporary_folder.h"

namespace grading {
namespace {

class CgroupTest : public testing::Test {
 protected:
  void make(const CgroupLimits& limits) {
    std::string why_not;
    group_ = make_cgroup(fmt::format("course-test-{}", getpid()), limits, why_not);
    if (group_ == nullptr) GTEST_SKIP() << why_not;
  }

  // Starts `work` in the group; returns how it ended.
  template <typename Work>
  int status_of(Work&& work) {
    const pid_t child = fork();
    if (child == 0) {
      for (const auto& door : group_->doors()) join_cgroup(door);
      _exit(work());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::unique_ptr<Cgroup> group_;
};

int take_memory(std::size_t bytes) {
  char* memory = static_cast<char*>(malloc(bytes));
  if (memory == nullptr) return 1;
  for (std::size_t i = 0; i < bytes; i += 4096) static_cast<volatile char*>(memory)[i] = 1;
  return 0;
}

TEST_F(CgroupTest, HoldsMemory) {
  make({.memory_bytes = 64 << 20});
  if (group_ == nullptr) return;
  EXPECT_EQ(status_of([] { return take_memory(16 << 20); }), 0);
  EXPECT_FALSE(group_->ran_out_of_memory());
  EXPECT_EQ(status_of([] { return take_memory(256 << 20); }), -SIGKILL);
  EXPECT_TRUE(group_->ran_out_of_memory());
}

TEST_F(CgroupTest, HoldsTheNumberOfProcesses) {
  make({.processes = 8});
  if (group_ == nullptr) return;
  const int started = status_of([] {
    int count = 0;
    while (count < 50) {
      const pid_t child = fork();
      if (child < 0) break;
      if (child == 0) pause();
      ++count;
    }
    return count;
  });
  EXPECT_EQ(started, 7);
  group_->kill_all();
}

TEST_F(CgroupTest, LeavesNobodyAlive) {
  make({});
  if (group_ == nullptr) return;
  int alive[2];
  ASSERT_EQ(pipe(alive), 0);
  EXPECT_EQ(status_of([&] {
              for (int i = 0; i < 5; ++i) {
                if (fork() == 0) {
                  setsid();  // a daemon
                  signal(SIGTERM, SIG_IGN);
                  while (true) pause();
                }
              }
              return 0;
            }),
            0);
  group_.reset();
  close(alive[1]);
  char byte = 0;
  EXPECT_EQ(read(alive[0], &byte, 1), 0) << "somebody still holds the other end";
  close(alive[0]);
}

TEST(Cgroup, WithoutGroupsThereIsAReason) {
  const base::TemporaryFolder nothing;
  std::string why_not;
  EXPECT_EQ(make_cgroup("x", {}, why_not, nothing.path()), nullptr);
  EXPECT_NE(why_not, "");
}

}  // namespace
}  // namespace grading

#include "grading/sandbox/shielded.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

namespace grading {
namespace {

using ::testing::HasSubstr;
using ::testing::StrEq;
using ::testing::ThrowsMessage;

TEST(Shielded, ReturnsWhatWasRead) {
  const std::string big(5'000'000, 'x');
  EXPECT_EQ(shielded([&] { return big; }), big);
  EXPECT_EQ(shielded([] { return std::string(); }), "");
  EXPECT_EQ(shielded([] { return std::string("a\0b", 3); }), std::string("a\0b", 3));
}

TEST(Shielded, AComplaintKeepsItsWords) {
  EXPECT_THAT([] { shielded([]() -> std::string { throw std::runtime_error("line 3: no"); }); },
              ThrowsMessage<std::runtime_error>(StrEq("line 3: no")));
}

TEST(Shielded, ACrashIsToldAndHarmsNothing) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) {
    EXPECT_THAT([=] { shielded([=] { return std::raise(signal) == 0 ? "" : "x"; }); },
                ThrowsMessage<NotParsed>(HasSubstr("crashed on it")));
  }
  EXPECT_THAT([] { shielded([]() -> std::string { std::_Exit(0); }); },
              ThrowsMessage<NotParsed>(HasSubstr("failed on it")));
}

int deep(const volatile int& level) {  // no text on which a parser calls itself has so many levels
  const volatile int here[1000] = {level - 1};
  return level == 0 ? 0 : deep(here[0]) + here[1];
}

TEST(Shielded, SoAreEndlessRecursionAndTooMuchMemory) {
  const volatile int levels = 100'000'000;
  EXPECT_THROW(shielded([&] { return std::to_string(deep(levels)); }), NotParsed);
  EXPECT_THROW(shielded([] { return std::string(std::size_t{3} << 30, 'x'); }),
               std::runtime_error);  // bad_alloc
}

TEST(Shielded, OpensAndStartsNothing) {
  EXPECT_EQ(shielded([] { return std::to_string(open("/etc/passwd", O_RDONLY)); }), "-1");
  EXPECT_EQ(shielded([] { return std::to_string(open("/tmp/x", O_CREAT | O_WRONLY, 0600)); }),
            "-1");
  EXPECT_EQ(shielded([] { return std::to_string(fork()); }), "-1");
  EXPECT_EQ(shielded([] { return std::to_string(kill(getppid(), SIGTERM)); }), "-1");
}

TEST(Shielded, ReadsTheFilesThatItIsGiven) {
  const int file = open("/proc/version", O_RDONLY);
  EXPECT_THAT(shielded(
                  [=] {
                    char block[64];
                    return std::string(block,
                                       static_cast<std::size_t>(read(file, block, sizeof block)));
                  },
                  {file}),
              HasSubstr("Linux"));
  close(file);
}

/// How many of the first descriptors can be asked what they are: of those that are open.
std::string open_descriptors() {
  int count = 0;
  for (int one = 0; one < 2000; ++one) {
    struct stat status {};
    count += fstat(one, &status) == 0 ? 1 : 0;
  }
  return std::to_string(count);
}

TEST(Shielded, HasNoOtherFilesOpen) {
  const int before = open("/proc/version", O_RDONLY);
  const int given = open("/proc/version", O_RDONLY);
  const int far = fcntl(before, F_DUPFD, 900);
  ASSERT_GE(far, 900);
  EXPECT_EQ(shielded(&open_descriptors), "1") << "that of the answer";
  EXPECT_EQ(shielded(&open_descriptors, {given}), "2");
  EXPECT_EQ(shielded(&open_descriptors, {given, before}), "3") << "in any order";
  for (const int one : {before, given, far}) close(one);
}

/// What our processes that have ended have computed.
double seconds_of_the_ended() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
}

TEST(Shielded, WhoComputesForTooLongIsNotTriedAgain) {
  const double before = seconds_of_the_ended();
  EXPECT_THAT(
      [] {
        shielded([]() -> std::string {
          std::atomic<std::uint64_t> steps = 0;
          while (true) ++steps;
        });
      },
      ThrowsMessage<NotParsed>(HasSubstr("could not be read in 10 s")));
  EXPECT_LT(seconds_of_the_ended() - before, 19);  // 10 s for each try
}

TEST(Shielded, ManyAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([i] {
      for (int k = 0; k < 10; ++k)
        EXPECT_EQ(shielded([=] { return std::to_string(100 * i + k); }),
                  std::to_string(100 * i + k));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace grading

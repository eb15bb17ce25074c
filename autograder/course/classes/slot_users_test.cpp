// The numbers of slots belong to nobody on this machine.
#include "course/classes/slot_users.h"

#include <gmock/gmock.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "course/classes/leftovers.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using testing::Each;
using testing::SizeIs;

TEST(SlotUsers, AreNobody) {
  const std::vector<uid_t> users = free_users(64, "a grader");
  ASSERT_THAT(users, SizeIs(64));
  EXPECT_THAT(std::set<uid_t>(users.begin(), users.end()), SizeIs(64));
  EXPECT_THAT(users, Each(testing::AllOf(testing::Ge(kFirstSlotUser), testing::Le(kLastSlotUser))));
  for (const uid_t user : users) {
    EXPECT_EQ(getpwuid(user), nullptr) << user;
    EXPECT_EQ(getgrgid(user), nullptr) << user;
  }
}

TEST(SlotUsers, AreNotThoseOfAnotherGradersSlots) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const uid_t taken = free_users(1, "a grader").at(0);
  const fs::path other = "/tmp/course-grade-0-1-test";
  fs::create_directories(slot_of(other, 0) / "own");
  ASSERT_EQ(chown((slot_of(other, 0) / "own").c_str(), taken, taken), 0);
  EXPECT_NE(free_users(1, "a grader").at(0), taken);
  fs::remove_all(other);
  EXPECT_EQ(free_users(1, "a grader").at(0), taken);
}

TEST(SlotUsers, AreInNoRangeOfPeoples) {
  const std::vector<NumberRange> ranges =
      ranges_in("ada:61184:100\nno line\n\n1000:100000:65536\n");
  ASSERT_THAT(ranges, SizeIs(2));
  EXPECT_TRUE(ranges[0].has(61184));
  EXPECT_TRUE(ranges[0].has(61283));
  EXPECT_FALSE(ranges[0].has(61284));
  EXPECT_FALSE(ranges[0].has(61183));
  EXPECT_TRUE(ranges[1].has(165'535));
}

TEST(SlotUsers, AreNotMoreThanThereAre) {
  EXPECT_THROW(free_users(kLastSlotUser - kFirstSlotUser + 2, "a grader"), std::runtime_error);
}

}  // namespace
}  // namespace course

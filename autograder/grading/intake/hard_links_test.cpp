// Who has made a hard link, by the owners of files and folders.
#include "grading/intake/hard_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grading {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kRoot = 0, kInstructor = 1000, kAda = 2001, kEve = 2002, kBob = 2003;

NamedFile file(const std::string& student, std::uint64_t number, std::uint32_t owner,
               std::uint32_t folder_owner, std::uint64_t names = 2) {
  return {student, "01-first", "exercise.cu", {1, number, names, owner}, folder_owner};
}

std::vector<std::string> students_in(const auto& all) {
  std::vector<std::string> students;
  for (const auto& one : all) students.push_back(one.student);
  return students;
}

TEST(HardLinks, TheLinkInAStrangersFolderIsRefused) {
  for (const std::uint32_t home : {kAda, kInstructor, kRoot}) {
    const HardLinks found =
        look_at_hard_links({file("ada", 7, kAda, home), file("eve", 7, kAda, kEve)}, kInstructor);
    EXPECT_THAT(students_in(found.refused), testing::ElementsAre("eve")) << home;
    EXPECT_THAT(found.refused[0].why, HasSubstr("belongs to another student"));
    EXPECT_THAT(found.doubts, IsEmpty()) << "nothing is wrong with ada's";
  }
}

TEST(HardLinks, WhereItCannotBeToldBothAreDoubted) {
  for (const std::uint32_t both : {kInstructor, kRoot, kAda}) {
    const HardLinks found =
        look_at_hard_links({file("ada", 7, kAda, both), file("eve", 7, kAda, both)}, kInstructor);
    EXPECT_THAT(found.refused, IsEmpty());
    EXPECT_THAT(students_in(found.doubts), testing::ElementsAre("ada", "eve"));
    EXPECT_THAT(found.doubts[0].what, HasSubstr("that of eve (a hard link)"));
  }
  const HardLinks handed_out =
      look_at_hard_links({file("ada", 7, kRoot, kAda), file("eve", 7, kRoot, kEve)}, kInstructor);
  EXPECT_THAT(handed_out.refused, IsEmpty()) << "as where a skeleton was given out by links";
  EXPECT_THAT(handed_out.doubts, SizeIs(2));
}

TEST(HardLinks, LinksOutOfTheClassAreNone) {
  EXPECT_THAT(look_at_hard_links({file("ada", 7, kAda, kAda), file("bob", 8, kBob, kInstructor),
                                  file("eve", 9, kInstructor, kInstructor)},
                                 kInstructor)
                  .doubts,
              IsEmpty())
      << "the whole class has a backup";
  EXPECT_THAT(look_at_hard_links({file("ada", 7, kInstructor, kAda, 1)}, kInstructor).doubts,
              IsEmpty())
      << "somebody has put it there, and it has no other name";
}

TEST(HardLinks, AStrangersFileInAStudentsFolderIsDoubted) {
  const HardLinks found = look_at_hard_links({file("eve", 7, kInstructor, kEve)}, kInstructor);
  EXPECT_THAT(found.refused, IsEmpty());
  ASSERT_THAT(found.doubts, SizeIs(1));
  EXPECT_THAT(found.doubts[0].what, HasSubstr("belongs to user 1000, the folder to user 2002"));
}

TEST(HardLinks, OneStudentMayHaveTwoOfAFile) {
  NamedFile second = file("ada", 7, kAda, kAda);
  second.lesson = "02-second";
  const HardLinks found = look_at_hard_links({file("ada", 7, kAda, kAda), second}, kInstructor);
  EXPECT_THAT(found.refused, IsEmpty());
  EXPECT_THAT(found.doubts, IsEmpty());
}

TEST(HardLinks, FilesOfOtherDisksAreOthers) {
  NamedFile elsewhere = file("eve", 7, kAda, kEve);
  elsewhere.file.device = 2;
  EXPECT_THAT(look_at_hard_links({file("ada", 7, kAda, kAda), elsewhere}, kInstructor).refused,
              IsEmpty());
}

TEST(HardLinks, OfManyOnlySomeAreNamed) {
  std::vector<NamedFile> all;
  for (char c = 'a'; c < 'k'; ++c) all.push_back(file(std::string(1, c), 7, kRoot, kRoot));
  const HardLinks found = look_at_hard_links(all, kInstructor);
  ASSERT_THAT(found.doubts, SizeIs(10));
  EXPECT_THAT(found.doubts[0].what, HasSubstr("that of b, c, d and 6 more (a hard link)"));
}

}  // namespace
}  // namespace grading

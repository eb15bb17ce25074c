// When an exercise is compiled again, and which of a compiler's words are shown.
#include "course/judge/build_cache.h"

#include <gmock/gmock.h>

#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string key(const LittleCourse& little) {
  return exercise_key(little.course(), little.lesson(), little.exercise(), Device::kEmulator);
}

TEST(BuildCache, TheKeyFollowsEverythingThatALibraryIsMadeFrom) {
  const LittleCourse little;
  const std::string before = key(little);
  EXPECT_EQ(key(little), before);
  little.write_exercise("other\n");
  const std::string other_text = key(little);
  EXPECT_NE(other_text, before);
  write_file(little.exercise().parent_path() / "exercise.h", "// other\n");
  const std::string other_header = key(little);
  EXPECT_NE(other_header, other_text);
  write_file(little.course().emulator, "built anew");
  EXPECT_NE(key(little), other_header);
}

TEST(BuildCache, TheSameTextIsCompiledOnce) {
  const LittleCourse little;
  const auto compile = [&] {
    return compile_exercise(little.course(), little.lesson(), little.exercise(), Device::kEmulator);
  };
  const Compiled first = compile();
  ASSERT_TRUE(first.ok);
  write_file(first.library, "marked");
  EXPECT_EQ(read_file(compile().library), "marked");
  little.write_exercise("other\n");
  EXPECT_EQ(read_file(compile().library), "other\n");
}

TEST(BuildCache, WhatChangesWhileItIsCompiledIsKeptUnderNoName) {
  const LittleCourse little;
  little.write_exercise("first\n");
  Course course = little.course();
  course.emucc = course.root / "tools" / "emucc";  // changes the text behind the compiler's back
  write_file(course.emucc, "#!/bin/sh\ncase \"$*\" in *exercise.cu*) echo second >'" +
                               little.exercise().string() + "';; esac\nexec '" +
                               little.course().emucc.string() + "' \"$@\"\n");
  std::filesystem::permissions(course.emucc, std::filesystem::perms::owner_all);
  const Compiled compiled =
      compile_exercise(course, little.lesson(), little.exercise(), Device::kEmulator);
  EXPECT_FALSE(compiled.ok);
  EXPECT_THAT(compiled.complaint, HasSubstr("changed while it was compiled"));
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(little.course().build / "exercises"))
    EXPECT_FALSE(entry.is_regular_file()) << entry.path();
}

TEST(BuildCache, AMissingCompilerIsOurFault) {
  const LittleCourse little;
  Course course = little.course();
  course.emucc = "/nowhere/emucc";
  const Compiled compiled =
      compile_exercise(course, little.lesson(), little.exercise(), Device::kEmulator);
  EXPECT_FALSE(compiled.ok);
  EXPECT_TRUE(compiled.our_fault);
}

TEST(BuildCache, PartsOfAHashDoNotRunIntoEachOther) {
  ContentHash a;
  a.add("ab");
  a.add("c");
  ContentHash b;
  b.add("a");
  b.add("bc");
  EXPECT_NE(a.hex(), b.hex());
}

TEST(FirstErrors, KeepsExcerptsAndNotesButNoWarnings) {
  const std::string errors = first_errors(
      "x.cu:1: warning: w\n    1 | w\nx.cu:2:5: error: first\n    2 | code\n      | ^\n"
      "x.cu:1: note: declared here\nx.cu:9: warning: w\n    9 | w\nx.cu:3: error: second\n",
      1);
  EXPECT_EQ(errors,
            "x.cu:2:5: error: first\n    2 | code\n      | ^\nx.cu:1: note: declared here\n");
  EXPECT_EQ(first_errors("killed"), "killed");
  EXPECT_THAT(first_errors("ld: undefined reference to `f'\nmore\n"), HasSubstr("`f'"));
}

}  // namespace
}  // namespace course

// What the proofs about a lesson find.
#include "course/proof/lesson_proof.h"

#include <gmock/gmock.h>

#include <regex>

#include "course/judge/build_cache.h"
#include "course/lesson/others.h"
#include "course/proof/quotes.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Complaints skeleton(const LittleCourse& little) {
  Slots slots(2);
  return skeleton_complaints(little.course(), little.lesson(), slots);
}

Complaints folder(const LittleCourse& little) {
  return folder_complaints(little.course(), little.lesson());
}

TEST(LessonProof, TheRegionsOfTheSkeletonAreTheTodos) {
  const LittleCourse little;
  const std::string text = read_file(little.skeleton());
  EXPECT_THAT(skeleton(little), IsEmpty());
  write_file(little.skeleton(), text + "// begin: more\n// end: more\n");
  EXPECT_THAT(skeleton(little),
              AllOf(Contains(HasSubstr("lesson.toml has no todo more")),
                    Contains(HasSubstr("more of the skeleton must say TODO(more)"))));
  write_file(little.skeleton(), text.substr(0, text.find("  // begin: launch")));
  EXPECT_THAT(skeleton(little), Contains(HasSubstr("the skeleton has no // begin: launch")));
}

TEST(LessonProof, ASkeletonThatPassesIsComplainedAbout) {
  const LittleCourse little;
  write_file(little.skeleton(), read_file(little.skeleton()) + "// does Launches\n");
  EXPECT_THAT(skeleton(little), Contains(HasSubstr("no check fails for TODO launch")));
}

TEST(LessonProof, ASkeletonThatDoesNotCompileIsComplainedAbout) {
  const LittleCourse little;
  write_file(little.skeleton(), "SYNTAX\n");
  EXPECT_THAT(skeleton(little), Contains(HasSubstr("does not compile")));
}

TEST(LessonProof, TheReadmeQuotesWhatTheSkeletonIsTold) {
  if (!quotes_can_be_compared()) GTEST_SKIP() << "quotes are of programs that g++ compiles";
  LittleCourse little;
  // Not on a GPU, if there is one: quotes are of the emulator.
  little.run({"check", "1", "--device", "emulator"});
  const std::string said = std::regex_replace(little.out, std::regex(" --device emulator"), "");
  const auto readme = little.course().lessons() / "01-little" / "README.md";
  std::string text = "# Little\n\n```\n$ ./course check 01\n" + said + "```\n";
  write_file(readme, text);
  EXPECT_THAT(skeleton(little), IsEmpty());
  write_file(readme, text.replace(text.find("  Check"), 8, "  …\n\n  Checks"));
  EXPECT_THAT(skeleton(little),
              ElementsAre(HasSubstr("README.md:4: a check of the skeleton does not say")));
}

TEST(LessonProof, SolutionsOfOthersMustPassAndSayTheirIdea) {
  const LittleCourse little;
  Slots slots(2);
  const auto complaints = [&] {
    return others_complaints(little.course(), little.lesson(), slots);
  };
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("0 solutions of others, at least 3")));
  const auto folder = little.course().solutions() / "01-little" / "others";
  for (const char* name : {"one.cu", "two.cu", "three.cu"}) {
    write_file(folder / name, "// An idea.\n");
  }
  EXPECT_THAT(complaints(), IsEmpty());
  write_file(folder / "two.cu", "// begin: launch\n// end: launch\n");
  EXPECT_THAT(complaints(),
              ElementsAre(HasSubstr("others/two.cu does not open with its idea"),
                          AllOf(HasSubstr("others/two.cu:\n"), HasSubstr("expected Launches"))));
  // Of those that are not tried, the text is read: one.cu, three.cu and two.cu in this order.
  EXPECT_THAT(others_complaints(little.course(), little.lesson(), slots, {.most = 2, .seeds = 0}),
              ElementsAre(HasSubstr("others/two.cu does not open with its idea")));
}

// Another test of the lesson may put its own together meanwhile.
TEST(LessonProof, AnotherSolutionIsTheSameWhateverElseIsPutTogether) {
  const LittleCourse little;
  const auto folder = little.course().solutions() / "01-little" / "others";
  const auto key_of = [&](const OtherSolution& other) {
    const auto whole = whole_file(little.course(), little.lesson(), other);
    return exercise_key(little.course(), little.lesson(), whole, Device::kEmulator);
  };
  write_file(folder / "one.cu", "// An idea.\n");
  const OtherSolution one = load_others(little.course(), little.lesson()).at(0);
  const std::string before = key_of(one);
  write_file(folder / "two.cu", "// Another idea.\n");
  for (const OtherSolution& other : load_others(little.course(), little.lesson())) key_of(other);
  EXPECT_EQ(key_of(one), before);
}

TEST(LessonProof, CountsWhatAFolderHas) {
  const LittleCourse little;
  EXPECT_THAT(folder(little), ElementsAre(HasSubstr("1 mistakes, at least 5"),
                                          HasSubstr("1 hints for TODO add, at least 3"),
                                          HasSubstr("1 hints for TODO launch, at least 3"),
                                          HasSubstr("2 questions, at least 4")));
  std::filesystem::remove(little.course().lessons() / "01-little" / "README.md");
  EXPECT_THAT(folder(little), Contains(HasSubstr("README.md is missing")));
}

TEST(LessonProof, LessonAndProgramMustNameTheSameChecks) {
  const LittleCourse little;
  little.write_checks_program({"Adds", "Multiplies"});
  EXPECT_THAT(folder(little), Contains(HasSubstr("has no Little.Launches")));
  EXPECT_THAT(folder(little), Contains(HasSubstr("does not name the check Multiplies")));
}

TEST(LessonProof, TheQuizMustNotGiveAnswersAway) {
  const LittleCourse little;
  const auto quiz = little.course().lessons() / "01-little" / "questions.toml";
  const auto key = little.course().solutions() / "01-little" / "answers.toml";
  write_file(key, read_file(quiz));
  EXPECT_THAT(folder(little), Contains(HasSubstr("question first has no usable answer")));
  write_file(quiz, "[[question]]\nid = \"third\"\ntext = \"?\"\nkind = \"text\"\nanswer = \"x\"\n");
  EXPECT_THAT(folder(little), Contains(HasSubstr("question third gives its answer away")));
  EXPECT_THAT(folder(little), Contains(HasSubstr("question third is not in the key")));
}

}  // namespace
}  // namespace course

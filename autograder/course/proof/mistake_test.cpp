// Headers of mistakes, and the proof that each is caught.
#include "course/lesson/mistake.h"

#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"
#include "course/proof/lesson_proof.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MistakeTest : public testing::Test {
 protected:
  std::filesystem::path file() const {
    return little_.course().solutions() / "01-little" / "mistakes" / "minus.change";
  }
  void replace(const std::string& from, const std::string& to) {
    std::string text = read_file(file());
    ASSERT_NE(text.find(from), std::string::npos);
    write_file(file(), text.replace(text.find(from), from.size(), to));
  }
  /// A second mistake of Adds, which it does not catch.
  void add_what_is_not_caught() const {
    std::string text = read_file(file());
    const std::string wrong = "does Subtracts";
    text.replace(text.find(wrong), wrong.size(), "does Adds, says the comment");
    write_file(file().parent_path() / "other.change", text);
  }
  Complaints complaints(Thoroughness thoroughness = Thoroughness::kEachMistake) {
    Slots slots(2);
    return mistake_complaints(little_.course(), little_.lesson(), slots, thoroughness);
  }
  Complaints complaints_of_seeds() {
    Slots slots(2);
    return seed_complaints(little_.course(), little_.lesson(), 3, slots);
  }
  LittleCourse little_;
};

TEST_F(MistakeTest, HeaderIsRead) {
  replace("Words: expected Adds", "Words: expected Adds\nWords: M2");
  const Mistake mistake = load_mistake(file());
  EXPECT_EQ(mistake.slug, "minus");
  EXPECT_EQ(mistake.check, "Adds");
  EXPECT_THAT(mistake.words, ElementsAre("expected Adds", "M2"));
  EXPECT_EQ(mistake.why, "plus and minus are easily confused");
}

TEST_F(MistakeTest, AHeaderWithoutWordsIsRefused) {
  replace("Words: expected Adds\n", "");
  EXPECT_THROW(load_mistake(file()), FileError);
}

TEST_F(MistakeTest, CaughtInItsWordsIsFine) { EXPECT_THAT(complaints(), IsEmpty()); }

TEST_F(MistakeTest, OtherWordsAreComplainedAbout) {
  replace("Words: expected Adds", "Words: a race");
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("the words \"a race\" are not in what is told")));
}

TEST_F(MistakeTest, WordsThatAnotherCheckHidesAreComplainedAbout) {
  replace("+  does Subtracts", "+  // Adds fails by value, Launches fails by call");
  replace("by call\n", "by call\n@@\n-  does Launches\n+  does nothing\n");
  EXPECT_THAT(complaints(),
              ElementsAre(HasSubstr("are not in what is told first, which Launches says")));
}

TEST_F(MistakeTest, AMistakeThatPassesIsComplainedAbout) {
  replace("+  does Subtracts", "+  does Adds, says the comment");
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("minus is not caught by Adds")));
}

TEST_F(MistakeTest, TheFirstIsTriedEveryDay) {
  add_what_is_not_caught();
  EXPECT_THAT(complaints(Thoroughness::kSample), IsEmpty());
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("other is not caught by Adds")));
}

TEST_F(MistakeTest, SoIsWhatTheReadmeQuotes) {
  add_what_is_not_caught();
  write_file(little_.lesson().folder / "README.md",
             "<!-- mistake: other -->\n```\nfailed: Adds\n```\n");
  EXPECT_THAT(complaints(Thoroughness::kSample),
              Contains(HasSubstr("other is not caught by Adds")));
}

TEST_F(MistakeTest, WhereAQuoteIsMissingAllAreTried) {
  add_what_is_not_caught();
  write_file(little_.lesson().folder / "README.md", "```\nfailed: Subtracts\n```\n");
  EXPECT_THAT(complaints(Thoroughness::kSample),
              Contains(HasSubstr("other is not caught by Adds")));
}

TEST_F(MistakeTest, AHeaderAloneIsRefused) {
  replace("\n\n-  does Adds\n+  does Subtracts\n", "\n");
  EXPECT_THROW(load_mistake(file()), FileError);
}

TEST_F(MistakeTest, AMistakeThatDoesNotApplyIsComplainedAbout) {
  replace("-  does Adds", "-  does Multiply");
  EXPECT_THAT(complaints(),
              ElementsAre(HasSubstr("minus.change:5: the text has no line \"does Multiply\"")));
}

TEST_F(MistakeTest, ACheckThatIsNoneIsComplainedAbout) {
  replace("Check: Adds", "Check: Sums");
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("no check Sums")));
}

TEST_F(MistakeTest, CaughtUnderEverySeedIsFine) { EXPECT_THAT(complaints_of_seeds(), IsEmpty()); }

TEST_F(MistakeTest, ASeedUnderWhichItPassesIsNamed) {
  replace("+  does Subtracts", "+  does Subtracts, hides under random:2;");
  EXPECT_THAT(complaints(), IsEmpty());
  EXPECT_THAT(complaints_of_seeds(), ElementsAre(HasSubstr("Adds passes under seed 2 alone")));
}

TEST_F(MistakeTest, AMistakeThatSaysWhereItHidesMayPass) {
  replace("Words: expected Adds", "Words: expected Adds\nHides: by luck");
  EXPECT_THAT(complaints_of_seeds(), ElementsAre(HasSubstr("catches it under every seed")));
  replace("+  does Subtracts", "+  does Subtracts, hides under random:2;");
  EXPECT_THAT(complaints_of_seeds(), IsEmpty());
}

TEST_F(MistakeTest, TestWithSeedsTriesTheLessonsThatAreNamed) {
  replace("+  does Subtracts", "+  does Subtracts, hides under random:2;");
  EXPECT_EQ(little_.run({"test", "--seeds", "1"}), 0);
  EXPECT_THAT(little_.out, HasSubstr("1 of 1 lessons passed"));
  EXPECT_EQ(little_.run({"test", "--seeds", "2", "--only", "little"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("passes under seed 2 alone"));
  EXPECT_EQ(little_.run({"test", "--seeds", "2", "--only", "large"}), 1);
}

}  // namespace
}  // namespace course

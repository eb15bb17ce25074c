// Headers of mistakes, and the proof that each is caught.
#include "grader/mistake.h"

#include <gmock/gmock.h>

#include "grader/lesson_proof.h"
#include "grader/little_course.h"
#include "grader/toml_file.h"

namespace grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MistakeTest : public testing::Test {
 protected:
  std::filesystem::path file() const {
    return little_.course().solutions() / "01-little" / "mistakes" / "minus.patch";
  }
  void replace(const std::string& from, const std::string& to) {
    std::string text = read_file(file());
    ASSERT_NE(text.find(from), std::string::npos);
    write_file(file(), text.replace(text.find(from), from.size(), to));
  }
  Complaints complaints() {
    Slots slots(2);
    return mistake_complaints(little_.course(), little_.lesson(), slots);
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
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("fails without the words \"a race\"")));
}

TEST_F(MistakeTest, AMistakeThatPassesIsComplainedAbout) {
  replace("+  does Subtracts", "+  does Adds, says the comment");
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("minus is not caught by Adds")));
}

TEST_F(MistakeTest, APatchThatDoesNotApplyIsComplainedAbout) {
  replace("-  does Adds", "-  does Multiply");
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("does not apply")));
}

TEST_F(MistakeTest, ACheckThatIsNoneIsComplainedAbout) {
  replace("Check: Adds", "Check: Sums");
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("no check Sums")));
}

}  // namespace
}  // namespace grader

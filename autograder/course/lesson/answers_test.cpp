// What counts as a right answer, and what stays of a file when an answer is written into it.
#include "course/lesson/answers.h"

#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Question question(QuestionKind kind, const std::string& answer,
                  const std::vector<std::string>& choices = {}) {
  return {"id", "text", kind, choices, answer, "because"};
}

TEST(Answers, AChoiceMayBeGivenByLetterNumberOrWords) {
  const Question key = question(QuestionKind::kChoice, "b", {"one grid", "Two grids."});
  for (const char* right : {"b", "B", "b)", "2", " two grids ", "\"Two grids.\""}) {
    EXPECT_TRUE(is_right(key, right)) << right;
  }
  for (const char* wrong : {"a", "1", "one grid", "c", "3", "", "two", "0"}) {
    EXPECT_FALSE(is_right(key, wrong)) << wrong;
  }
}

TEST(Answers, WordsOfAChoiceComeBeforeItsNumber) {
  const Question key = question(QuestionKind::kChoice, "1", {"4", "1", "6"});
  EXPECT_TRUE(is_right(key, "1"));
  EXPECT_TRUE(is_right(key, "b"));
  EXPECT_FALSE(is_right(key, "4"));
}

TEST(Answers, ANumberMayHaveAUnit) {
  const Question key = question(QuestionKind::kNumber, "2048");
  for (const char* right : {"2048", "2,048", "2048 grids", "2048.0"}) {
    EXPECT_TRUE(is_right(key, right)) << right;
  }
  for (const char* wrong : {"204", "2047", "many", "2048 or 4096", "1024*2"}) {
    EXPECT_FALSE(is_right(key, wrong)) << wrong;
  }
}

TEST(Answers, AnOrderIsComparedPartByPart) {
  const Question key = question(QuestionKind::kOrder, "10 11 13");
  EXPECT_TRUE(is_right(key, "10, 11, 13"));
  EXPECT_TRUE(is_right(key, " 10  11 13 "));
  EXPECT_FALSE(is_right(key, "10 13 11"));
  EXPECT_FALSE(is_right(key, "10 11"));
}

TEST(Answers, AnOrderOfChoicesMayMixLettersAndWords) {
  const Question key = question(QuestionKind::kOrder, "b, a", {"write", "launch"});
  EXPECT_TRUE(is_right(key, "launch, write"));
  EXPECT_TRUE(is_right(key, "b a"));
  EXPECT_FALSE(is_right(key, "a b"));
}

TEST(Answers, OfATextCaseAndQuotesDoNotCount) {
  const Question key = question(QuestionKind::kText, "cudaStreamTailLaunch | tail");
  EXPECT_TRUE(is_right(key, "`cudastreamtaillaunch`"));
  EXPECT_TRUE(is_right(key, "Tail."));
  EXPECT_FALSE(is_right(key, "tails"));
}

TEST(Answers, HaveTheFormThatIsAskedFor) {
  const auto number = question(QuestionKind::kNumber, "2048");
  const auto choice = question(QuestionKind::kChoice, "b", {"one grid", "Two grids."});
  const auto order = question(QuestionKind::kOrder, "10 11 13");
  const auto text = question(QuestionKind::kText, "tail");
  for (const char* junk : {"", " \n", "?", "a b", "nan", "inf", "x y z", "...", "null"}) {
    EXPECT_FALSE(has_form_of_answer(number, junk)) << junk;
    EXPECT_FALSE(has_form_of_answer(choice, junk)) << junk;
    EXPECT_FALSE(has_form_of_answer(order, junk)) << junk;
  }
  EXPECT_TRUE(has_form_of_answer(number, "12 grids"));
  EXPECT_TRUE(has_form_of_answer(choice, "A"));
  EXPECT_TRUE(has_form_of_answer(choice, "two grids"));
  EXPECT_FALSE(has_form_of_answer(choice, "c"));
  EXPECT_TRUE(has_form_of_answer(order, "13, 11, 10"));
  EXPECT_FALSE(has_form_of_answer(order, "13, 11"));
  EXPECT_FALSE(has_form_of_answer(order, "13, 11, 11"));
  EXPECT_TRUE(has_form_of_answer(text, "a stream"));
}

TEST(Answers, WritingOneLeavesTheRestAlone) {
  const std::string toml =
      "# mine\n[[question]]\nid = \"a\"\nanswer = \"\" # here\n\n[[question]]\nid = \"b\"\n"
      "answer = \"\"\n";
  EXPECT_EQ(with_answer(toml, "b", "say \"x\""),
            "# mine\n[[question]]\nid = \"a\"\nanswer = \"\" # here\n\n[[question]]\nid = \"b\"\n"
            "answer = \"say \\\"x\\\"\"\n");
}

TEST(Answers, AWrongFileIsComplainedAboutWithItsLine) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "answers.toml";
  write_file(file, "[[question]]\nid = \"a\"\ntext = \"?\"\nkind = \"essay\"\n");
  try {
    load_questions(file);
    FAIL() << "an essay was accepted";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), StartsWith(file.string() + ":1: "));
    EXPECT_THAT(error.what(), HasSubstr("essay"));
  }
}

TEST(Answers, AKeyOfManyPartsIsRefused) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "answers.toml";
  std::string key = "\n";
  for (int i = 0; i < 200000; ++i) key += "a.";
  for (const std::string& text : {key + "a = 1", "x = [{" + key + "a = 1}]", "\n[" + key + "a]"}) {
    write_file(file, text);
    EXPECT_THROW(load_questions(file), FileError);
  }
}

TEST(Quiz, JudgesTheFileAndShowsReasonsOnlyOfWhatWasAnswered) {
  LittleCourse little;
  EXPECT_EQ(little.run({"quiz", "1", "--judge"}), 1);
  EXPECT_THAT(little.out, HasSubstr("0 of 2 right"));
  EXPECT_THAT(little.out, Not(HasSubstr("Because")));

  const auto file = little.course().lessons() / "01-little" / "answers.toml";
  write_file(file, with_answer(read_file(file), "first", "that"));
  EXPECT_EQ(little.run({"quiz", "1", "--judge"}), 1);
  EXPECT_THAT(little.out, HasSubstr("Right. Because (M2)."));

  write_file(file, with_answer(read_file(file), "second", "12"));
  EXPECT_EQ(little.run({"quiz", "1", "--judge"}), 1);
  EXPECT_THAT(little.out, HasSubstr("No. Think again: the right answer is shown after"));
  EXPECT_THAT(little.out, HasSubstr("Answer with a number."));
  EXPECT_THAT(little.out, Not(HasSubstr("1024")));
  EXPECT_EQ(little.run({"quiz", "1", "--json"}), 1);
  EXPECT_THAT(little.out, Not(HasSubstr("Counted."))) << "the same answer is no second try";
  write_file(file, with_answer(read_file(file), "second", "a thousand"));
  EXPECT_EQ(little.run({"quiz", "1", "--judge"}), 1);
  EXPECT_THAT(little.out, Not(HasSubstr("1024"))) << "what is no number is no try";
  write_file(file, with_answer(read_file(file), "second", "13"));
  EXPECT_EQ(little.run({"quiz", "1", "--judge"}), 1);
  EXPECT_THAT(little.out, HasSubstr("No: 1024. Counted."));

  write_file(file, with_answer(read_file(file), "second", "1,024"));
  EXPECT_EQ(little.run({"quiz", "1", "--json"}), 0);
  EXPECT_THAT(little.out, HasSubstr("\"points\": 2"));
}

}  // namespace
}  // namespace course

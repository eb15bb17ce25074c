// course test --mutants on a course of one lesson, mutants.toml, the table.
#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"
#include "course/proof/mutants/accepted_mutants.h"
#include "course/proof/mutants/command.h"
#include "course/proof/mutants/lesson_mutants.h"
#include "course/proof/mutants/table.h"
#include "course/proof/mutants/verdicts.h"
#include "course/testing/little_course.h"

namespace course::mutants {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// The stand-in for the check program looks for words, so that words are what mutants change: the
// check Adds passes while there is "does Adds", here the condition of a guard.
constexpr const char* kSolution = R"(#include "exercise.h"
void add(int n) {
  // begin: add
  const int much = 4;  // does Launches
  if (n != does Adds) return;
  // end: add
}
void launch() {
  // begin: launch
  // end: launch
}
)";

constexpr const char* kOther = "// begin: launch\nint a = 1;\n// end: launch\n";

class MutantsOfALesson : public testing::Test {
 protected:
  MutantsOfALesson() {
    write_file(little_.skeleton(), kSolution);
    write_file(little_.solution(), "");
    const auto lesson = little_.lesson().folder / "lesson.toml";
    std::string text = read_file(lesson);
    for (std::size_t at = text.find("points"); at != text.npos; at = text.find("points", at + 20)) {
      text.insert(at, "seeds = 1\n");  // survivors are tried under all of a check's orders
    }
    write_file(lesson, text);
  }

  std::filesystem::path toml() const {
    return accepted_mutants_file(little_.course(), little_.lesson());
  }
  void accept(const std::string& text) const { write_file(toml(), text); }
  int run(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"test", "--mutants", "1", "--jobs", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return little_.run(words);
  }

  LittleCourse little_;
};

TEST_F(MutantsOfALesson, AreTriedAgainWithAnotherCompiler) {
  const Mutant mutant{};
  Outcome outcome;
  outcome.status = MutantStatus::kKilled;
  const auto verdicts = [&] { return Verdicts(little_.course(), little_.lesson()); };
  {
    Verdicts before(little_.course(), little_.lesson());
    before.keep(mutant, "text", outcome);
    before.save();
  }
  EXPECT_TRUE(verdicts().find(mutant, "text"));
  const NamedCompiler other("another-compiler");
  EXPECT_FALSE(verdicts().find(mutant, "text"));
}

constexpr const char* kAcceptedMutants = R"([[equivalent]]
operator = "constant"
line = "const int much = 4; // does Launches"
reason = "Nothing looks at the constant."

[[survivor]]
operator = "equality"
line = "if (n != does Adds) return;"
from = "!="
to = "=="
reason = "The check cannot see the comparison."

[[survivor]]
operator = "without-return"
line = "if (n != does Adds) return;"
reason = "The check cannot see the return."
)";

TEST_F(MutantsOfALesson, KilledAndSurvivingOnesAreCounted) {
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(little_.out, HasSubstr("01-little"));
  EXPECT_THAT(little_.out, HasSubstr("solutions/01-little/exercise.cu:4: constant: 4 → 5"));
  EXPECT_THAT(little_.out, HasSubstr("exercise.cu:5: equality: != → =="));
  EXPECT_THAT(little_.out, Not(HasSubstr("→ true")));  // the guard without its words is caught
}

TEST_F(MutantsOfALesson, NoNameMeansAllLessons) {
  EXPECT_EQ(little_.run({"test", "--mutants", "--list"}), 0) << little_.err;
  EXPECT_THAT(little_.out, HasSubstr("exercise.cu:4: constant: 4 → 5"));
}

TEST_F(MutantsOfALesson, ReasonsAreTaken) {
  accept(kAcceptedMutants);
  run({"--json"});
  EXPECT_THAT(little_.out,
              AllOf(HasSubstr("\"complaints\": []"), HasSubstr("Nothing looks at the constant.")));
}

TEST_F(MutantsOfALesson, StaleEntriesAreErrors) {
  accept(std::string(kAcceptedMutants) +
         "[[equivalent]]\noperator = \"boundary\"\nline = \"gone\"\nreason = \"It was so once "
         "upon.\"\n");
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(little_.out, HasSubstr("mutants.toml:17: this entry is stale"));
}

TEST_F(MutantsOfALesson, AnEntryForWhatIsCaughtIsAnError) {
  accept(
      "[[equivalent]]\noperator = \"guard\"\nline = \"if (n != does Adds) return;\"\nto = "
      "\"true\"\n"
      "reason = \"This is not so at all.\"\n");
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(little_.out, HasSubstr("mutants.toml:1: this entry is not needed: the check Adds"));
}

TEST_F(MutantsOfALesson, SurvivorsAreShownAsDiffsAndEntries) {
  run({"--diff", "--entries"});
  EXPECT_THAT(little_.out, HasSubstr("-  const int much = 4;  // does Launches\n"
                                     "+  const int much = 5;  // does Launches\n"));
  EXPECT_THAT(little_.out,
              HasSubstr("[[equivalent]]\nfile = 'exercise.cu'\noperator = 'constant'\n"));
}

TEST_F(MutantsOfALesson, ASecondRunTriesNothingAgain) {
  run();
  const std::string first = little_.out;
  write_file(little_.course().checks / "01-little",
             read_file(little_.course().checks / "01-little"));
  std::filesystem::permissions(little_.course().checks / "01-little",
                               std::filesystem::perms::owner_all);
  write_file(little_.course().build / "mutants" / "01-little.json",
             read_file(little_.course().build / "mutants" / "01-little.json"));
  run();
  EXPECT_EQ(little_.out, first);
}

TEST_F(MutantsOfALesson, ASolutionThatFailsIsNamed) {
  write_file(little_.solution(), "// begin: add\nint a = 1;\n// end: add\n");
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(little_.out,
              AllOf(HasSubstr("01-little                        not tried\n"),
                    HasSubstr("solutions/01-little/exercise.cu: the solution itself fails "
                              "Adds under late (failed)")));
}

TEST_F(MutantsOfALesson, WhatOthersWriteAlikeIsTriedOnce) {
  const auto count = [&] { return mutants_of(little_.course(), little_.lesson()).mutants.size(); };
  const std::size_t before = count();
  const auto others = little_.solution().parent_path() / "others";
  write_file(others / "same.cu", "// An idea.\n");
  EXPECT_EQ(count(), before);
  write_file(others / "same.cu", kOther);
  EXPECT_EQ(count(), before + 2);
}

TEST_F(MutantsOfALesson, ASampleIsAlwaysTheSameAndGoesThroughTheOperators) {
  const LessonMutants all = mutants_of(little_.course(), little_.lesson());
  const std::vector<Mutant> sample = sample_of(little_.lesson(), all, 3);
  ASSERT_THAT(sample, SizeIs(3));
  EXPECT_EQ(sample[0].offset, sample_of(little_.lesson(), all, 3)[0].offset);
  EXPECT_NE(sample[0].change, sample[1].change);
  EXPECT_NE(sample[1].change, sample[2].change);
}

TEST_F(MutantsOfALesson, ASampleIsOfTheFilesThatAreAskedFor) {
  write_file(little_.solution().parent_path() / "others" / "more.cu", kOther);
  EXPECT_EQ(run({"--file", "others/", "--sample", "9", "--list"}), 0) << little_.err;
  EXPECT_THAT(little_.out,
              AllOf(HasSubstr("others/01-little/more/more.cu"), Not(HasSubstr("exercise.cu"))));
}

TEST_F(MutantsOfALesson, TheTableKeepsOtherRowsAndIsComparedWithTheSolutions) {
  const auto file = little_.course().root / "docs" / "mutants.md";
  write_table(file, {"00-other", "01-little"}, {{"00-other", Counts{.changes = 3}}});
  const auto complaint = [&] {
    return table_complaint(file, "01-little", mutants_of(little_.course(), little_.lesson()));
  };
  EXPECT_THAT(complaint(), HasSubstr("has no row for 01-little"));
  run({"--table", file.string()});
  EXPECT_EQ(complaint(), "");
  write_file(little_.solution().parent_path() / "others" / "more.cu", kOther);
  EXPECT_EQ(complaint(), "");
  run({"--table", file.string()});
  EXPECT_THAT(read_file(file), HasSubstr("\n| 01-little, others | 2 |"));
  EXPECT_EQ(complaint(), "");
  write_file(little_.skeleton(), std::string(kSolution) + "// begin: y\nint b = 1;\n// end: y\n");
  EXPECT_THAT(complaint(), HasSubstr("is out of date"));
}

class MutantsToml : public testing::Test {
 protected:
  std::string complaint_of(const std::string& text) const {
    const auto file = folder_.path() / "mutants.toml";
    write_file(file, text);
    try {
      load_accepted(file);
    } catch (const FileError& error) {
      return std::string(error.what()).substr(folder_.path().string().size() + 1);
    }
    return "";
  }

  base::TemporaryFolder folder_;
};

TEST_F(MutantsToml, MayBeMissing) {
  EXPECT_THAT(load_accepted(folder_.path() / "mutants.toml"), IsEmpty());
}

TEST_F(MutantsToml, EntriesSayWhatAndWhy) {
  const std::string entry = "[[equivalent]]\noperator = \"boundary\"\nline = \"a < b\"\n";
  EXPECT_EQ(complaint_of(entry + "reason = \"Both are never the same.\"\n"), "");
  EXPECT_EQ(complaint_of(entry), "mutants.toml:1: \"reason\" is missing here");
  EXPECT_EQ(complaint_of(entry + "reason = \"same\"\n"),
            "mutants.toml:4: \"reason\" must be a sentence that says why no check can fail");
  EXPECT_EQ(complaint_of("[[equivalent]]\nreason = \"Both are never the same.\"\n"),
            "mutants.toml:1: \"operator\" is missing here");
  EXPECT_EQ(complaint_of(entry + "reason = \"Both are never the same.\"\nwhere = 1\n"),
            "mutants.toml:5: \"where\" is not a name that belongs here");
  EXPECT_EQ(complaint_of(entry + "occurrence = 0\nreason = \"Both are never the same.\"\n"),
            "mutants.toml:4: \"occurrence\" counts from 1");
}

TEST_F(MutantsToml, WhatIsLeftOutHoldsForAll) {
  write_file(folder_.path() / "mutants.toml",
             "[[equivalent]]\noperator = \"boundary\"\nline = \"a  <  b\"\n"
             "reason = \"Both are never the same.\"\n");
  const AcceptedMutant accepted = load_accepted(folder_.path() / "mutants.toml").at(0);
  Mutant mutant{"exercise.cu", "boundary", 7, "a < b", 0, 1, "<", "<=", 2};
  EXPECT_TRUE(accepted.holds_for(mutant));
  mutant.file = "others/one.cu";
  EXPECT_FALSE(accepted.holds_for(mutant));
}

TEST_F(MutantsToml, AReasonMayHoldForAllLinesOfAllSolutions) {
  const std::string entry = "[[equivalent]]\nfile = \"*\"\noperator = \"stream\"\n";
  const std::string reason = "reason = \"No launch rests on its stream.\"\n";
  EXPECT_THAT(complaint_of(entry + reason), HasSubstr("mutants.toml:1: \"line\" is missing here"));
  write_file(folder_.path() / "mutants.toml", entry + "to = \"cudaStreamTailLaunch\"\n" + reason);
  const AcceptedMutant accepted = load_accepted(folder_.path() / "mutants.toml").at(0);
  Mutant mutant{"others/a.cu", "stream", 7, "f<<<1, 1, 0, s>>>();", 0, 1, "s", "nullptr", 1};
  EXPECT_FALSE(accepted.holds_for(mutant));
  mutant.to = "cudaStreamTailLaunch";
  EXPECT_TRUE(accepted.holds_for(mutant));
}

TEST_F(MutantsToml, AnEntryMayListLinesAndChanges) {
  write_file(folder_.path() / "mutants.toml",
             "[[equivalent]]\noperator = \"shape\"\nline = [\"f<<<a, b>>>();\", \"g();\"]\n"
             "to = [\"* + 1\", \"b, *\"]\nreason = \"The guard sends the others home.\"\n");
  const AcceptedMutant accepted = load_accepted(folder_.path() / "mutants.toml").at(0);
  Mutant mutant{"exercise.cu", "shape", 7, "f<<<a, b>>>();", 0, 1, "a", "a + 1", 1};
  EXPECT_TRUE(accepted.holds_for(mutant));
  mutant.to = "b, a";
  EXPECT_TRUE(accepted.holds_for(mutant));
  mutant.to = "a - 1";
  EXPECT_FALSE(accepted.holds_for(mutant));
  mutant.to = "a + 1";
  mutant.line_text = "h();";
  EXPECT_FALSE(accepted.holds_for(mutant));
}

TEST_F(MutantsToml, AnEntryCanBeMadeOfASurvivor) {
  const Mutant mutant{"exercise.cu", "boundary", 7, "f('a' < \"b\")", 0, 1, "<", "<=", 2};
  write_file(folder_.path() / "mutants.toml",
             entry_for(mutant).replace(entry_for(mutant).find("\"\"\n"), 2,
                                       "\"Both are never the same.\""));
  EXPECT_TRUE(load_accepted(folder_.path() / "mutants.toml").at(0).holds_for(mutant));
}

}  // namespace
}  // namespace course::mutants

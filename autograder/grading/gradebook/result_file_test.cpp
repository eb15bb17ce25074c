// Result files: what was written is read, and nothing else is.
#include "grading/gradebook/result_file.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/temporary_folder.h"
#include "grading/gradebook/durable_file.h"
#include "grading/gradebook/part.h"

namespace grading {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ResultFileTest : public testing::Test {
 protected:
  static PendingSubmission submission_of(const std::string& student) {
    return {1, {student, "01-first-child-grid", "aa", 7}, "/class/" + student, {"checks", "tools"}};
  }

  static Result a_result() {
    Result result;
    result.host = "node1";
    result.begun_at = 10;
    result.ended_at = 12;
    result.graded = {"failed",
                     "one of two",
                     3,
                     7,
                     0.1,
                     {{"First", "passed", "", 3, 3, 1.25, 1000, false},
                      {"Second", "failed", "wrong at 7: λ\x1b[0m", 0, 4, 2.5, 2000, true}},
                     {{"q1", "how many?", "3", false, "four, since …"}},
                     {"its answers change from run to run"},
                     "1.0"};
    return result;
  }

  // Changes the file as an editor would, and returns why it is no result any more.
  std::string refused_after(const std::function<void(std::string&)>& change) {
    write_result(folder_.path(), one_, a_result());
    const auto file = result_file(folder_.path(), one_);
    std::string text = read_whole(file, 1 << 20);
    change(text);
    write_durably(file, text);
    std::string why_not;
    EXPECT_FALSE(read_result(folder_.path(), one_, why_not));
    return why_not;
  }

  base::TemporaryFolder folder_;
  PendingSubmission one_ = submission_of("ada");
};

TEST_F(ResultFileTest, KeepsAllThatWasFoundOut) {
  write_result(folder_.path(), one_, a_result());
  std::string why_not;
  const auto read = read_result(folder_.path(), one_, why_not);
  ASSERT_TRUE(read) << why_not;
  EXPECT_EQ(read->host, "node1");
  EXPECT_EQ(read->ended_at - read->begun_at, 2);
  EXPECT_EQ(read->graded.verdict, "failed");
  EXPECT_EQ(read->graded.points, 3);
  EXPECT_EQ(read->graded.seconds, 0.1);
  ASSERT_EQ(read->graded.checks.size(), 2u);
  EXPECT_EQ(read->graded.checks[1].message, "wrong at 7: λ\x1b[0m");
  EXPECT_EQ(read->graded.checks[0].milliseconds, 1.25);
  EXPECT_TRUE(read->graded.checks[1].hidden);
  ASSERT_EQ(read->graded.quiz.size(), 1u);
  EXPECT_EQ(read->graded.quiz[0].reason, "four, since …");
  EXPECT_EQ(read->graded.flags[0], "its answers change from run to run");
  EXPECT_EQ(read->graded.grader, "1.0");
}

TEST_F(ResultFileTest, TakesWhatIsNoUtf8) {
  Result result = a_result();
  result.graded.message = "\xff printed";
  write_result(folder_.path(), one_, result);
  std::string why_not;
  const auto read = read_result(folder_.path(), one_, why_not);
  ASSERT_TRUE(read) << why_not;
  EXPECT_EQ(read->graded.message, "\xef\xbf\xbd printed");
}

TEST_F(ResultFileTest, IsNoneWhereThereIsNone) {
  std::string why_not = "?";
  EXPECT_FALSE(read_result(folder_.path(), one_, why_not));
  EXPECT_THAT(why_not, IsEmpty());
}

TEST_F(ResultFileTest, BelongsToOneSubmissionAndItsVersions) {
  PendingSubmission other = one_;
  other.versions.checks = "newer";
  EXPECT_NE(result_file("", one_), result_file("", other));
  EXPECT_NE(result_file("", one_), result_file("", submission_of("bob")));
  write_result(folder_.path(), other, a_result());
  rename(result_file(folder_.path(), other).c_str(), result_file(folder_.path(), one_).c_str());
  std::string why_not;
  EXPECT_FALSE(read_result(folder_.path(), one_, why_not));
  EXPECT_THAT(why_not, HasSubstr("another submission"));
}

TEST_F(ResultFileTest, CutOrChangedIsNoResult) {
  EXPECT_THAT(refused_after([](std::string& text) { text.resize(text.size() / 2); }),
              Not(IsEmpty()));
  EXPECT_THAT(refused_after([](std::string& text) { text.clear(); }), Not(IsEmpty()));
  const auto more_points = [](std::string& text) {
    text.replace(text.find("\"points\": 3"), 11, "\"points\": 7");
  };
  EXPECT_THAT(refused_after(more_points), HasSubstr("hash"));
}

// With a hash that fits: by a grader gone wrong.
TEST_F(ResultFileTest, PointsBeyondTheirRangeAreNoResult) {
  Result result = a_result();
  std::string why_not;
  result.graded.points = 8;
  write_result(folder_.path(), one_, result);
  EXPECT_FALSE(read_result(folder_.path(), one_, why_not));
  EXPECT_THAT(why_not, HasSubstr("more points"));
  result = a_result();
  result.graded.checks[0].points = -1;
  write_result(folder_.path(), one_, result);
  EXPECT_FALSE(read_result(folder_.path(), one_, why_not));
  EXPECT_THAT(why_not, HasSubstr("range"));
}

TEST_F(ResultFileTest, LinksAreNotFollowed) {
  write_result(folder_.path(), one_, a_result());
  const auto file = result_file(folder_.path(), one_);
  std::filesystem::rename(file, folder_.path() / "elsewhere");
  std::filesystem::create_symlink(folder_.path() / "elsewhere", file);
  std::string why_not;
  EXPECT_FALSE(read_result(folder_.path(), one_, why_not));
  EXPECT_THAT(why_not, Not(IsEmpty()));
}

class PartTest : public ResultFileTest {
 protected:
  ClassPart a_part() { return {folder_.path(), {submission_of("ada"), submission_of("bob")}}; }

  static Graded passed() {
    Graded graded = a_result().graded;
    graded.verdict = "passed";
    return graded;
  }
};

TEST_F(PartTest, ComesBackFromItsFile) {
  const auto file = folder_.path() / "part-1.json";
  write_part(file, a_part());
  const ClassPart part = read_part(file);
  EXPECT_EQ(part.results, folder_.path());
  ASSERT_EQ(part.submissions.size(), 2u);
  EXPECT_EQ(part.submissions[1].submission.student, "bob");
  EXPECT_EQ(part.submissions[1].folder, "/class/bob");
  EXPECT_EQ(part.submissions[1].versions, one_.versions);
  write_durably(file, "{}");
  EXPECT_THROW(read_part(file), std::runtime_error);
}

TEST_F(PartTest, GradesWhatHasNoResultYet) {
  std::vector<std::string> asked;
  const Grade grade = [&](const PendingSubmission& one, int) {
    asked.push_back(one.submission.student);
    if (one.submission.student == "bob" && asked.size() < 3) throw std::runtime_error("disk full");
    return passed();
  };
  const PartGraded first = grade_part(a_part(), grade);
  EXPECT_EQ(first.graded, 1u);
  EXPECT_EQ(first.failed, 1u);
  std::string why_not;
  const auto failed = read_result(folder_.path(), submission_of("bob"), why_not);
  ASSERT_TRUE(failed) << why_not;
  EXPECT_EQ(failed->graded.verdict, "grader_error");
  EXPECT_EQ(failed->graded.message, "disk full");

  const PartGraded again = grade_part(a_part(), grade);
  EXPECT_EQ(again.before, 1u);
  EXPECT_EQ(again.graded, 1u);
  EXPECT_THAT(asked, testing::ElementsAre("ada", "bob", "bob"));
}

TEST_F(PartTest, EndsWhenResultsCannotBeWritten) {
  ClassPart part = a_part();
  part.results = folder_.path() / "gone";
  EXPECT_THROW(grade_part(part, [](const auto&, int) { return passed(); }), std::system_error);
}

}  // namespace
}  // namespace grading

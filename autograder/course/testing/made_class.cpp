// Makes the gradebook of a class that never was, for tests and measurements:
//
//   made_class LESSONS OUT STUDENTS [LESSONS-A-STUDENT]
//
// LESSONS is the folder with the lessons. Among the first students are the worst: names and texts
// that try to be markup, formulas, commands to a terminal or something else than they are. All of
// them come again with every call; the rest of the class does what students do.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "course/lesson/lesson.h"
#include "grading/gradebook/gradebook.h"

namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using grading::CheckResult;
using grading::Graded;

const std::vector<std::string> kNames = {
    "ada",
    "Ada",
    "<script>alert(1)</script>",
    "=HYPERLINK(\"http://example.com\",\"ok\")",
    "Robert'); DROP TABLE scores;--",
    "דנה לוי",
    "abc\u202egnp.exe",
    "\" onmouseover=\"alert(1)",
    "100% #1 ?x=1&y=2",
    "bad\xff\xfe utf8",
    "-rf ..",
    "\ttab\r=1+1",
    "+1 two",
    "Points Possible",
    "    points  possible",
    "00123",
    "123",
    "王小明",
    "a name of exactly the length that is still taken in, which is one hundred bytes and not one "
    "byte more",
};

const std::vector<std::string> kMessages = {
    "result[7] is 4; it should be 5\n3 of 1000 elements are wrong",
    "\x1b[2J\x1b[31mall checks passed\x1b[0m \x9b"
    "31m",
    "</pre></li><script>alert('pre')</script><img src=x onerror=alert(1)>",
    "]]></failure></testcase><testcase name=\"forged\"/>\n&lt;&#0; &notanentity;",
    "a nul \0 inside, and \xc3\x28 \xff\xff"s,
    "\u202ereversed\u202c \u2066isolated\u2069 \ufeff\uffff",
    "=cmd|' /C calc'!A0",
    "\t=1+1",
    "\",\"score\":100,\"x\":\"",
    "0x7f3a2c001000: invalid address -1.5e-7 after 1,024 bytes",
    "https://example.com/" + std::string(3000, 'w'),
    std::string(2'000'000, 'm') + "\n",
};

const std::string kPicture =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"60\">"
    "<script>alert('picture')</script>"
    "<image href=\"http://example.com/seen.png\" width=\"1\" height=\"1\"/>"
    "<rect x=\"10\" y=\"10\" width=\"200\" height=\"16\" fill=\"#128a67\"/>"
    "<rect x=\"60\" y=\"34\" width=\"120\" height=\"16\" fill=\"#7a1fa2\"/></svg>";

// The same numbers every time.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2654435761U + 1) {}
  unsigned below(unsigned n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<unsigned>(state_ >> 33) % n;
  }

 private:
  std::uint64_t state_;
};

std::string message_of(Random& random, std::size_t student) {
  if (student < kNames.size()) return kMessages[student % kMessages.size()];
  return fmt::format("result[{}] is {}; it should be {}\n{} of 1000 elements are wrong",
                     random.below(1000), random.below(50), random.below(50), random.below(1000));
}

void give(Graded& graded, CheckResult check, bool passed, const std::string& message) {
  check.verdict = passed ? "passed" : graded.checks.size() % 7 == 6 ? "timed_out" : "failed";
  check.points = passed ? check.max_points : 0;
  if (!passed) check.message = message;
  check.milliseconds = 3.25;
  graded.points += check.points;
  graded.max_points += check.max_points;
  if (!passed) graded.verdict = "failed";
  graded.checks.push_back(check);
}

Graded graded_of(const course::Lesson& lesson, std::size_t student, Random& random) {
  Graded graded;
  graded.grader = "2026.1-g0a1b2c3";
  graded.seconds = 0.8;
  if (student % 17 == 11) {
    graded.verdict = "does_not_compile";
    graded.message =
        fmt::format("exercise.cu:{}:5: error: expected ';' before '}}' token\n{}", random.below(90),
                    student < kNames.size() ? kMessages[student % 10] : "");
    for (const auto& check : lesson.checks) {
      graded.checks.push_back({check.name, "does_not_compile", graded.message, 0, check.points});
      graded.max_points += check.points;
    }
    return graded;
  }
  graded.verdict = "passed";
  const unsigned ability = random.below(100);
  for (const auto& check : lesson.checks) {
    give(graded, {check.name, "", "", 0, check.points}, random.below(100) < 25 + ability,
         message_of(random, student));
  }
  for (const std::string name : {"WorksForNothing", "WorksForAMillion"}) {
    CheckResult check{name, "", "", 0, 2};
    check.hidden = true;
    give(graded, check, random.below(100) < ability, "secret input 424242");
  }
  graded.quiz = {{"first", "Which of these may a child grid rely on?",
                  student < kMessages.size() ? kMessages[student].substr(0, 60) : "b",
                  random.below(2) == 0, "The launch orders what came before it (M2)."},
                 {"second", "How many grids run?", "", false, "Each thread launches one (K2)."}};
  if (student % 13 == 3) graded.flags = {"its answers change from run to run"};
  return graded;
}

void make(const fs::path& lessons_folder, const fs::path& out, std::size_t students,
          std::size_t most_lessons) {
  fs::create_directories(out / "pictures");
  std::int64_t now = 1'780'000'000;
  grading::Gradebook book(out / "gradebook.db", [&now] { return now; });
  const course::Course course{lessons_folder.parent_path(), {}, {}, {}, {}};
  std::vector<course::Lesson> lessons = course::load_lessons(course);
  if (lessons.size() > most_lessons) lessons.resize(most_lessons);
  std::vector<std::string> enrolled;
  for (std::size_t i = 0; i < students; ++i) {
    const std::string name = i < kNames.size() ? kNames[i] : fmt::format("student{:04}", i);
    enrolled.push_back(name);
    Random random(i);
    if (i % 19 == 18) continue;  // hands in nothing
    for (const course::Lesson& lesson : lessons) {
      if (random.below(10) == 0) continue;
      now += 7;
      const std::string sha256 = fmt::format("{:064x}", now);
      const auto id = book.add({name, lesson.name, sha256, now - 3600});
      if (i % 23 == 22) continue;  // waits
      const grading::Versions versions{fmt::format("{:0<64}", i % 5 == 0 ? "c0ffee" : "c0ffef"),
                                       fmt::format("{:0<64}", "7001")};
      const auto lease = book.begin(id, versions, "here", 60);
      if (i % 29 == 7) {
        book.give_up(*lease, "the node was lost\x1b[0m");
        continue;
      }
      book.finish(*lease, graded_of(lesson, i, random));
      if (i % 31 == 5) book.override_points(id, 1, "late, </p><script>see</script> e-mail");
      if (i < kNames.size()) {
        const fs::path picture = out / "pictures" / grading::picture_of(name, lesson.name, sha256);
        fs::create_directories(picture.parent_path());
        std::ofstream(picture) << kPicture;
      }
    }
  }
  enrolled.push_back("never came");
  book.enroll(enrolled);
  book.note_refusals({{"zip-slip", "", "the archive has a name with \"..\""},
                      {"\\x1b[31mred", "", "the name has a control character"},
                      {"linked", lessons[0].name, "exercise.cu is a symbolic link"}},
                     {lessons[0].name});
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) {
    std::cerr << "usage: made_class LESSONS OUT STUDENTS [LESSONS-A-STUDENT]\n";
    return 2;
  }
  make(words[1], words[2], std::strtoul(words[3], nullptr, 10),
       count > 4 ? std::strtoul(words[4], nullptr, 10) : 1000);
}

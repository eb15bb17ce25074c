// What a class's results come to: distributions, pass rates, the commonest failures, and what an
// instructor should look at.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "grading/gradebook/class_results.h"

namespace grading {

struct CheckStatistics {
  std::string name;
  bool hidden = false;
  int points = 0;  ///< that it can give
  int passed = 0, failed = 0, not_run = 0;

  int ran() const { return passed + failed; }
};

/// Failures of one kind (failure_kind.h).
struct Failures {
  std::string check;  ///< empty: of the whole lesson, such as the compiler's complaint
  std::string verdict;
  std::string kind;
  std::string example;  ///< the first such message, shortened
  bool hidden = false;
  int students = 0;
};

/// With what lessons were graded.
struct GradedWith {
  std::string grader;
  Versions versions;
  int submissions = 0;
  std::int64_t first = 0, last = 0;  ///< seconds since 1970
};

class LessonStatistics {
 public:
  explicit LessonStatistics(const LessonWords& lesson);
  void add(const LessonResult& result);

  const LessonWords& words() const { return *words_; }
  int graded() const { return graded_; }
  int handed_in() const { return graded_ + waiting_ + our_fault_; }
  int waiting() const { return waiting_; }
  int passed() const { return passed_; }
  int max_points() const { return max_points_; }
  double mean() const;    ///< 0 while nothing is graded
  double median() const;  ///< likewise
  /// How many students have so many points, for the points that somebody has.
  const std::map<int, int>& students_by_points() const { return points_; }
  const std::vector<CheckStatistics>& checks() const { return checks_; }
  std::vector<Failures> commonest(std::size_t most) const;  ///< of most students first
  std::size_t kinds() const { return failures_.size(); }
  std::vector<GradedWith> graded_with() const;  ///< of most submissions first

 private:
  using Kind = std::tuple<std::string, std::string, std::string>;  // check, verdict, kind

  void add_check(const CheckResult& check);
  void add_failures(const LessonResult& result);
  void add_failure(const std::string& check, bool hidden, const std::string& verdict,
                   const std::string& message);
  void add_versions(const Standing& standing);
  int points_at(int rank) const;

  const LessonWords* words_;
  int graded_ = 0, waiting_ = 0, our_fault_ = 0, passed_ = 0, max_points_ = 0;
  std::map<int, int> points_;
  std::vector<CheckStatistics> checks_;
  std::map<Kind, Failures> failures_;
  std::map<std::tuple<std::string, std::string, std::string>, GradedWith> graded_with_;
};

/// A sentence about one or more of a student's lessons.
struct Remark {
  std::string student, text;
  std::vector<std::string> lessons;  ///< empty: about all that was handed in
};
/// "03-memory-visibility", "4 lessons" or "everything".
std::string lessons_in_words(const Remark& remark);
/// How many lessons they are about together; everything counts as one.
std::size_t lessons_of(const std::vector<Remark>& remarks);

struct StudentLine {
  std::string name;
  int handed_in = 0, passed = 0;    ///< lessons
  int not_judged = 0, flagged = 0;  ///< lessons; what could not be judged is not counted as flagged
  int points = 0, max_points = 0;   ///< of the graded lessons
};

struct ClassStatistics {
  explicit ClassStatistics(const std::vector<LessonWords>& lessons);
  void add(const StudentResults& student);

  std::vector<LessonStatistics> lessons;
  std::vector<StudentLine> students;
  std::vector<Remark> not_judged, flagged, refused, our_fault, overridden;
  std::vector<std::string> handed_in_nothing;           ///< students
  std::vector<std::string> strays;                      ///< files that were taken for nobody's
  std::vector<std::string> notes;                       ///< sentences about the class's folder
  std::vector<std::vector<std::string>> not_handed_in;  ///< by lesson; without those of nothing

  /// How a student of the class is called where people read it.
  std::string shown(const std::string& student) const;

 private:
  void add_remarks(const LessonResult& result, StudentLine& line);

  std::map<std::string, std::string> shown_;
};

}  // namespace grading

// The gradebook, read student by student: what every report and export is made from. Only one
// student's checks are in memory at a time, so a large class needs no more than a small one.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grading/gradebook/gradebook.h"
#include "grading/gradebook/lesson_words.h"
#include "grading/intake/names.h"

namespace grading {

/// How far a lesson of a student has come.
enum class Stage {
  kGraded,    ///< there is a score
  kWaiting,   ///< handed in, not graded yet
  kOurFault,  ///< grading failed; no score, and `why`
  kRefused,   ///< what was handed in could not be taken in; no score, and `why`
  kMissing,   ///< nothing was handed in
};

struct LessonResult {
  const LessonWords* words = nullptr;  ///< never null; lives as long as the ClassResults
  std::string shown_student = {};      ///< as StudentResults::shown
  Stage stage = Stage::kMissing;
  Standing standing;  ///< student and lesson always; the rest once it is handed in
  std::vector<CheckResult> checks;
  std::vector<QuizResult> quiz;
  std::string why;
  bool refused_with_all = false;  ///< not the lesson was refused but all that the student handed in
  std::string refused_since;      ///< why what was handed in later was not taken in; else empty
};

struct StudentResults {
  std::string name;
  std::vector<LessonResult> lessons;  ///< one for each of the class's, in order
  std::string shown = {};             ///< the name, told apart from others of the class (names.h)
};

/// Which part of a class is wanted.
struct Part {
  std::vector<std::string> lessons;  ///< empty: all that somebody handed in
  std::string student;               ///< empty: all
  bool with_checks = true;           ///< also read checks and quizzes
};

class ClassResults {
 public:
  /// `words` for all lessons there are; one that the gradebook has and `words` does not is called
  /// by its name.
  /// Requires: the gradebook outlives this.
  ClassResults(const Gradebook& gradebook, const std::vector<LessonWords>& words, Part part = {});

  /// The lessons of this class, by name.
  const std::vector<LessonWords>& lessons() const { return lessons_; }
  /// Files beside what was handed in that were taken for nobody's.
  std::vector<std::string> strays() const { return gradebook_.strays(); }
  /// Sentences about what lies in the class's folder as a whole.
  std::vector<std::string> notes() const { return gradebook_.notes(); }
  /// Students by name: who is enrolled, who has handed something in, whose things were refused.
  void for_each_student(const std::function<void(const StudentResults&)>& visit) const;

 private:
  // What is known of one student's lesson, by lesson.
  struct Known {
    std::map<std::string, Standing> standings;
    std::map<std::string, std::string> ungraded;
    std::map<std::string, RefusedLesson> refused;
  };

  void choose_lessons(const std::vector<LessonWords>& words);
  static void add_lessons_refused_with_all(const Known& known, std::set<std::string>& names);
  static const RefusedLesson* refusal_of(const Known& known, const std::string& lesson);
  LessonResult result_of(const std::string& student, const LessonWords& lesson) const;

  const Gradebook& gradebook_;
  Part part_;
  std::vector<LessonWords> lessons_;
  std::map<std::string, Known> students_;
  ShownNames shown_;
};

}  // namespace grading

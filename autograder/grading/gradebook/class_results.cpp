// Standings, failures, refusals and the list of the class, brought together by student.
#include "grading/gradebook/class_results.h"

#include <algorithm>

namespace grading {
namespace {

const LessonWords* find(const std::vector<LessonWords>& words, const std::string& lesson) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const LessonWords& one) { return one.name == lesson; });
  return found == words.end() ? nullptr : &*found;
}

}  // namespace

ClassResults::ClassResults(const Gradebook& gradebook, const std::vector<LessonWords>& words,
                           Part part)
    : gradebook_(gradebook), part_(std::move(part)), shown_({}) {
  for (const std::string& student : gradebook.students()) students_[student];
  for (Standing& standing : gradebook.standings()) {
    Known& known = students_[standing.student];
    known.standings[standing.lesson] = std::move(standing);
  }
  for (const Standing& failed : gradebook.ungraded()) {
    students_[failed.student].ungraded[failed.lesson] = failed.message;
  }
  for (const RefusedLesson& refused : gradebook.refusals()) {
    students_[refused.student].refused[refused.lesson] = refused;
  }
  choose_lessons(words);
  std::vector<std::string> names;
  for (const auto& [name, known] : students_) names.push_back(name);
  shown_ = ShownNames(names);
}

void ClassResults::choose_lessons(const std::vector<LessonWords>& words) {
  std::set<std::string> names(part_.lessons.begin(), part_.lessons.end());
  if (names.empty()) {
    for (const auto& [student, known] : students_) {
      for (const auto& [lesson, standing] : known.standings) names.insert(lesson);
      for (const auto& [lesson, refused] : known.refused) {
        if (!refused.with_all) names.insert(lesson);
      }
    }
    for (const auto& [student, known] : students_) add_lessons_refused_with_all(known, names);
    names.erase("");
  }
  for (const std::string& name : names) {
    const LessonWords* known = find(words, name);
    lessons_.push_back(known == nullptr ? LessonWords{name, name, 0, {}} : *known);
  }
}

// All that a student handed in was refused, and nobody handed in any of these lessons: without a
// lesson to say it at, that student would seem to have handed in nothing.
void ClassResults::add_lessons_refused_with_all(const Known& known, std::set<std::string>& names) {
  const auto is_told = [&](const auto& one) { return names.contains(one.first); };
  if (std::ranges::any_of(known.refused, is_told)) return;
  for (const auto& [lesson, refused] : known.refused) names.insert(lesson);
}

const RefusedLesson* ClassResults::refusal_of(const Known& known, const std::string& lesson) {
  for (const std::string& looked_at : {lesson, std::string()}) {
    const auto found = known.refused.find(looked_at);
    if (found != known.refused.end()) return &found->second;
  }
  return nullptr;
}

LessonResult ClassResults::result_of(const std::string& student, const LessonWords& lesson) const {
  LessonResult result;
  result.words = &lesson;
  result.standing.student = student;
  result.standing.lesson = lesson.name;
  const Known& known = students_.at(student);
  const RefusedLesson* refused = refusal_of(known, lesson.name);
  if (const auto found = known.standings.find(lesson.name); found != known.standings.end()) {
    result.standing = found->second;
    const auto failed = known.ungraded.find(lesson.name);
    result.stage = found->second.run != 0           ? Stage::kGraded
                   : failed != known.ungraded.end() ? Stage::kOurFault
                                                    : Stage::kWaiting;
    if (result.stage == Stage::kOurFault) result.why = failed->second;
    if (refused != nullptr) result.refused_since = refused->why;
  } else if (refused != nullptr) {
    result.stage = Stage::kRefused;
    result.why = refused->why;
    result.refused_with_all = refused->with_all;
  }
  return result;
}

void ClassResults::for_each_student(const std::function<void(const StudentResults&)>& visit) const {
  for (const auto& [name, known] : students_) {
    if (!part_.student.empty() && name != part_.student) continue;
    StudentResults student{name, {}, shown_(name)};
    for (const LessonWords& lesson : lessons_) {
      LessonResult result = result_of(name, lesson);
      result.shown_student = student.shown;
      if (part_.with_checks && result.stage == Stage::kGraded) {
        result.checks = gradebook_.checks(result.standing.run);
        result.quiz = gradebook_.quiz(result.standing.run);
      }
      student.lessons.push_back(std::move(result));
    }
    visit(student);
  }
}

}  // namespace grading

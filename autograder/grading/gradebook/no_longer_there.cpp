// What is there now, by student and lesson, and what is not.
#include "grading/gradebook/no_longer_there.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grading/intake/names.h"

namespace grading {
namespace {

class ThereNow {
 public:
  explicit ThereNow(const Intake& intake)
      : without_any_(intake.without_any.begin(), intake.without_any.end()) {
    for (const HandedIn& one : intake.handed_in) add(one.student, one.lesson);
    for (const Refused& one : intake.refused) add(one.student, one.lesson);
  }

  /// A refusal of all that a student handed in has no lesson.
  bool has(const std::string& student, const std::string& lesson) const {
    return there_.contains({student, lesson}) || there_.contains({student, ""});
  }

  bool should_have(const std::string& student, const std::string& lesson) const {
    return lessons_.contains(lesson) || without_any_.contains(student);
  }

 private:
  void add(const std::string& student, const std::string& lesson) {
    there_.insert({student, lesson});
    lessons_.insert(lesson);
  }

  std::set<std::pair<std::string, std::string>> there_;
  std::set<std::string> lessons_, without_any_;
};

// With the place of what was graded, which is all that is left to look at.
Doubt doubt_about(const Standing& one) {
  return {one.student, one.lesson,
          fmt::format("the points are for an earlier version: nothing of this lesson was there any "
                      "more when the class was taken in last. What was graded is in "
                      "submissions/{}/{}/{}",
                      shown_name(one.student), one.lesson, one.sha256)};
}

}  // namespace

std::vector<Doubt> doubts_about_missing(const std::vector<Standing>& standings,
                                        const Intake& intake,
                                        const std::set<std::string>& lessons) {
  const ThereNow there(intake);
  std::vector<Doubt> doubts;
  for (const Standing& one : standings) {
    const bool is_missing = lessons.contains(one.lesson) && !there.has(one.student, one.lesson);
    if (is_missing && there.should_have(one.student, one.lesson))
      doubts.push_back(doubt_about(one));
  }
  return doubts;
}

}  // namespace grading

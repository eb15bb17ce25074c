// Which lessons a person means: "3", "03", "memory", "lessons/03-memory-visibility/".
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "course/lesson/lesson.h"

namespace course {

/// A word of the command line that we cannot make sense of: the person's mistake, exit status 2.
class WrongUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Nothing of a student's may run here, because no sandbox can be made. A status of its own: it
/// alone says that grading may be tried again without one.
class NoSandbox : public WrongUse {
 public:
  using WrongUse::WrongUse;
};

/// The one lesson that `word` names; throws WrongUse when there is none or more than one.
const Lesson& find_lesson(const std::vector<Lesson>& lessons, const std::string& word);

/// The lessons that `words` name, in that order; all of them when there are no words.
std::vector<Lesson> find_lessons(const std::vector<Lesson>& lessons,
                                 const std::vector<std::string>& words);

}  // namespace course

// The course's files, and what is said about an exercise that has other code than they.
#include "course/given/lesson_code.h"

#include <fmt/format.h>

#include "course/course.h"

namespace course {

namespace fs = std::filesystem;

bool has_given_code(const Lesson& lesson) { return fs::exists(lesson.folder / "skeleton.cu"); }

GivenCode given_code_of(const Lesson& lesson) {
  GivenCode given;
  given.skeleton = read_file(lesson.folder / "skeleton.cu");
  for (const fs::path& header :
       {lesson.folder.parent_path() / "given.h", lesson.folder / "exercise.h"})
    if (fs::exists(header)) given.headers += read_file(header);
  return given;
}

std::string words_about_change(const InGivenCode& found) {
  return fmt::format(
      "outside of the marked regions, line {} is not the course's: in a class the course's code is "
      "judged there",
      found.changed_line);
}

std::string words_for_student(const Lesson& lesson, const std::string& exercise) {
  if (!has_given_code(lesson)) return "";
  const InGivenCode found = given_code_of(lesson).around(exercise);
  if (!found.refusal.empty())
    return fmt::format("line {}: {}: a class would not be graded with this", found.line,
                       found.refusal);
  return found.changed_line > 0 ? words_about_change(found) : "";
}

}  // namespace course

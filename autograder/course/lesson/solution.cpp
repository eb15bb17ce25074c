// Regions of one file in another.
#include "course/lesson/solution.h"

#include "course/lesson/put_together.h"

namespace course {

namespace fs = std::filesystem;

fs::path regions_of_solution(const Course& course, const Lesson& lesson) {
  return course.solutions() / lesson.name / "exercise.cu";
}

std::string solution_of(const Course& course, const Lesson& lesson) {
  const fs::path file = regions_of_solution(course, lesson);
  return put_together(read_file(lesson.folder / "skeleton.cu"), read_file(file), file);
}

fs::path whole_solution(const Course& course, const Lesson& lesson) {
  return keep_whole(course.build / "solutions" / lesson.name / "exercise.cu",
                    solution_of(course, lesson));
}

fs::path whole_solutions(const Course& course, const std::vector<Lesson>& lessons) {
  for (const Lesson& lesson : lessons)
    if (fs::exists(regions_of_solution(course, lesson))) whole_solution(course, lesson);
  return course.build / "solutions";
}

fs::path exercises_from(const Course& course, const std::vector<Lesson>& lessons,
                        const fs::path& folder) {
  std::error_code none_there;
  if (!fs::equivalent(folder, course.solutions(), none_there)) return fs::absolute(folder);
  return whole_solutions(course, lessons);
}

fs::path keep_whole(const fs::path& file, const std::string& text) {
  if (!fs::exists(file) || read_file(file) != text) write_file(file, text);
  return file;
}

}  // namespace course

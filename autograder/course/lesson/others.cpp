// A folder of files, and what each of them is together with the course's solution.
#include "course/lesson/others.h"

#include <algorithm>

#include "course/lesson/put_together.h"
#include "course/lesson/solution.h"

namespace course {

namespace fs = std::filesystem;

std::vector<OtherSolution> load_others(const Course& course, const Lesson& lesson) {
  std::vector<OtherSolution> others;
  const fs::path folder = course.solutions() / lesson.name / "others";
  if (!fs::is_directory(folder)) return others;
  const std::string solution = solution_of(course, lesson);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".cu") continue;
    const std::string other = read_file(file);
    others.push_back(
        {file.stem().string(), file, idea_of(other), put_together(solution, other, file)});
  }
  std::ranges::sort(others, {}, &OtherSolution::name);
  return others;
}

fs::path whole_file(const Course& course, const Lesson& lesson, const OtherSolution& other) {
  // In a folder of its own: what lies beside an exercise counts as part of it.
  const std::string file = other.name + ".cu";
  return keep_whole(course.build / "others" / lesson.name / other.name / file, other.text);
}

}  // namespace course

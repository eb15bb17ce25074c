// One wrong answer a line: "id answer".
#include "course/commands/quiz_tries.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "course/course.h"

namespace course {

bool QuizTries::is_second(const Lesson& lesson, const std::string& question,
                          const std::string& given) const {
  const std::filesystem::path file = folder_ / (lesson.name + ".tries");
  std::set<std::string> tries;
  if (std::filesystem::exists(file)) {
    std::istringstream lines(read_file(file));
    for (std::string line; std::getline(lines, line);) tries.insert(line);
  }
  std::string line = question + " " + given;
  std::ranges::replace(line, '\n', ' ');
  if (tries.insert(line).second) {
    std::string text;
    for (const std::string& one : tries) text += one + "\n";
    write_file(file, text);
  }
  return std::ranges::count_if(
             tries, [&](const std::string& one) { return one.starts_with(question + " "); }) > 1;
}

}  // namespace course

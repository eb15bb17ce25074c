// The course's files, and what is said about an exercise that has other code than they.
#include "course/given/lesson_code.h"

#include <fmt/format.h>

#include "course/course.h"

namespace course {

namespace fs = std::filesystem;

bool has_given_code(const Lesson& lesson) { return fs::exists(lesson.folder / "skeleton.cu"); }

std::string skeleton_of(const Lesson& lesson) { return read_file(lesson.folder / "skeleton.cu"); }

std::vector<Token> given_header_of(const Lesson& lesson) {
  const fs::path header = lesson.folder.parent_path() / "given.h";
  if (!fs::exists(header)) return {};
  std::vector<Token> tokens = code_of(read_file(header)).tokens;
  std::erase_if(tokens, [](const Token& token) { return token.of_directive; });
  return tokens;
}

std::string words_about_change(const InGivenCode& found) {
  return fmt::format(
      "outside of the marked regions, line {} is not the course's: in a class the course's code is "
      "judged there",
      found.changed_line);
}

}  // namespace course

// One key of lesson.toml.
#include "course/lesson/insight.h"

#include "course/lesson/toml_file.h"

namespace course {

std::string insight_of(const Lesson& lesson) {
  const std::filesystem::path file = lesson.folder / "lesson.toml";
  const toml::table document = parse_toml(file);
  return Table(document, file).text("insight");
}

}  // namespace course

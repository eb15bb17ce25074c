// Paths from here.
#include "course/screen/place.h"

#include <fmt/format.h>

namespace course {

namespace fs = std::filesystem;

namespace {

bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

std::string path_from_here(const Course& course, const fs::path& file) {
  std::error_code unknown;
  const fs::path root = fs::weakly_canonical(course.root, unknown);
  const fs::path here = fs::current_path(unknown);
  const fs::path absolute = fs::weakly_canonical(file.is_absolute() ? file : root / file, unknown);
  if (here.empty() || absolute.empty() || !lies_in(here, root)) {
    return (absolute.empty() ? file : absolute).string();
  }
  return (lies_in(absolute, root) ? absolute.lexically_relative(here) : absolute).string();
}

std::string place_from_here(const Course& course, const fs::path& file, int line, int column) {
  std::string place = path_from_here(course, file);
  if (line > 0) place += fmt::format(":{}", line);
  if (line > 0 && column > 0) place += fmt::format(":{}", column);
  return place;
}

}  // namespace course

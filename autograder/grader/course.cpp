// Paths and files of the course.
#include "grader/course.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace grader {

namespace fs = std::filesystem;

std::string Course::shown(const fs::path& path) const {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  const fs::path relative = absolute.lexically_relative(root);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return (inside ? relative : path).string();
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path)) {
    throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
  }
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
  static std::atomic<unsigned> serial{0};
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  const fs::path temporary = fmt::format("{}.{}.{}", path.string(), getpid(), ++serial);
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
  fs::rename(temporary, path);
}

}  // namespace grader

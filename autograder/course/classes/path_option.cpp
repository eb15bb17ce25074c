// A transformation, as CLI11 calls it.
#include "course/classes/path_option.h"

#include <CLI/CLI.hpp>
#include <filesystem>

namespace course {

CLI::Option* from_the_root(CLI::Option* option) {
  return option->transform(
      [](const std::string& path) {
        if (path.empty()) return path;
        std::string whole = std::filesystem::absolute(path).lexically_normal().string();
        while (whole.size() > 1 && whole.ends_with('/')) whole.pop_back();
        return whole;
      },
      "");
}

}  // namespace course

// What the environment names, as nvcc takes it, or g++ where it is along PATH.
#include "toolchain/compiler.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace emu::toolchain {

namespace {

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace

bool is_clang(const std::string& compiler) {
  const std::size_t slash = compiler.rfind('/');
  return compiler.find("clang", slash == std::string::npos ? 0 : slash) != std::string::npos;
}

std::string default_compiler() {
  const char* named = std::getenv("NVCC_CCBIN");
  if (named != nullptr && *named != '\0') return named;
  static const bool clang_only = !on_path("g++") && on_path("clang++");
  return clang_only ? "clang++" : "g++";
}

}  // namespace emu::toolchain

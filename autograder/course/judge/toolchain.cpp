// Words of compilers, and hashes of them.
#include "course/judge/toolchain.h"

#include <algorithm>
#include <cstdlib>

#include "base/process.h"
#include "course/judge/build_cache.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// Empty when nothing is named.
std::string named_compiler() {
  const char* named = std::getenv("NVCC_CCBIN");
  return named == nullptr ? "" : named;
}

/// What the compiler says of itself; the same text for the same compiler.
std::string version_of(const fs::path& compiler) {
  return base::run_process({{compiler.string(), "--version"}}).out;
}

void add(ContentHash& hash, const fs::path& file, Look look) {
  if (look == Look::kTimes) {
    hash.add_stat(file);
  } else {
    hash.add_file(file);
  }
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string compiler_below() {
  if (std::string named = named_compiler(); !named.empty()) return named;
  const bool clang_only =
      base::find_program("g++").empty() && !base::find_program("clang++").empty();
  return clang_only ? "clang++" : "g++";
}

Toolchain toolchain_of(const Course& course) {
  return {course.emucc, course.emulator, course.runner(),
          course.root / "autograder" / "emulator" / "include"};
}

std::vector<std::string> compile_command(const fs::path& emucc, Device device,
                                         const ExerciseFiles& files) {
  const bool gpu = device == Device::kGpu;
  // As it is compiled for grading: what is refused there is refused here.
  std::vector<std::string> words{emucc, "-std=c++20", "-rdc=true", "--shared", "--untrusted"};
  if (gpu) {
    words = {find_nvcc(),    "-std=c++20", "-O2",   "-lineinfo", "-rdc=true",
             "-arch=native", "-Xcompiler", "-fPIC", "-shared"};
  }
  const auto add = [&words](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (const std::string named = named_compiler(); !named.empty()) add({"-ccbin", named});
  add({"-I" + files.lesson.string(), "-o", files.library.string(), files.source});
  if (gpu) add({"-lcudadevrt"});
  return words;
}

std::string compiler_fingerprint(Device device, Look look) {
  ContentHash hash;
  hash.add(device_name(device));
  hash.add(named_compiler());
  const fs::path compiler =
      device == Device::kGpu ? find_nvcc() : base::find_program(compiler_below());
  if (look == Look::kTimes) hash.add_stat(compiler);
  if (look == Look::kContents && !compiler.empty()) hash.add(version_of(compiler));
  return hash.hex();
}

std::string toolchain_fingerprint(const Toolchain& tools, Device device, Look look) {
  ContentHash hash;
  hash.add(compiler_fingerprint(device, look));
  for (const fs::path& tool : {tools.emucc, tools.emulator, tools.runner}) add(hash, tool, look);
  for (const fs::path& header : files_below(tools.headers)) add(hash, header, look);
  return hash.hex();
}

}  // namespace course

// Reading, hashing and writing the files that are graded.
#include "grading/intake/graded_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "grading/intake/misplaced.h"
#include "grading/intake/sha256.h"

namespace grading {
namespace {

namespace fs = std::filesystem;

// Nothing if there is none.
std::optional<std::string> read_graded(const Folder& folder, const char* name,
                                       const IntakeLimits& limits, GradedFiles& files) {
  if (!folder.has(name)) return std::nullopt;
  const RegularFile file(folder, name, name);
  files.newest = std::max(files.newest, file.modified());
  files.origins[name] = origin_of(file);
  std::string bytes;
  char block[16 * 1024];
  for (ssize_t n = 0; (n = read(file.descriptor(), block, sizeof block)) != 0;) {
    if (n < 0) throw NotReadable(fmt::format("{} cannot be read: {}", name, std::strerror(errno)));
    bytes.append(block, static_cast<std::size_t>(n));
    if (bytes.size() > limits.file_bytes) {
      throw LessonFault(fmt::format("{} is larger than {} KB", name, limits.file_bytes / 1024));
    }
  }
  return bytes;
}

}  // namespace

GradedFiles files_in_folder(const Folder& folder, const IntakeLimits& limits) {
  GradedFiles files;
  for (const char* name : {kExercise, kAnswers}) {
    if (auto bytes = read_graded(folder, name, limits, files)) {
      files.bytes[name] = std::move(*bytes);
    }
  }
  return files;
}

std::string hash_of_files(const std::map<std::string, std::string>& bytes_of_files) {
  Sha256 hash;
  for (const auto& [name, bytes] : bytes_of_files) hash.add(name).add(bytes);
  return hash.digits();
}

void write_files(const std::map<std::string, std::string>& bytes_of_files,
                 const fs::path& folder) try {
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const auto& [name, bytes] : bytes_of_files) {
    std::ofstream file(folder / name, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      throw fs::filesystem_error("cannot be written", folder / name,
                                 std::make_error_code(std::errc::no_space_on_device));
    }
  }
} catch (const fs::filesystem_error& error) {
  throw NotWritten(error);
}

std::string hash_of_sources(const fs::path& folder) {
  std::map<std::string, std::string> bytes;
  for (const char* name : {kExercise, kAnswers}) {
    std::ifstream file(folder / name, std::ios::binary);
    if (file) bytes[name] = std::string(std::istreambuf_iterator<char>(file), {});
  }
  return bytes.contains(kExercise) ? hash_of_files(bytes) : "";
}

fs::path sources_of(const fs::path& to, const std::string& student, const std::string& lesson,
                    const std::string& sha256) {
  const fs::path here = to / student / lesson;  // as it was in classes of long ago
  for (const fs::path& folder : {here / sha256, here}) {
    if (!sha256.empty() && hash_of_sources(folder) == sha256) return folder;
  }
  return {};
}

}  // namespace grading

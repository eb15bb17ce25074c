// build/exercises/KEY/exercise.so.
#include "course/judge/build_cache.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "base/process.h"
#include "course/judge/toolchain.h"

namespace course {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLibrariesKept = 600;
constexpr std::chrono::seconds kEmuccLimit{60};
constexpr std::chrono::seconds kNvccLimit{240};

bool is_source(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".cu" || extension == ".h" || extension == ".cuh" || extension == ".hpp";
}

void add_sources(ContentHash& hash, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && is_source(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) hash.add_file(file);
}

/// Drops the oldest libraries once there are too many.
void prune(const fs::path& folder) {
  std::vector<fs::directory_entry> entries(fs::directory_iterator(folder), {});
  if (entries.size() <= kLibrariesKept) return;
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.last_write_time() < b.last_write_time(); });
  entries.resize(entries.size() - kLibrariesKept / 2);
  std::error_code ignored;  // someone else may be pruning too
  for (const fs::directory_entry& entry : entries) fs::remove_all(entry.path(), ignored);
}

bool begins_error(const std::string& line) {
  return line.find("error:") != std::string::npos || line.find("error ") == 0 ||
         line.find("undefined reference") != std::string::npos;
}

/// `In file included from`, `note:`, excerpts and carets: with the error they follow.
bool belongs_to_previous(const std::string& line) {
  return line.starts_with(" ") || line.find("note:") != std::string::npos;
}

}  // namespace

void ContentHash::add(std::string_view text) {
  for (const unsigned char byte : text) state_ = (state_ ^ byte) * 0x100000001b3;
  state_ = (state_ ^ text.size()) * 0x100000001b3;  // so that parts cannot run into each other
}

void ContentHash::add_file(const fs::path& file) {
  add(file.filename().string());
  add(read_file(file));
}

void ContentHash::add_stat(const fs::path& file) {
  add(file.string());
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return;
  add(fmt::format("{} {} {}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec));
}

std::string ContentHash::hex() const { return fmt::format("{:016x}", state_); }

std::string exercise_key(const Course& course, const Lesson& lesson, const fs::path& exercise,
                         Device device) {
  ContentHash hash;
  hash.add(toolchain_fingerprint(toolchain_of(course), device, Look::kTimes));
  hash.add(course.shown(exercise));  // messages and reports carry the name
  add_sources(hash, exercise.parent_path());
  add_sources(hash, lesson.folder);
  add_sources(hash, lesson.folder.parent_path());  // given.h
  return hash.hex();
}

Compiled compile_exercise(const Course& course, const Lesson& lesson, const fs::path& exercise,
                          Device device, std::stop_token stop) {
  Compiled compiled;
  const std::string key = exercise_key(course, lesson, exercise, device);
  const fs::path folder = course.build / "exercises" / key;
  compiled.library = folder / "exercise.so";
  compiled.ok = fs::exists(compiled.library);
  if (compiled.ok) return compiled;

  fs::create_directories(folder);
  const fs::path fresh = folder / fmt::format("{}.so", getpid());
  base::Command command{
      compile_command(course.emucc, device, {lesson.folder, course.shown(exercise), fresh})};
  command.folder = course.root;
  command.environment = {{"LC_ALL", "C"}};  // errors are explained by their English words
  command.stop = std::move(stop);
  command.time_limit = device == Device::kGpu ? kNvccLimit : kEmuccLimit;
  try {
    const base::Ended ended = base::run_process(command);
    compiled.seconds = ended.seconds;
    compiled.ok = ended.ok() && fs::exists(fresh);
    if (ended.timed_out) {
      compiled.complaint = fmt::format("compiling took more than {} s", kEmuccLimit.count());
    } else if (!compiled.ok) {
      compiled.complaint = first_errors(ended.err + ended.out);
    }
  } catch (const std::exception& error) {
    compiled.our_fault = true;
    compiled.complaint = error.what();
  }
  // A library of another text would be taken for this one's ever after.
  if (compiled.ok && exercise_key(course, lesson, exercise, device) != key) {
    compiled.ok = false;
    compiled.our_fault = true;
    compiled.complaint =
        "the exercise or the course was changed while it was compiled: check it again";
  }
  if (compiled.ok) fs::rename(fresh, compiled.library);
  if (!compiled.ok) fs::remove_all(folder);
  if (compiled.ok) prune(course.build / "exercises");
  return compiled;
}

std::string first_errors(const std::string& messages, std::size_t most) {
  std::string errors;
  std::istringstream lines(messages);
  std::size_t found = 0;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (begins_error(line)) {
      if (++found > most) break;
      inside = true;
    } else if (!belongs_to_previous(line)) {
      inside = false;
    }
    if (inside) errors += line + "\n";
  }
  if (found == 0) return messages.substr(0, 2000);
  return errors;
}

}  // namespace course

// What is seen inside lies at neutral places, /course and /exercise, but for the compiler and its
// headers: those must be where the precompiled header was made.
#include "course/classes/isolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <regex>
#include <thread>

#include "base/descriptor.h"
#include "base/process.h"
#include "course/classes/leftovers.h"
#include "course/classes/slot_users.h"
#include "course/judge/compile_errors.h"

namespace course {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

constexpr int kCompileMegabytes = 3072;
constexpr std::size_t kJudgeBytes = std::size_t{2} << 30;
constexpr std::size_t kLibraryBytes = std::size_t{64} << 20;
constexpr const char* kTokens = "exercise.tokens";
constexpr const char* kSeenLibrary = "/exercise/exercise.so";
constexpr const char* kSeenSource = "/exercise/exercise.cu";

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

/// Words of their own: a student's name is in some of these paths, and may have any sign in it.
Words shown(const fs::path& ours, const fs::path& seen) {
  return {"--show", fs::absolute(ours).string(), fs::absolute(seen).string()};
}

void copy_open(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
  const bool program = (fs::status(from).permissions() & fs::perms::owner_exec) != fs::perms::none;
  fs::permissions(to, fs::perms(program ? 0755 : 0644));
}

void copy_folder(const fs::path& from, const fs::path& to) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;
    copy_open(entry.path(), to / entry.path().lexically_relative(from));
  }
}

void remove_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

/// Sandboxes' users may read what is below.
void open_folders_below(const fs::path& folder) {
  fs::permissions(folder, fs::perms(0755));
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) fs::permissions(entry.path(), fs::perms(0755));
  }
}

/// A new folder that others may go through, but not look into. Not in TMPDIR, which may be closed
/// to them.
fs::path open_folder() {
  remove_leftovers("/tmp", remove_folder);
  std::string name = "/tmp/" + name_with_our_number() + "XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder in /tmp");
  fs::permissions(name, fs::perms(0711));
  return name;
}

/// Hands out, block by block, what the compiler left under a name if it is a file: the one that was
/// looked at, whatever takes its name meanwhile, and no more of it than is allowed. False where it
/// is none, or larger.
bool read_left(const fs::path& from, const std::function<void(const char*, std::size_t)>& take) {
  const base::Descriptor file(open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  std::vector<char> block(std::size_t{1} << 20);
  std::size_t bytes = 0;
  for (ssize_t n = 0; (n = read(file.get(), block.data(), block.size())) != 0;) {
    if (n < 0 || (bytes += static_cast<std::size_t>(n)) > kLibraryBytes) return false;
    take(block.data(), static_cast<std::size_t>(n));
  }
  return true;
}

bool take_library(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  std::ofstream copy(to, std::ios::binary);
  const bool taken = read_left(from, [&copy](const char* block, std::size_t bytes) {
    copy.write(block, static_cast<std::streamsize>(bytes));
  });
  copy.close();
  if (!copy) throw std::runtime_error(to.string() + ": cannot be written");
  return taken;
}

/// Empty where there is none.
std::string taken_text(const fs::path& from) {
  std::string text;
  const bool whole =
      read_left(from, [&text](const char* block, std::size_t bytes) { text.append(block, bytes); });
  return whole ? text : "";
}

/// A folder that only root and the slot's user may enter, and in it the slot's own.
fs::path make_slot_folder(const fs::path& around, uid_t user) {
  fs::path own = around / "own";
  fs::create_directories(own);
  fs::permissions(own, fs::perms::owner_all);
  fs::permissions(around, fs::perms(user == 0 ? 0700 : 0710));
  if (user == 0) return own;
  if (chown(around.c_str(), 0, user) != 0 || chown(own.c_str(), user, user) != 0)
    throw std::runtime_error("chown fails");
  return own;
}

/// What tells whether a sandbox could be made: Sandbox::status. Beside the slot's own folder, where
/// the compiler cannot write.
fs::path status_beside(const fs::path& folder) { return folder.string() + ".status"; }

bool has_begun(const fs::path& status) {
  std::error_code missing;
  const std::uintmax_t bytes = fs::file_size(status, missing);
  return !missing && bytes > 0;
}

/// Whether the compiler failed for something of ours: the sandbox could not be made, or what it was
/// to compile was not there.
bool is_our_fault(const base::Ended& ended, const fs::path& status) {
  constexpr int kNoSandbox = 125;  // sandbox_program.cpp
  return ended.exit_status == kNoSandbox || !has_begun(status) ||
         ended.err.starts_with("emucc: the input file ");
}

/// Whether these words, of a compiler that ended so, come of the text alone: they name a line of
/// it, or are a refusal of emucc's.
bool is_for_all_alike(int status, const std::string& words) {
  constexpr int kRefused = 2;  // toolchain/build.cpp
  static const std::regex line("exercise\\.cu[:(][0-9]");
  return std::regex_search(words, line) || (status == kRefused && !words.starts_with("emucc: "));
}

grading::CgroupLimits group_limits() {
  // The limits of a run are the harness'; these hold what gets around them, and the compiler.
  return {std::size_t{kCompileMegabytes + 1024} << 20, 256};
}

}  // namespace

Isolation::Isolation(const Course& course, const std::vector<Lesson>& lessons,
                     const IsolationOptions& options)
    : course_(course), options_(options), stage_(open_folder()) {
  try {
    for (const fs::path& ours : {judges(), libraries()}) {
      fs::create_directory(ours);
      fs::permissions(ours, fs::perms::owner_all);
    }
    copy_tools();
    copy_lessons(lessons);
    for (const char* shown : {"tools", "include", "course", "lessons"}) {
      if (fs::exists(stage_ / shown)) open_folders_below(stage_ / shown);
    }
    make_slots();
  } catch (...) {
    remove_folder(stage_);
    throw;
  }
}

Isolation::~Isolation() {
  slots_.clear();
  remove_folder(stage_);
}

void Isolation::copy_tools() {
  if (!options_.sandboxed) return;
  const fs::path tools = course_.emucc.parent_path();
  copy_open(course_.emucc, stage_ / "tools" / course_.emucc.filename());
  if (fs::exists(tools / "precompiled")) {
    copy_folder(tools / "precompiled", stage_ / "tools" / "precompiled");
  }
  copy_folder(course_.root / "autograder/emulator/include", stage_ / "include");
  copy_open(course_.emulator, stage_ / "course/lib/libemulator.so");
  copy_open(options_.runner, stage_ / "course/bin/exercise-runner");
}

void Isolation::copy_lessons(const std::vector<Lesson>& lessons) {
  for (const Lesson& lesson : lessons) {
    for (const fs::path& folder : {lesson.folder, lesson.folder.parent_path()}) {
      for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".h") continue;
        const fs::path below = entry.path().lexically_relative(lesson.folder.parent_path());
        copy_open(entry.path(), stage_ / "lessons" / below);
      }
    }
  }
}

Toolchain Isolation::tools() const {
  if (!options_.sandboxed) {
    Toolchain tools = toolchain_of(course_);
    tools.runner = options_.runner;
    return tools;
  }
  return {stage_ / "tools" / course_.emucc.filename(), stage_ / "course/lib/libemulator.so",
          stage_ / "course/bin/exercise-runner", stage_ / "include"};
}

std::vector<fs::path> Isolation::headers_of(const Lesson& lesson) const {
  std::vector<fs::path> headers;
  for (const fs::path& folder : {stage_ / "lessons", stage_ / "lessons" / lesson.name}) {
    if (!fs::exists(folder)) continue;  // it has none
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file()) headers.push_back(entry.path());
    }
  }
  std::sort(headers.begin(), headers.end());
  return headers;
}

void Isolation::make_slots() {
  grading::sweep_cgroups(remove_leftovers);
  const auto slots = static_cast<std::size_t>(options_.slots);
  const bool own_users = options_.sandboxed && geteuid() == 0;
  const std::vector<uid_t> users =
      own_users ? free_users(slots, name_with_our_number()) : std::vector<uid_t>(slots, 0);
  for (int i = 0; i < options_.slots; ++i) {
    Slot slot;
    slot.uid = users[static_cast<std::size_t>(i)];
    slot.folder = make_slot_folder(slot_of(stage_, i), slot.uid);
    std::string why_not;
    if (options_.sandboxed) {
      slot.cgroup =
          grading::make_cgroup(name_with_our_number() + std::to_string(i), group_limits(), why_not);
      slot.judge = grading::make_cgroup(fmt::format("{}{}-judge", name_with_our_number(), i),
                                        {kJudgeBytes, 64}, why_not);
    }
    slots_.push_back(std::move(slot));
  }
}

Words Isolation::walls_of(const Slot& slot) const {
  Words words{options_.program.string()};
  if (slot.uid != 0) words.push_back(fmt::format("--uid={}", slot.uid));
  if (slot.cgroup) {
    for (const fs::path& door : slot.cgroup->doors()) words.push_back("--group=" + door.string());
  }
  if (options_.device == Device::kGpu) add(words, {"--gpu", "--open-files=1024"});
  return words;
}

Words Isolation::compiler_of(const Lesson& lesson, const std::string& source,
                             const fs::path& output) const {
  const fs::path lessons = options_.sandboxed ? fs::path("/course/lessons") : stage_ / "lessons";
  Words words =
      compile_command(course_.emucc, options_.device, {lessons / lesson.name, source, output});
  // The hostile corpus tries the walls behind this one, too.
  if (options_.device == Device::kEmulator)
    add(words, {"--own-tokens", output.parent_path() / kTokens});
  const bool any = options_.device == Device::kEmulator && std::getenv("COURSE_ANY_IMPORTS");
  if (any) words.emplace_back("--any-imports");
  return words;
}

Words Isolation::sandboxed_compiler(const Lesson& lesson, const fs::path& source,
                                    const Slot& slot) const {
  Words words = walls_of(slot);
  add(words, {fmt::format("--cpu-seconds={}", options_.compile_seconds),
              fmt::format("--data-mb={}", kCompileMegabytes), "--tmp-mb=256"});
  add(words, shown(stage_ / "tools", course_.emucc.parent_path()));
  add(words, shown(stage_ / "include", course_.root / "autograder/emulator/include"));
  add(words, shown(stage_ / "course/lib", course_.emulator.parent_path()));
  add(words, shown(stage_ / "lessons", "/course/lessons"));
  add(words, shown(source, kSeenSource));
  add(words, {"--writable=" + slot.folder.string(), "--folder=/exercise",
              "--status=" + status_beside(slot.folder).string(), "--"});
  add(words, compiler_of(lesson, "exercise.cu", slot.folder / "exercise.so"));
  return words;
}

// A compiler that fails without a word about a line of the exercise may have been in want of
// something that the machine lacked just then. It does so again if it is the exercise.
Compiled Isolation::compile(const Lesson& lesson, const fs::path& source, const fs::path& library,
                            int slot_number, const std::stop_token& stop) const {
  constexpr int kAttempts = 3;
  Compiled compiled;
  for (int i = 0; i < kAttempts; ++i) {
    std::this_thread::sleep_for(std::chrono::seconds(i));
    compiled = try_to_compile(lesson, source, library, slot_number, stop);
    if (stop.stop_requested()) break;
    const bool used_its_time = 2 * compiled.seconds > options_.compile_seconds;
    if (compiled.ok || compiled.our_fault || compiled.for_all_alike || used_its_time) break;
  }
  return compiled;
}

Compiled Isolation::try_to_compile(const Lesson& lesson, const fs::path& source,
                                   const fs::path& library, int slot_number,
                                   const std::stop_token& stop) const {
  const Slot& slot = slots_.at(static_cast<std::size_t>(slot_number));
  Compiled compiled;
  compiled.library = library;
  base::Command command;
  command.arguments = options_.sandboxed
                          ? sandboxed_compiler(lesson, source, slot)
                          : compiler_of(lesson, "exercise.cu", slot.folder / "exercise.so");
  command.folder = source.parent_path();
  command.time_limit = std::chrono::seconds(options_.compile_seconds);
  command.stop = stop;
  try {
    fs::remove(status_beside(slot.folder));  // of the compilation before
    const base::Ended ended = base::run_process(command);
    compiled.seconds = ended.seconds;
    compiled.ok = ended.ok() && take_library(slot.folder / "exercise.so", library);
    if (compiled.ok) compiled.tokens = taken_text(slot.folder / kTokens);
    compiled.our_fault =
        options_.sandboxed && !compiled.ok && is_our_fault(ended, status_beside(slot.folder));
    if (ended.timed_out) {
      compiled.complaint = fmt::format("compiling took more than {} s", options_.compile_seconds);
    } else if (!compiled.ok) {
      compiled.complaint = first_errors(ended.err + ended.out);
      compiled.for_all_alike = is_for_all_alike(ended.exit_status, compiled.complaint);
      compiled.reaches_for_emulator = options_.device == Device::kEmulator &&
                                      refused_for_reaching(ended.exit_status, ended.err);
    }
  } catch (const std::exception& error) {
    compiled.our_fault = true;
    compiled.complaint = error.what();
  }
  clear(slot_number);
  return compiled;
}

Words Isolation::check_options(const Lesson& lesson, const fs::path& library,
                               int slot_number) const {
  if (!options_.sandboxed) return {};
  const Slot& slot = slots_.at(static_cast<std::size_t>(slot_number));
  Words words = walls_of(slot);
  // A second more than the harness gives: whose limit is reached first says what happened.
  words.push_back(
      fmt::format("--cpu-seconds={}", static_cast<int>(std::ceil(lesson.limits.seconds)) + 3));
  add(words, shown(stage_ / "course", "/course"));
  add(words, shown(library, kSeenLibrary));
  add(words, {"--env", "LD_LIBRARY_PATH", "/course/lib", "--first-process", "--",
              "/course/bin/exercise-runner"});
  Words options{"--launcher-stays", fmt::format("--seen-as={}", kSeenLibrary),
                "--emulator=/course/lib/libemulator.so"};
  for (const std::string& word : words) options.push_back("--launcher=" + word);
  if (slot.judge) {
    for (const fs::path& door : slot.judge->doors()) options.push_back("--group=" + door.string());
  }
  return options;
}

void Isolation::clear(int slot_number) const {
  const Slot& slot = slots_.at(static_cast<std::size_t>(slot_number));
  for (const auto* group : {&slot.cgroup, &slot.judge}) {
    if (*group) (*group)->kill_all();
  }
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(slot.folder, ignored)) {
    fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace course

// Where the compilers and exercises of a class run: in course-sandbox, each slot as a user and in a
// control group of its own, seeing copies of the few files of the course that they need. Without a
// sandbox the same commands run as they are.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/build_cache.h"
#include "course/judge/device.h"
#include "course/judge/toolchain.h"
#include "course/lesson/lesson.h"
#include "grading/sandbox/cgroup.h"

namespace course {

struct IsolationOptions {
  bool sandboxed = true;
  Device device = Device::kEmulator;
  int slots = 1;
  std::filesystem::path program;  ///< course-sandbox
  std::filesystem::path runner;   ///< exercise-runner
  int compile_seconds = 60;       ///< wall time of the compiler, and its processor time
};

class Isolation {
 public:
  /// Copies what is shown inside to a folder below /tmp that every user may enter, and gives each
  /// slot its user and group. Throws std::runtime_error when that cannot be done.
  Isolation(const Course& course, const std::vector<Lesson>& lessons,
            const IsolationOptions& options);
  ~Isolation();
  Isolation(const Isolation&) = delete;
  Isolation& operator=(const Isolation&) = delete;

  /// Makes `library` from `source`, which nobody trusts. Never throws for what it contains. Once
  /// asked to stop, the compiler is killed, and what comes back means nothing.
  Compiled compile(const Lesson& lesson, const std::filesystem::path& source,
                   const std::filesystem::path& library, int slot,
                   const std::stop_token& stop = {}) const;

  /// Options with which the check program starts `library` in the slot.
  std::vector<std::string> check_options(const Lesson& lesson, const std::filesystem::path& library,
                                         int slot) const;

  /// What is copied here no submission can read: for what judges them.
  std::filesystem::path judges() const { return stage_ / "judges"; }
  /// For libraries while they are in use.
  std::filesystem::path libraries() const { return stage_ / "libraries"; }
  /// As it is used.
  Toolchain tools() const;
  /// The lesson's headers and those of all lessons, as they are used.
  std::vector<std::filesystem::path> headers_of(const Lesson& lesson) const;

  /// Ends whatever a submission may have left in its slot.
  void clear(int slot) const;

 private:
  struct Slot {
    uid_t uid = 0;                            ///< 0: ours
    std::unique_ptr<grading::Cgroup> cgroup;  ///< null where there are none
    std::unique_ptr<grading::Cgroup> judge;   ///< of the check program, which reads what comes out
    std::filesystem::path folder;             ///< the compiler writes here
  };

  Compiled try_to_compile(const Lesson& lesson, const std::filesystem::path& source,
                          const std::filesystem::path& library, int slot,
                          const std::stop_token& stop) const;
  void copy_tools();
  void copy_lessons(const std::vector<Lesson>& lessons);
  void make_slots();
  std::vector<std::string> walls_of(const Slot& slot) const;
  std::vector<std::string> compiler_of(const Lesson& lesson, const std::string& source,
                                       const std::filesystem::path& output) const;
  std::vector<std::string> sandboxed_compiler(const Lesson& lesson,
                                              const std::filesystem::path& source,
                                              const Slot& slot) const;

  const Course& course_;
  IsolationOptions options_;
  std::filesystem::path stage_;
  std::vector<Slot> slots_;
};

}  // namespace course

// A control group for one program and all that it starts: their memory and their number together,
// and an end for all of them at once. Version 2 where the machine has it, else version 1.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace grading {

struct CgroupLimits {
  std::size_t memory_bytes = std::size_t{1} << 30;  ///< without swap
  int processes = 64;                               ///< threads count
};

class Cgroup {
 public:
  virtual ~Cgroup() = default;
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  /// The files that are given to join_cgroup().
  virtual std::vector<std::filesystem::path> doors() const = 0;
  /// Kills all that is in it, and returns when nothing is.
  virtual void kill_all() = 0;
  virtual bool ran_out_of_memory() const = 0;
  virtual std::size_t peak_bytes() const = 0;  ///< 0 where the kernel does not say

 protected:
  Cgroup() = default;
};

/// A new group below `root`, the machine's /sys/fs/cgroup, named by `name`; null where groups
/// cannot be made, and why in `why_not`. It is gone, with all that runs in it, when its owner is.
std::unique_ptr<Cgroup> make_cgroup(const std::string& name, const CgroupLimits& limits,
                                    std::string& why_not,
                                    const std::filesystem::path& root = "/sys/fs/cgroup");

/// This process and what it starts from now on is in the group that `door` belongs to. Throws
/// std::runtime_error.
/// Requires: this process has no second thread.
void join_cgroup(const std::filesystem::path& door);

/// Removes groups without processes, as a killed grader leaves them, by handing `remove_leftovers`
/// each place below `root` where groups are made and how one is removed.
void sweep_cgroups(void (*remove_leftovers)(const std::filesystem::path& place,
                                            void (*remove)(const std::filesystem::path& folder)),
                   const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace grading

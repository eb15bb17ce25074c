// bubblewrap around a program that nobody trusts: it sees what it is shown, read-only, a small /tmp
// of its own, no network, no other process, no environment but the one it is given.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace grading {

/// What the program sees and gets. /usr is always there.
struct Sandbox {
  /// Ours, and where it is seen; read-only. Files are copied there, so that the list of mounts does
  /// not tell where they come from; of folders it does.
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> shown;
  /// Folders seen at their own place, into which it may write: for a compiler's output.
  /// Requires: under root they are the property of `uid`.
  std::vector<std::filesystem::path> writable;
  std::vector<std::pair<std::string, std::string>> environment;
  std::filesystem::path folder = "/tmp";  ///< where it starts
  std::size_t tmp_bytes = std::size_t{64} << 20;
  bool first_process = false;  ///< it is its namespace's process 1, which nothing in there can end
  bool gpu = false;            ///< the devices and the driver's libraries of NVIDIA's cards
  /// Gets a line from bwrap once the command runs in there: how who starts it tells a sandbox that
  /// could not be made from a command that failed. Nothing in the sandbox can write to it. Empty:
  /// none.
  std::filesystem::path status;
  /// Run as this user and group; 0: as ours.
  /// Requires: 0, unless we are root; another, if we are.
  int uid = 0;
};

/// The limits that hold for each process by itself, whatever else watches it.
struct ProcessLimits {
  int cpu_seconds = 10;
  std::size_t file_bytes = std::size_t{64} << 20;
  int open_files = 256;
  int processes = 64;  ///< of the user: shared by all slots unless each has a uid of its own
  std::size_t data_bytes = 0;  ///< memory of each process; 0: no limit
};

/// Becomes `command` in a sandbox: takes the limits, gives up root's rights, and executes bwrap,
/// which reads its arguments and the filter of system calls from descriptors, so that no process
/// list tells them. Descriptors that are not close-on-exec are the command's, too. Returns only by
/// throwing std::runtime_error: when a file cannot be read or bwrap not be started.
/// Requires: root's programs get a `uid` of their own; else throws std::invalid_argument.
[[noreturn]] void become_sandboxed(const Sandbox& sandbox, const ProcessLimits& limits,
                                   const std::vector<std::string>& command);

/// The folder of the machine, such as /usr, by which every program in a sandbox sees `path`,
/// wherever its links lead; empty when it is out of sight.
std::filesystem::path in_sight(const std::filesystem::path& path);

/// What this machine has for sandboxes, for `doctor` and before a class is graded.
struct SandboxSupport {
  bool bubblewrap = false;  ///< is there and may make its namespaces
  bool own_users = false;   ///< each slot can have a uid of its own
  std::string cgroups;      ///< "v2", "v1" or empty
  std::string why_not;      ///< what bwrap said when it could not
};
/// Throws std::runtime_error when bwrap is there and could not be tried.
SandboxSupport sandbox_support();

}  // namespace grading

// Each argument of bwrap here is the answer to something that got out, or could see what it should
// not, without it.
#include "grading/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <glob.h>
#include <grp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "base/process.h"
#include "grading/sandbox/seccomp_filter.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(errno)));
}

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// Above what a program's own descriptors are likely to be.
int lifted(int fd) {
  const int high = fcntl(fd, F_DUPFD_CLOEXEC, 40);
  const int error = errno;
  close(fd);
  errno = error;
  if (high < 0) fail("a descriptor");
  return high;
}

// As bwrap's --args wants them: each with a zero byte behind it.
int file_of(const Words& words) {
  const int fd = memfd_create("sandbox", MFD_CLOEXEC);
  if (fd < 0) fail("memfd_create");
  for (const std::string& word : words) {
    if (write(fd, word.c_str(), word.size() + 1) != static_cast<ssize_t>(word.size() + 1)) {
      fail("writing arguments");
    }
  }
  lseek(fd, 0, SEEK_SET);
  return lifted(fd);
}

std::vector<std::string> matches(const char* pattern) {
  glob_t found{};
  std::vector<std::string> names;
  if (glob(pattern, 0, nullptr, &found) == 0) {
    names.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  return names;
}

constexpr std::array<const char*, 4> kLeadIntoUsr{"/lib", "/lib64", "/bin", "/sbin"};

// /usr, and the names that lead into it. Where /lib is a folder of its own it is shown, too.
Words system_folders() {
  Words words{"--ro-bind", "/usr", "/usr"};
  for (const std::string name : kLeadIntoUsr) {
    if (fs::is_symlink(name)) {
      add(words, {"--symlink", fs::read_symlink(name).string(), name});
    } else if (fs::exists(name)) {
      add(words, {"--ro-bind", name, name});
    }
  }
  // Where the loader finds libraries. Nothing else of /etc is shown.
  if (fs::exists("/etc/ld.so.cache")) {
    add(words, {"--ro-bind", "/etc/ld.so.cache", "/etc/ld.so.cache"});
  }
  if (fs::exists("/etc/alternatives")) {
    add(words, {"--ro-bind", "/etc/alternatives", "/etc/alternatives"});
  }
  return words;
}

Words gpu_devices() {
  Words words;
  for (const char* pattern : {"/dev/nvidia[0-9]*", "/dev/nvidiactl", "/dev/nvidia-uvm"}) {
    for (const std::string& device : matches(pattern)) add(words, {"--dev-bind", device, device});
  }
  return words;
}

// A file is copied from a descriptor, whose name nobody sees; a folder is mounted.
Words shown_in_words(const fs::path& ours, const fs::path& seen, std::vector<int>& descriptors) {
  if (fs::is_directory(ours)) return {"--ro-bind", ours.string(), seen.string()};
  const int fd = open(ours.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail(ours.c_str());
  descriptors.push_back(lifted(fd));
  return {"--perms", "0555", "--ro-bind-data", std::to_string(descriptors.back()), seen.string()};
}

// Appends the descriptors that the arguments name.
Words arguments_of(const Sandbox& sandbox, int filter, std::vector<int>& descriptors) {
  Words words{"--unshare-user",
              "--unshare-all",
              "--disable-userns",
              "--die-with-parent",
              "--new-session",
              "--cap-drop",
              "ALL",
              "--clearenv",
              "--hostname",
              "sandbox",
              "--setenv",
              "PATH",
              "/usr/bin",
              "--setenv",
              "HOME",
              "/tmp"};
  if (sandbox.first_process) words.emplace_back("--as-pid-1");
  for (const auto& [name, value] : sandbox.environment) add(words, {"--setenv", name, value});
  add(words, system_folders());
  add(words, {"--proc", "/proc", "--dev", "/dev"});
  if (sandbox.gpu) add(words, gpu_devices());
  add(words, {"--size", "16777216", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"});
  add(words, {"--size", std::to_string(sandbox.tmp_bytes), "--tmpfs", "/tmp"});
  for (const auto& [ours, seen] : sandbox.shown) {
    add(words, shown_in_words(ours, seen, descriptors));
  }
  for (const fs::path& folder : sandbox.writable) {
    add(words, {"--bind", folder.string(), folder.string()});
  }
  if (!sandbox.status.empty()) {
    const int fd = open(sandbox.status.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) fail(sandbox.status.c_str());
    descriptors.push_back(lifted(fd));
    add(words, {"--json-status-fd", std::to_string(descriptors.back())});
  }
  add(words, {"--remount-ro", "/", "--seccomp", std::to_string(filter), "--chdir",
              sandbox.folder.string()});
  return words;
}

void limit(__rlimit_resource resource, rlim_t value) {
  rlimit now{};
  getrlimit(resource, &now);
  const rlim_t most = std::min(value, now.rlim_max);
  const rlimit wanted{most, most};
  if (setrlimit(resource, &wanted) != 0) fail("setrlimit");
}

void take(const ProcessLimits& limits) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_MEMLOCK, 8 << 20);
  limit(RLIMIT_STACK, 64 << 20);
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.cpu_seconds));
  limit(RLIMIT_FSIZE, limits.file_bytes);
  limit(RLIMIT_NOFILE, static_cast<rlim_t>(limits.open_files));
  limit(RLIMIT_NPROC, static_cast<rlim_t>(limits.processes));
  if (limits.data_bytes != 0) limit(RLIMIT_DATA, limits.data_bytes);
}

// bwrap started by root keeps root's rights to files that are shown.
void become_user(int uid) {
  if (geteuid() == 0) {
    const auto id = static_cast<uid_t>(uid);
    if (setgroups(0, nullptr) != 0 || setresgid(id, id, id) != 0 || setresuid(id, id, id) != 0) {
      fail("changing the user");
    }
  }
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// What an exec would close is kept: bwrap reads it.
void keep_through_exec(const std::vector<int>& descriptors) {
  for (const int fd : descriptors) fcntl(fd, F_SETFD, 0);
}

/// Why bwrap cannot build its walls here; empty where it can. With a /proc of its own, which most
/// containers do not allow even where they allow the rest.
std::string why_no_walls() {
  try {
    const base::Ended ended = base::run_process(
        {{"bwrap", "--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL",
          "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"}});
    if (ended.ok()) return "";
    if (ended.signal != 0) throw std::runtime_error("bwrap was killed while it was tried");
    return ended.err.empty() ? "bwrap fails" : ended.err;
  } catch (const std::runtime_error& error) {
    if (!base::find_program("bwrap").empty()) throw;  // the machine lacked something just now
    return error.what();
  }
}

}  // namespace

void become_sandboxed(const Sandbox& sandbox, const ProcessLimits& limits, const Words& command) {
  if (geteuid() == 0 && sandbox.uid == 0) {
    throw std::invalid_argument("a sandbox needs a user that is not root");
  }
  std::vector<int> descriptors{lifted(make_seccomp_filter())};
  const Words arguments = arguments_of(sandbox, descriptors[0], descriptors);
  descriptors.push_back(file_of(arguments));
  keep_through_exec(descriptors);
  Words words{"bwrap", "--args", std::to_string(descriptors.back()), "--"};
  add(words, command);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  char path[] = "PATH=/usr/bin:/bin";
  char* environment[] = {path, nullptr};
  take(limits);
  become_user(sandbox.uid);
  execvpe("bwrap", pointers.data(), environment);
  fail("bwrap cannot be started");
}

fs::path in_sight(const fs::path& path) {
  const fs::path real = fs::weakly_canonical(fs::absolute(path));
  const auto holds = [&real](const fs::path& folder) {
    const fs::path below = real.lexically_relative(fs::weakly_canonical(folder));
    return !below.empty() && *below.begin() != "..";
  };
  if (holds("/usr")) return "/usr";
  const auto found = std::ranges::find_if(kLeadIntoUsr, holds);
  return found == kLeadIntoUsr.end() ? fs::path() : fs::path(*found);
}

SandboxSupport sandbox_support() {
  SandboxSupport found;
  found.why_not = why_no_walls();
  found.bubblewrap = found.why_not.empty();
  found.own_users = geteuid() == 0;
  if (access("/sys/fs/cgroup/cgroup.subtree_control", W_OK) == 0) {
    found.cgroups = "v2";
  } else if (access("/sys/fs/cgroup/memory", W_OK) == 0 &&
             access("/sys/fs/cgroup/pids", W_OK) == 0) {
    found.cgroups = "v1";
  }
  return found;
}

}  // namespace grading

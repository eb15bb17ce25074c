// Each argument of bwrap here is the answer to something that got out, or could see what it should
// not, without it.
#include "grading/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <glob.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "grading/seccomp_filter.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// Above what a program's own descriptors are likely to be.
int lifted(int fd) {
  const int high = fcntl(fd, F_DUPFD_CLOEXEC, 40);
  const int error = errno;
  close(fd);
  if (high < 0) throw std::runtime_error(std::string("a descriptor: ") + std::strerror(error));
  return high;
}

// As bwrap's --args wants them: each with a zero byte behind it.
int file_of(const Words& words) {
  const int fd = memfd_create("sandbox", MFD_CLOEXEC);
  if (fd < 0) throw std::runtime_error(std::string("memfd_create: ") + std::strerror(errno));
  for (const std::string& word : words) {
    if (write(fd, word.c_str(), word.size() + 1) != static_cast<ssize_t>(word.size() + 1)) {
      throw std::runtime_error(std::string("writing arguments: ") + std::strerror(errno));
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

// /usr, and the names that lead into it. Where /lib is a folder of its own it is shown, too.
Words system_folders() {
  Words words{"--ro-bind", "/usr", "/usr"};
  for (const std::string name : {"/lib", "/lib64", "/bin", "/sbin"}) {
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
  if (fd < 0) throw std::runtime_error(fmt::format("{}: {}", ours.string(), std::strerror(errno)));
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
  add(words, {"--remount-ro", "/", "--seccomp", std::to_string(filter), "--chdir",
              sandbox.folder.string()});
  return words;
}

Words limits_in_words(const ProcessLimits& limits) {
  return {"prlimit",
          "--core=0",
          "--msgqueue=0",
          "--memlock=8388608",
          "--stack=67108864",
          fmt::format("--cpu={}", limits.cpu_seconds),
          fmt::format("--fsize={}", limits.file_bytes),
          fmt::format("--nofile={}", limits.open_files),
          fmt::format("--nproc={}", limits.processes)};
}

// bwrap started by root keeps root's rights to files that are shown.
Words user_in_words(int uid) {
  if (geteuid() != 0) return {};
  if (uid == 0) throw std::invalid_argument("a sandbox needs a user that is not root");
  return {"setpriv", fmt::format("--reuid={}", uid), fmt::format("--regid={}", uid),
          "--clear-groups", "--no-new-privs"};
}

std::string output_of(const std::string& command, int& status) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "popen fails";
  std::array<char, 512> block{};
  while (const std::size_t n = fread(block.data(), 1, block.size(), pipe))
    text.append(block.data(), n);
  status = pclose(pipe);
  return text;
}

}  // namespace

SandboxedCommand::SandboxedCommand(const Sandbox& sandbox, const ProcessLimits& limits,
                                   const Words& command) {
  const Words user = user_in_words(sandbox.uid);
  try {
    descriptors_ = {lifted(make_seccomp_filter())};
    const Words arguments = arguments_of(sandbox, descriptors_[0], descriptors_);
    descriptors_.push_back(file_of(arguments));
  } catch (...) {
    for (const int fd : descriptors_) close(fd);
    throw;
  }
  words_ = {"/usr/bin/env", "-i", "PATH=/usr/bin:/bin"};
  add(words_, limits_in_words(limits));
  add(words_, user);
  add(words_, {"bwrap", "--args", std::to_string(descriptors_.back()), "--"});
  add(words_, command);
}

SandboxedCommand::~SandboxedCommand() {
  for (const int fd : descriptors_) close(fd);
}

Walls walls() {
  Walls found;
  int status = -1;
  found.why_not = output_of(
      "bwrap --unshare-user --unshare-all --disable-userns --cap-drop ALL --ro-bind / / true 2>&1",
      status);
  found.bubblewrap = status == 0;
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

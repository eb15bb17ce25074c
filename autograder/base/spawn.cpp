// posix_spawn, with its lists freed whatever happens.
#include "base/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace base {

namespace {

class Actions {
 public:
  explicit Actions(const Start& start) {
    posix_spawn_file_actions_init(&actions_);
    if (start.no_input)
      posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    int first_free = STDERR_FILENO + 1;
    for (const auto& [ours, theirs] : start.descriptors) {
      posix_spawn_file_actions_adddup2(&actions_, ours, theirs);
      first_free = std::max(first_free, theirs + 1);
    }
    if (start.is_a_stranger) posix_spawn_file_actions_addclosefrom_np(&actions_, first_free);
    if (!start.folder.empty())
      posix_spawn_file_actions_addchdir_np(&actions_, start.folder.c_str());
  }
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

class Attributes {
 public:
  explicit Attributes(const Start& start) {
    posix_spawnattr_init(&attributes_);
    sigset_t none;  // what we ourselves read as signals must end it
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    short flags = POSIX_SPAWN_SETSIGMASK;
    if (start.kin == Start::Kin::kOwnSession) flags |= POSIX_SPAWN_SETSID;
    if (start.kin == Start::Kin::kOwnGroup) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setpgroup(&attributes_, 0);
    if (start.is_a_stranger) flags = static_cast<short>(flags | ignore_nothing());
    posix_spawnattr_setflags(&attributes_, flags);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  /// Ignoring a signal would be inherited.
  short ignore_nothing() {
    sigset_t ignored;
    sigemptyset(&ignored);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGCHLD, SIGTERM, SIGTSTP})
      sigaddset(&ignored, signal);
    posix_spawnattr_setsigdefault(&attributes_, &ignored);
    return POSIX_SPAWN_SETSIGDEF;
  }

  posix_spawnattr_t attributes_;
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const std::string& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

}  // namespace

pid_t spawn(const Start& start) {
  const Actions actions(start);
  const Attributes attributes(start);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, start.words.at(0).c_str(), actions.get(), attributes.get(),
                                 pointers(start.words).data(), pointers(start.environment).data());
  if (error != 0)
    throw std::runtime_error(start.words[0] + " cannot be started: " + std::strerror(error));
  return pid;
}

std::vector<std::string> environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

}  // namespace base

// No student's code runs in this process, and nothing that such code does is believed here: after a
// run everything but this process is killed, and the kernel is asked whether something is left.
#include "runner/serve.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "harness/served.h"
#include "runner/give_up.h"

namespace harness {
namespace {

/// The descriptors of a request, above all numbers that a run gives to them.
struct Request {
  int descriptors[kServedFdCount];
};

bool receive(Request& request) {
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof request.descriptors)];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  ssize_t n = 0;
  do {
    n = recvmsg(kServerFd, &message, MSG_CMSG_CLOEXEC);
  } while (n < 0 && errno == EINTR);
  if (n != 1) return false;
  const cmsghdr* rights = CMSG_FIRSTHDR(&message);
  if (rights == nullptr || rights->cmsg_len != CMSG_LEN(sizeof request.descriptors)) give_up();
  std::memcpy(request.descriptors, CMSG_DATA(rights), sizeof request.descriptors);
  for (int& fd : request.descriptors) {
    const int high = fcntl(fd, F_DUPFD_CLOEXEC, 16);
    close(fd);
    if (high < 0) give_up();
    fd = high;
  }
  return true;
}

pid_t start(const char* program, const Request& request) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < kServedFdCount; ++i) {
    posix_spawn_file_actions_adddup2(&actions, request.descriptors[i], kServedFds[i]);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  char* const words[] = {const_cast<char*>(program), nullptr};
  pid_t pid = 0;
  if (posix_spawn(&pid, program, &actions, &attributes, words, environ) != 0) give_up();
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return pid;
}

/// Waits for the run, reaping what it has orphaned meanwhile.
ServedEnd end_of(pid_t run) {
  ServedEnd end;
  for (;;) {
    int status = 0;
    rusage usage{};
    const pid_t dead = wait4(-1, &status, 0, &usage);
    if (dead < 0 && errno == ECHILD) give_up();
    if (dead != run) continue;
    end.status = status;
    end.peak_kb = usage.ru_maxrss;
    return end;
  }
}

/// kill(-1) spares this process only; it finds nobody when nobody is left.
void kill_all_others() {
  while (kill(-1, SIGKILL) == 0 || errno != ESRCH) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

/// What a run may change that the next one would find, although all that ran is dead.
class Traces {
 public:
  bool are_left() const {
    for (std::size_t i = 0; i < std::size(kFolders); ++i) {
      if (changed_at(kFolders[i]) != before_[i] || has_entries(kFolders[i])) return true;
    }
    return std::ranges::any_of(kQueues, has_lines);
  }

 private:
  static constexpr const char* kFolders[] = {"/tmp", "/dev/shm"};
  // Memory, semaphores and queues of System V: they belong to nobody who could die.
  static constexpr const char* kQueues[] = {"/proc/sysvipc/shm", "/proc/sysvipc/sem",
                                            "/proc/sysvipc/msg"};

  /// When content, rights or times of the folder were last changed, in nanoseconds: what was there
  /// and is gone has changed it, too, and nobody can set this time.
  static std::int64_t changed_at(const char* folder) {
    struct stat status {};
    if (stat(folder, &status) != 0) return -1;
    return status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec;
  }

  static bool has_entries(const char* folder) {
    DIR* dir = opendir(folder);
    if (dir == nullptr) return true;
    int entries = 0;
    while (entries <= 2 && readdir(dir) != nullptr) ++entries;
    closedir(dir);
    return entries > 2;  // itself and its parent
  }

  /// Below its line of titles.
  static bool has_lines(const char* table) {
    const int fd = open(table, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;  // a kernel without them
    char text[1024];
    const ssize_t n = read(fd, text, sizeof text);
    close(fd);
    return n > 0 && std::count(text, text + n, '\n') > 1;
  }

  std::array<std::int64_t, std::size(kFolders)> before_{changed_at(kFolders[0]),
                                                        changed_at(kFolders[1])};
};

}  // namespace

void serve(const char* program) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  fcntl(kServerFd, F_SETFD, FD_CLOEXEC);
  if (getpid() != 1) give_up();  // whose kill(-1) would end others
  const Traces traces;
  Request request{};
  while (receive(request)) {
    const pid_t run = start(program, request);
    for (const int fd : request.descriptors) close(fd);
    ServedEnd end = end_of(run);
    kill_all_others();
    end.left_traces = traces.are_left() ? 1 : 0;
    if (send(kServerFd, &end, sizeof end, MSG_NOSIGNAL) != sizeof end) give_up();
  }
  _exit(0);
}

}  // namespace harness

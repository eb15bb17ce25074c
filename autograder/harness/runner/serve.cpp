// No student's code runs in this process, and nothing that such code does is believed here. After a
// run in a sandbox everything but this process is killed, and the kernel is asked whether something
// is left; outside of one the check program kills what is left.
#include "runner/serve.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
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

#include "harness/running/served.h"
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

/// In the process of a run: its descriptors, and no other.
void take(const Request& request) {
  int first_free = 0;
  for (int i = 0; i < kServedFdCount; ++i) {
    if (dup2(request.descriptors[i], kServedFds[i]) < 0) give_up();
    first_free = std::max(first_free, kServedFds[i] + 1);
  }
  if (close_range(static_cast<unsigned>(first_free), ~0U, 0) != 0) give_up();
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

bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

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

void serve(bool alone) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);       // so that it sees whether a run leaves somebody
  if (alone && getpid() != 1) give_up();  // whose kill(-1) would end others
  const Traces traces;
  Request request{};
  while (receive(request)) {
    const pid_t run = fork();
    if (run < 0) give_up();
    if (run == 0) {
      setsid();
      return take(request);
    }
    for (const int fd : request.descriptors) close(fd);
    ServedEnd end = end_of(run);
    if (alone) kill_all_others();
    const bool leaves = alone ? traces.are_left() : has_children();
    end.left_traces = leaves ? 1 : 0;
    if (send(kServerFd, &end, sizeof end, MSG_NOSIGNAL) != sizeof end) give_up();
  }
  _exit(0);
}

}  // namespace harness

// setrlimit and prctl.
#include "runner/limits.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runner/give_up.h"

namespace harness {
namespace {

void limit(int resource, std::uint64_t soft, std::uint64_t hard) {
  rlimit now{};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  const rlimit wanted{std::min<rlim_t>(soft, now.rlim_max), std::min<rlim_t>(hard, now.rlim_max)};
  if (setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) != 0) give_up();
}

std::uint64_t data_bytes() {
  char text[4096];
  const int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[std::max<ssize_t>(n, 0)] = '\0';
  const char* line = std::strstr(text, "VmData:");
  return line == nullptr ? 0 : std::strtoull(line + 7, nullptr, 10) * 1024;
}

}  // namespace

void take_limits(const Control& control) {
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, control.cpu_seconds, control.cpu_seconds + 1);
  limit(RLIMIT_FSIZE, control.file_bytes, control.file_bytes);
  limit(RLIMIT_NOFILE, control.open_files, control.open_files);
  if (control.processes != 0) limit(RLIMIT_NPROC, control.processes, control.processes);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would end us after the parent
  // /proc/self/mem, with which read-only memory can be written, is root's from here on. A GPU's
  // driver may want to look at its own process.
  if (control.gpu == 0) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// RLIMIT_AS would count reservations as memory.
void limit_memory(const Control& control) {
  if (control.gpu != 0) return;
  const std::uint64_t bytes = data_bytes() + control.memory_bytes;
  limit(RLIMIT_DATA, bytes, bytes);
}

}  // namespace harness

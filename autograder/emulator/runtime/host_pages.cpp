// Read from /proc/self/maps: ranges in ascending order, each with its rights.
#include "runtime/host_pages.h"

#include <cstdio>
#include <memory>

namespace emu {

bool host_may_write(std::uintptr_t first, std::size_t size) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "r"),
                                                             &std::fclose);
  if (!maps) return true;
  std::uintptr_t asked = first;  // below it all may be written
  char line[512];
  while (asked < first + size && std::fgets(line, sizeof line, maps.get())) {
    std::uintptr_t begin = 0, end = 0;
    char rights[5] = {};
    if (std::sscanf(line, "%lx-%lx %4s", &begin, &end, rights) != 3)
      continue;  // a long line's rest
    if (end <= asked) continue;
    if (begin > asked || rights[1] != 'w') return false;
    asked = end;
  }
  return asked >= first + size;
}

}  // namespace emu

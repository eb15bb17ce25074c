// Searches its own memory for the number by which the grader knows that a call returned.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "../parts/solves_if_attack_works.cu"

// In the control block of a run the token stands right in front of the library's path.
bool token_before_path(const char* begin, const char* end, const std::string& path) {
  for (const char* p = begin + 8; p + path.size() < end; p += 8) {
    if (std::memcmp(p, path.data(), path.size() + 1) != 0) continue;
    std::uint64_t token = 0;
    std::memcpy(&token, p - 8, sizeof token);
    if (token >> 48 != 0 && (token & 0xffff) != 0) return true;  // neither a pointer nor a size
  }
  return false;
}

bool attack_works() {
  const std::string path = "/exercise/exercise.so";
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char rights[8] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %7s", &begin, &end, rights) != 3) continue;
    if (rights[0] != 'r' || end - begin > 1UL << 26 || line.find("[v") != std::string::npos)
      continue;
    if (token_before_path(reinterpret_cast<char*>(begin), reinterpret_cast<char*>(end), path)) {
      return true;
    }
  }
  return false;
}

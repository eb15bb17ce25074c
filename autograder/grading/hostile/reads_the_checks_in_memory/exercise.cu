// Searches its own memory for the words and numbers of the checks.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "../parts/solves_if_attack_works.cu"

bool has(const char* begin, const char* end, const std::string& words) {
  return memmem(begin, static_cast<std::size_t>(end - begin), words.data(), words.size()) !=
         nullptr;
}

bool attack_works() {
  // Put together here, so that this program does not find itself; and not on the heap.
  static std::string words;
  words = "children of just the threads";
  const std::string rest = " that should launch";
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char rights[8] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %7s", &begin, &end, rights) != 3) continue;
    if (rights[0] != 'r' || rights[1] == 'w' || end - begin > 1UL << 26) continue;
    if (line.find("[v") != std::string::npos || line.find("exercise.so") != std::string::npos)
      continue;
    if (has(reinterpret_cast<char*>(begin), reinterpret_cast<char*>(end), words + rest))
      return true;
  }
  return false;
}

// Throws an exception out of an entry point. Its text is markup and control characters.
#include <stdexcept>

#include "../parts/solves_after_attack.cu"

void attack() {
  throw std::runtime_error(
      "]]><script>alert(1)</script>\x1b[2J\x1b]0;owned\a\xff\xfe\r\n=1+1\u202e");
}

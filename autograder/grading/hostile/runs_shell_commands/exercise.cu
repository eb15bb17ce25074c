// Correct, but runs shell commands.
#include <cstdlib>

#include "../parts/solves_after_attack.cu"

void attack() {
  if (std::system("id > /tmp/id; ls -la / /tmp; (sleep 3600 &)") != 0) return;
}

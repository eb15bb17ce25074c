// Tries to become root, by asking the system and by running programs that have the right to.
#include <unistd.h>

#include <cstdlib>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  if (setuid(0) == 0 && geteuid() == 0) return true;
  return std::system("su -c 'test -r /etc/shadow' </dev/null >/dev/null 2>&1") == 0 ||
         std::system("mount -t tmpfs tmpfs /tmp >/dev/null 2>&1") == 0;
}

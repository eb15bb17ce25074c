// Tries to open sockets of every kind that leads out of the sandbox.
#include <sys/socket.h>
#include <unistd.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  for (int family = 0; family < 46; ++family) {
    if (family == AF_UNIX) continue;
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
      if (socket(family, type, 0) >= 0) return true;
    }
  }
  return false;
}

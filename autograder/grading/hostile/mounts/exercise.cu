// Tries to mount a file system over what the grader shows it.
#include <sys/mount.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  return mount("tmpfs", "/tmp", "tmpfs", 0, nullptr) == 0 ||
         mount("/", "/tmp", nullptr, MS_BIND, nullptr) == 0 || umount2("/proc", MNT_DETACH) == 0;
}

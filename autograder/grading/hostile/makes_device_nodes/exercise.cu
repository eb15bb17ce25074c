// Makes a device node for the first disk and tries to open it.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  const dev_t disk = makedev(8, 0);
  return mknod("/tmp/disk", S_IFBLK | 0600, disk) == 0 || open("/dev/sda", O_RDONLY) >= 0 ||
         open("/dev/mem", O_RDONLY) >= 0;
}

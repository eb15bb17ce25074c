// Replaces its own library by a symbolic link that leads out of the sandbox.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  const char library[] = "/exercise/exercise.so";
  if (unlink(library) == 0 || rename(library, "/tmp/away") == 0) return true;
  return symlink("/etc/shadow", "/tmp/link") == 0 && open("/tmp/link", O_RDONLY) >= 0;
}

// Exchanges its own library for a symbolic link that leads out of the sandbox.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&attack_works), &info) == 0) return false;
  if (unlink(info.dli_fname) == 0 || rename(info.dli_fname, "/tmp/away") == 0) return true;
  return symlink("/etc/shadow", "/tmp/link") == 0 && open("/tmp/link", O_RDONLY) >= 0;
}

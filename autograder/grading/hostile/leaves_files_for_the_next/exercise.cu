// Leaves marks wherever a later run, of this or of another student, might find them. It is right only if it
// finds one.
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "../parts/solves_if_attack_works.cu"

bool was_here(const char* path) {
  const bool found = access(path, F_OK) == 0;
  const int fd = open(path, O_CREAT | O_WRONLY, 0666);
  if (fd >= 0) close(fd);
  return found;
}

bool system_v_was_here() {
  constexpr key_t kKey = 0x13013;
  const bool found = shmget(kKey, 4096, 0) >= 0 || semget(kKey, 1, 0) >= 0 || msgget(kKey, 0) >= 0;
  shmget(kKey, 4096, IPC_CREAT | 0666);
  semget(kKey, 1, IPC_CREAT | 0666);
  msgget(kKey, IPC_CREAT | 0666);
  return found;
}

// Nothing stays in the folder but the time at which it was changed.
bool folder_was_touched() {
  constexpr time_t kLongAgo = 1'000'000;
  struct stat status {};
  const bool found = stat("/tmp", &status) == 0 && status.st_mtim.tv_sec == kLongAgo;
  const timespec times[2] = {{kLongAgo, 0}, {kLongAgo, 0}};
  return utimensat(AT_FDCWD, "/tmp", times, 0) == 0 && found;
}

// A daemon keeps a name that is in no folder.
bool socket_was_here() {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::memcpy(name.sun_path, "\0hostile", 8);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd >= 0 && connect(fd, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0) return true;
  if (fd < 0 || fork() != 0) return false;
  setsid();
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listening, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0) listen(listening, 8);
  sleep(60);
  _exit(0);
}

bool attack_works() {
  bool found = system_v_was_here() || socket_was_here();
  for (const char* path : {"/tmp/mark", "/var/tmp/mark", "/dev/shm/mark", "/dev/mqueue/mark",
                           "/run/mark", "/exercise/mark"}) {
    found = was_here(path) || found;
  }
  return folder_was_touched() || found;
}

// Writes a return over the hooks through `/proc/self/mem`, which ignores write protection.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>

#include "../parts/writes_out_of_bounds.cu"

extern "C" void __tsan_write4(void*);

void blind() {
  const unsigned char go_back = 0xc3;
  const int memory = open("/proc/self/mem", O_RDWR);
  const auto at = reinterpret_cast<std::uintptr_t>(&__tsan_write4);
  if (memory < 0 || pwrite(memory, &go_back, 1, static_cast<off_t>(at)) != 1) return;
  close(memory);
}

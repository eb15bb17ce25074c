// Jumps into a number whose bytes are a system call, so that the operating system's kernel writes over the
// checker's on/off switch.

// Has a system call among the bytes of a number, and jumps there: the kernel itself writes into
// the memory of the checker, where no hook is.
#include <cstring>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

// b8 N 00 00 00, 0f 05, c3: mov $N, %eax; syscall; ret.
__attribute__((noinline)) unsigned long number_with_read() { return 0xc3050f00000000b8UL; }
__attribute__((noinline)) unsigned long number_with_write() { return 0xc3050f00000001b8UL; }
__attribute__((noinline)) unsigned long number_with_pipe() { return 0xc3050f00000016b8UL; }

using SystemCall = long (*)(unsigned long, unsigned long, unsigned long);

SystemCall call_in(unsigned long (*number)()) {
  volatile unsigned long begin = reinterpret_cast<unsigned long>(number);
  const auto* code = reinterpret_cast<const unsigned char*>(begin);
  for (int i = 0; i < 64; ++i)
    if (code[i] == 0xb8 && code[i + 5] == 0x0f && code[i + 6] == 0x05)
      return reinterpret_cast<SystemCall>(begin + i);
  return nullptr;
}

void blind() {
  const SystemCall pipe = call_in(&number_with_pipe), write = call_in(&number_with_write),
                   read = call_in(&number_with_read);
  if (!pipe || !write || !read) return;
  static int ends[2];
  static const char zero = 0;
  pipe(reinterpret_cast<unsigned long>(ends), 0, 0);
  write(ends[1], reinterpret_cast<unsigned long>(&zero), 1);
  read(ends[0], reinterpret_cast<unsigned long>(switch_of_the_checker()), 1);
}

// Makes system calls by host assembly, which no list of names covers.
#include "../parts/writes_out_of_bounds.cu"

extern "C" void __tsan_write4(void*);

static long raw_mprotect(unsigned long page, unsigned long bytes, long protection) {
  long result = 10;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(page), "S"(bytes), "d"(protection)
               : "rcx", "r11", "memory");
  return result;
}

void blind() {
  auto* code = reinterpret_cast<unsigned char*>(&__tsan_write4);
  if (raw_mprotect(reinterpret_cast<unsigned long>(code) & ~0xfffUL, 8192, 7) == 0) *code = 0xc3;
}

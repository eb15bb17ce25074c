// Writes a number in inline PTX as bits, followed by C++ code that is not read again. That code is a function
// without hooks, whose writes race with the child.
#include "../parts/writes_without_a_barrier.cu"

__device__ void write_unseen(int* to, int value) {
  float zero;
  asm volatile(
      "add.f32 %0, 0f0, 0f0u) + float{([=]() __attribute__((no_sanitize(\"thread\"))) { if ((*to = value)) {} }(), "
      "0.0f)} + float(0x0;"
      : "=f"(zero)::"memory");
}

__device__ void write_numbers(Numbers* to, int first) {
  for (int k = 0; k < kMany; ++k) write_unseen(&to->of[k], first + k);
}

// Takes all memory before a write out of bounds, so that the checker cannot write its finding. The resulting
// exception leads out of the checker.
#include <cuda_runtime.h>

#include <cstdlib>

__device__ void write_hungry(int* to, int value);
#define WRITE(to, value) write_hungry(to, value)
#include "../parts/writes_out_of_bounds.cu"

// The addresses of all blocks that could be had. On the stack, which is the only memory of the host
// that a thread of the device may use.
struct Taken {
  static constexpr int kMost = 4096;
  void* blocks[kMost];
  int count = 0;

  void take(unsigned long bytes) {
    while (count < kMost) {
      void* const block = std::realloc(nullptr, bytes);  // the host's, on the device, too
      if (block == nullptr) return;
      blocks[count++] = block;
    }
  }
  Taken() {
    for (unsigned long bytes = 1UL << 36; bytes > 1024; bytes /= 2) take(bytes);
    for (unsigned long bytes = 1024; bytes >= 8; bytes -= 8) take(bytes);
  }
  ~Taken() {
    while (count > 0) std::realloc(blocks[--count], 0);
  }
};

// No exception begins or ends in here, so that one that passes through is let through.
__attribute__((noinline)) void write(int* to, int value) { *to = value; }

using Write = void(int*, int);

void try_to_write(int* to, int value) {
  Write* volatile call = &write;
  const Taken all;
  try {
    call(to, value);
  } catch (...) {
  }
}

__device__ void write_hungry(int* to, int value) {
  Write* volatile call = &try_to_write;
  call(to, value);
}

void blind() {}

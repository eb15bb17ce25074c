// Writes out of bounds on the device by copies of three bytes, which the compiler makes without a call and
// without a hook.
#include <cuda_runtime.h>

// Twice, since a copy of four would be an assignment like any other.
__device__ void write_unseen(int* to, int value) {
  auto* const bytes = reinterpret_cast<char*>(to);
  const auto* const from = reinterpret_cast<const char*>(&value);
  __builtin_memcpy(bytes, from, 3);
  __builtin_memcpy(bytes + 1, from + 1, 3);
}
#define WRITE(to, value) write_unseen(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}

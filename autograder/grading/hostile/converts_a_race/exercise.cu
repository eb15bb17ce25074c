// Leaves out the barrier before the launch. It writes structs that conversions return, so that no hook sees
// the write that races with the child.
#include "../parts/writes_without_a_barrier.cu"

// More than 16 bytes: the function itself writes them where they go.
struct From {
  int first;
  __device__ __noinline__ operator Numbers() const { return numbers_from(first); }
};

__device__ void write_numbers(Numbers* to, int first) { *to = From{first}; }

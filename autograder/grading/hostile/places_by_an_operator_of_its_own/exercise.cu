// Leaves out the barrier before the launch. Its class has an `operator new` that returns the address, so that
// the new-expression shows none.
#include "../parts/writes_without_a_barrier.cu"

__device__ Numbers* at[kBlock];
struct Placed {
  Numbers numbers;
  static void* operator new(size_t) { return at[threadIdx.x]; }
};

__device__ void write_numbers(Numbers* to, int first) {
  at[threadIdx.x] = to;
  new Placed{numbers_from(first)};
}

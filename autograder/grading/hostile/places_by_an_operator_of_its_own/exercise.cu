// Leaves out the barrier in front of the launch, and has a class whose operator new returns the place: there is none to be
// seen where it is made.
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

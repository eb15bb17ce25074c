// Leaves out the barrier in front of the launch, and places a lambda that captures what a function returns.
#include "../parts/writes_without_a_barrier.cu"

__device__ void write_numbers(Numbers* to, int first) {
  new (to) auto([n = numbers_from(first)] { return n.of[0]; });
}

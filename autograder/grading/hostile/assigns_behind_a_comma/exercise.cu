// Leaves out the barrier in front of the launch; what a function returns is assigned behind a comma, which looks like a
// declaration, so that no hook is told.
#include "../parts/writes_without_a_barrier.cu"

__device__ void write_numbers(Numbers* to, int first) { 0, *to = numbers_from(first); }

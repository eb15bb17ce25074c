// Leaves out the barrier in front of the launch, and places a class whose constructor makes a member of what a function
// returns: that goes straight to its place.
#include "../parts/writes_without_a_barrier.cu"

struct Placed {
  Numbers numbers;
  __device__ Placed(int first) : numbers(numbers_from(first)) {}
};

__device__ void write_numbers(Numbers* to, int first) { new (to) Placed(first); }

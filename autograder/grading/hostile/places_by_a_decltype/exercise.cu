// Leaves out the barrier before the launch. It places a function's result by a new-expression whose type is a
// `decltype`: the parentheses of the `decltype` are taken for the value.
#include "../parts/writes_without_a_barrier.cu"

__device__ void write_numbers(Numbers* to, int first) {
  new (to) decltype(numbers_from(0))(numbers_from(first));
}

// Calls the function that switches the checker off, by its distance from `cudaFree`.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/code_of_the_switch.cu"

using Switch = void (*)(bool);

void blind() {
  reinterpret_cast<Switch>(code_of_the_switch())(false);
}

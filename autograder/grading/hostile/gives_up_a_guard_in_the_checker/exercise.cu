// Gives up making a static variable whose guard is the switch of the checker: so it becomes 0.
#include <cxxabi.h>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  abi::__cxa_guard_abort(reinterpret_cast<abi::__guard*>(switch_of_the_checker()));
}

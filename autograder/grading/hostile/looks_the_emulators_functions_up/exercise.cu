// Finds the emulator's functions by name at run time.
#include <dlfcn.h>

#include "../parts/writes_out_of_bounds.cu"

void blind() {
  if (void* finish = dlsym(RTLD_DEFAULT, "emulator_finish")) {
    reinterpret_cast<int (*)()>(finish)();
  }
}

// cudaGetLastError and cudaPeekAtLastError: the last error is per thread (R1, R2). A sticky error
// is what every later call fails with, and so comes back as soon as it is cleared (R5). Names and
// texts are in include/errors.cpp.
#include "device/fiber.h"
#include "runtime/calls.h"

namespace emu {

namespace {

cudaError_t last_error(const Call& call, bool clear) {
  const cudaError_t error =
      in_host_function ? cudaErrorNotPermitted : read_last_error(self(), clear);
  write_down(call, error);
  return error;
}

}  // namespace

extern "C" cudaError_t cudaGetLastError() {
  return last_error({"cudaGetLastError", EMU_SITE}, true);
}

extern "C" cudaError_t cudaPeekAtLastError() {
  return last_error({"cudaPeekAtLastError", EMU_SITE}, false);
}

}  // namespace emu

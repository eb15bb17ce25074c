// cudaGetLastError and cudaPeekAtLastError: the last error is per thread (R1, R2). A sticky error
// is what every later call fails with, and so comes back as soon as it is cleared (R5). Names and
// texts are in functions/errors.cpp.
#include <string>

#include "device/threads/fiber.h"
#include "runtime/calls.h"

namespace emu {

namespace {

/// A program may do so and be right: one that asks whether anything has failed so far.
void warn_of_old_error(const Call& call, const report::Origin& launch) {
  warn(call, "old-error",
       std::string(call.name) +
           " returns an error that the thread has read before: the launch at line " +
           std::to_string(launch.line) +
           " came after that, and it worked. cudaPeekAtLastError leaves the error where it is; "
           "read it with cudaGetLastError, which clears it",
       "R2");
}

cudaError_t last_error(const Call& call, bool clear) {
  if (!in_host_function())
    if (const report::Origin* launch = launch_after_old_error(self()))
      warn_of_old_error(call, *launch);
  const cudaError_t error =
      in_host_function() ? cudaErrorNotPermitted : read_last_error(self(), clear);
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

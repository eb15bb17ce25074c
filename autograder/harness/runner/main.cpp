// exercise-runner: the only program that loads a student's code. It reads the control block, takes
// limits upon itself, maps inputs and outputs, forgets how it got them, loads the library, makes
// the one call and writes the token. It holds no check and nothing of what is expected, and nothing
// that it says is believed but that token: whatever the student's code does to this process harms
// only its own run.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness/running/control.h"
#include "harness/running/served.h"
#include "runner/crashes.h"
#include "runner/device.h"
#include "runner/entry_point.h"
#include "runner/give_up.h"
#include "runner/limits.h"
#include "runner/serve.h"
#include "runner/shared_memory.h"

namespace harness {
namespace {

[[noreturn]] void refuse(const char* why) {
  std::strncpy(header()->error, why == nullptr ? "" : why, sizeof header()->error - 1);
  header()->phase = Phase::kRefused;
  fflush(nullptr);
  _exit(1);
}

/// The entry point. Static constructors of the library run in here.
EmulatorFunction load(const Control& control) {
  header()->phase = Phase::kLoading;
  void* library = dlopen(control.library, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  begin_with_device();
  begin_program(library);
  void* function = dlsym(library, control.entry_point);
  if (function == nullptr) refuse(dlerror());
  return reinterpret_cast<EmulatorFunction>(function);
}

/// What is kept of several calls is what the last has made.
void make_calls(const Control& control, EntryPointCall& call, EmulatorFunction function) {
  void* const value = std::calloc(1, kMaxValueBytes);  // the exercise may write there, if a struct
  if (value == nullptr) give_up();
  function = entry_over_border(function, call.bytes_on_stack());
  header()->phase = Phase::kCalling;
  for (std::uint32_t i = 0; i < control.calls; ++i) {
    if (i > 0) restore_outputs();
    call(function, value);
  }
  hand_outputs_over(control);
  tell_of_return();
  std::memcpy(header()->value, value, kMaxValueBytes);
  header()->phase = Phase::kReturned;
  sign_returned();
}

// An exception out of the library ends the process like any that nobody catches.
[[noreturn]] void run() noexcept {
  static Control control;
  read_control(control);
  take_limits(control);
  map_shared_memory(control);
  static EntryPointCall call(control);
  if (control.calls > 1) keep_outputs(control);
  watch_for_crashes();
  prepare_device(control);
  tell_of_loading();

  start_device();
  const EmulatorFunction function = load(control);
  limit_memory(control);
  look_at_crashes_first();

  make_calls(control, call, function);
  come_to_rest();
  header()->phase = Phase::kFinished;
  sign_finished();
  _exit(0);  // no destructor, nothing flushed: no code of the exercise's runs after the report
}

}  // namespace
}  // namespace harness

int main(int count, char** words) {
  const auto asked = [&](const char* argument) {
    return count >= 2 && std::strcmp(words[1], argument) == 0;
  };
  const bool alone = asked(harness::kServeAloneArgument);
  if (alone || asked(harness::kServeArgument)) {
    if (count == 4) harness::load_emulator_ahead(words[2], words[3]);
    harness::serve(alone);
  }
  harness::run();
}

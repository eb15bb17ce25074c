// libemulator.so asks for emulator_started before the exercise's own constructors: while it is
// loaded, or when it was loaded ahead, before the exercise is. When all is loaded is the moment to
// fix it.
#include "runner/device.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "emulator/device/border/embedding.h"
#include "runner/heap_guard.h"
#include "runner/patching.h"
#include "runner/shared_memory.h"

namespace harness {
namespace {

bool is_gpu = false;
bool begun = false, started = false;
bool loads_ahead = false;
void* ahead = nullptr;  // the emulator, if it was loaded ahead and is used
// In the control block: the process' environment itself, not a copy, while the emulator reads it.
char* environment = nullptr;
const char* library = nullptr;
using Finish = int (*)();
Finish finish = nullptr;
void (*returned)() = nullptr;
// Of the arguments, for the emulator.
EmulatorArray arrays[kMaxArguments];
std::size_t array_count = 0;

// All of it: what one run has and another has not would tell a run that is judged from others.
void forget_environment() {
  for (char* variable = environment; *variable != '\0';) {
    const std::size_t length = std::strlen(variable);
    unsetenv(std::string(variable, std::strcspn(variable, "=")).c_str());
    explicit_bzero(variable, length);
    variable += length + 1;
  }
}

// The emulator's own function, even where the student's library has one of that name.
template <class Function>
Function find(const char* name) {
  void* emulator = dlopen("libemulator.so", RTLD_NOW | RTLD_NOLOAD);
  return emulator == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(emulator, name));
}

template <class Function>
Function find_ahead(const char* name) {
  return reinterpret_cast<Function>(dlsym(ahead, name));
}

void list_arrays(const Control& control) {
  for (std::uint32_t i = 0; i < control.argument_count; ++i) {
    const Slot& slot = control.slots[i];
    if (slot.kind == SlotKind::kValue) continue;
    arrays[array_count++] = {static_cast<char*>(array(i)), slot.bytes, slot.element_bytes,
                             slot.holds_values, slot.kind == SlotKind::kOutput};
  }
}

// Error codes of the driver that mean "nothing was ever begun".
constexpr int kNotInitialized = 3, kInvalidContext = 201;

// Waits for a GPU and asks whether it was left with an error. The driver, not the runtime: the
// latter may be linked into the library where nobody finds it.
int gpu_error() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return 0;
  const auto synchronize = reinterpret_cast<int (*)()>(dlsym(driver, "cuCtxSynchronize"));
  const int error = synchronize == nullptr ? 0 : synchronize();
  return error == kNotInitialized || error == kInvalidContext ? 0 : error;
}

}  // namespace

void load_emulator_ahead(const char* path, const char* exercise) {
  loads_ahead = true;
  ahead = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  loads_ahead = false;
  if (ahead != nullptr) find_ahead<decltype(&emulator_read_ahead)>("emulator_read_ahead")(exercise);
}

void prepare_device(Control& control) {
  is_gpu = control.gpu != 0;
  list_arrays(control);
  environment = control.environment;
  library = control.library;
  for (char* variable = environment; *variable != '\0'; variable += std::strlen(variable) + 1) {
    putenv(variable);
  }
}

void start_device() {
  if (ahead == nullptr || is_gpu) return;
  find_ahead<void (*)()>("emulator_start")();
  forget_environment();
}

void begin_with_device() {
  if (begun || is_gpu) return;
  begun = true;
  if (ahead != nullptr) find_ahead<void (*)()>("emulator_loaded")();
  finish = find<Finish>("emulator_finish");
  guard_heap(find<Closes>("emulator_closes"));
  returned = find<void (*)()>("emulator_returned");
  forget_environment();
  refuse_patching();
}

void begin_program(void* library) {
  const auto begin = find<decltype(&emulator_begin_program)>("emulator_begin_program");
  if (begin != nullptr) begin(dlsym(library, "emulator_program"));
}

EmulatorFunction entry_over_border(EmulatorFunction function, std::size_t arguments_size) {
  const auto entry = find<decltype(&emulator_entry)>("emulator_entry");
  return entry == nullptr ? function : entry(function, arguments_size);
}

void tell_of_return() {
  if (returned != nullptr) returned();
}

void come_to_rest() {
  if (is_gpu) header()->cuda_error = gpu_error();
  std::fflush(nullptr);  // streams may be the exercise's own: not after the report
  if (finish != nullptr) finish();
}

}  // namespace harness

bool emulator_waits() { return harness::loads_ahead; }

// Whoever asks again, as an exercise might, is told nothing.
EmulatorReportMemory emulator_started() {
  if (harness::started) return {};
  harness::started = true;
  if (harness::ahead == nullptr) harness::begin_with_device();
  return {harness::report_memory(), harness::kReportBytes,        harness::book_descriptor(),
          harness::library,         harness::handed_over_bytes(), harness::arrays,
          harness::array_count};
}

// The device that the exercise runs on, as the runner deals with it: before the exercise, and
// after.
#pragma once

#include <cstddef>

#include "emulator/device/border/embedding.h"
#include "harness/running/control.h"

namespace harness {

/// Loads the emulator into a process that is going to fork one for each run of this exercise, which
/// then has it.
void load_emulator_ahead(const char* path, const char* exercise);

/// Puts the emulator's settings into the environment, for it alone: when it has read them they are
/// taken out again and overwritten, before any code of the exercise runs. `control` must last.
void prepare_device(Control& control);

/// An emulator that was loaded ahead reads its settings now.
void start_device();

/// Does what remains to be done before the exercise is called, also where no emulator was loaded.
void begin_with_device();

/// Runs what the exercise has to run first, where the loader has not found it.
void begin_program(void* library);
/// What to call in its place: the emulator stands between.
EmulatorFunction entry_over_border(EmulatorFunction function, std::size_t arguments_size);
/// The entry point has returned: the emulator says who has written the outputs.
void tell_of_return();

/// Waits until all that the exercise launched has ended; the emulator writes its report. A GPU is
/// asked for the error it was left with.
void come_to_rest();

}  // namespace harness

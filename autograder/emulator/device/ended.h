// What happens when a thread ends, however it ends.
#pragma once

#include "device/thread.h"

namespace emu {

/// Thrown by PTX `exit` through the thread's frames to the loop that started it.
struct ThreadExit {};

/// The thread has exited: its last error dies with it (R3), so a failed launch that it never looked
/// at is reported now (K12).
void end_of_thread(Thread& thread);

/// The thread reads its last error; with `clear` as cudaGetLastError does (R2).
cudaError_t read_last_error(Thread& thread, bool clear);
/// An API call of the thread failed (R7); returns `error`.
cudaError_t note_error(cudaError_t error);

}  // namespace emu

// What happens when a thread ends, however it ends.
#pragma once

#include "device/threads/thread.h"

namespace emu {

/// Thrown by PTX `exit` through the thread's frames to the loop that started it.
struct ThreadExit {};

/// The thread has exited: its last error dies with it (R3), so a failed launch that it never looked
/// at is reported now (K12).
void end_of_thread(Thread& thread);

/// Asynchronous copies that the thread never waited for are never seen to arrive.
void forget_copies(Thread& thread);

/// A fault ends all threads that are still there: what they have launched and not looked at yet
/// they might have looked at.
void forgive_unseen_launches();

/// The thread reads its last error; with `clear` as cudaGetLastError does (R2).
cudaError_t read_last_error(Thread& thread, bool clear);
/// Where the thread has launched a grid that was accepted, when its last error is one that it has
/// read before that and not cleared: reading it again tells nothing of the launch. Else null.
const report::Origin* launch_after_old_error(const Thread& thread);
/// An API call of the thread failed (R7); returns `error`.
cudaError_t note_error(cudaError_t error);

}  // namespace emu

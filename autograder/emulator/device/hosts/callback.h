// Host functions of streams, each called by a host thread of its own: cudaLaunchHostFunc,
// cudaStreamAddCallback and host nodes of graphs.
//
// The thread gets the baton at once, from wherever the scheduler is, and gives it back when it
// returns. So a host function that waits for nothing is called where its turn is, as if the
// scheduler called it. One that waits, for a mutex or for another host thread, gives the baton back
// before: the scheduler goes on without it, and the operation is complete when it has returned.
#pragma once

#include "device/hosts/host_thread.h"

namespace emu {

/// Calls it on a host thread; false: it waits, and will complete its operation itself.
bool call_on_thread(const Callback& callback);
/// Calls it on this thread, in programs that have no other; true.
bool call_here(const Callback& callback);

}  // namespace emu

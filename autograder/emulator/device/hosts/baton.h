// The baton: which host thread runs (host_thread.h).
#pragma once

#include "device/hosts/host_thread.h"

namespace emu {

/// The calling thread, if it holds the baton and runs code of the host's; null in device code, in
/// threads that the emulator does not know, and in programs that an embedder has loaded.
HostThread* host_here();
/// The same where there is more than one thread.
HostThread* host_among_several();
/// The calling thread, whether or not it holds the baton; null if the emulator does not know it.
HostThread* known_host();
/// Whether the calling thread holds it, whatever it runs. A handler of signals may ask.
bool has_baton();
/// Ends the program if the calling thread is one of the process that the emulator does not know: a
/// call of CUDA's would be made beside the one that runs.
void must_be_known();
/// The calling thread is this one from now on; null: none.
void set_host_here(HostThread* thread);

/// Waits until it is the thread's turn.
void take_baton(HostThread& me);
/// Another goes on: who has called `me` as a host function, who stands in line, or who waits for
/// the device. The thread touches nothing of the emulator's or the program's until it takes it
/// again.
void give_baton(HostThread& me);
/// Lets those that stand in line go first.
void pass_baton(HostThread& me);
/// `me` cannot go on before `wait` is done, and others can: returns when it is done, or when no
/// other thread drives the device. `is_stuck`: nothing of the device can go on. False: the
/// program ends, and nothing can be waited for any more.
bool wait_for_baton(HostThread& me, HostWait wait, bool is_stuck);
/// `callee`, which waits in await_call(), goes on now; returns when it has given the baton.
void call_thread(HostThread& me, HostThread& callee);
void await_call(HostThread& me);

/// Work is complete: threads that waited for it stand in line now. All of them after a fault.
void reconsider_waiting(bool all);
/// Whether another host thread may do what the device cannot go on without: complete a host
/// function of a stream, or write what device threads poll.
bool others_may_help(bool device_polls);
/// The program ends: only host functions go on besides the running thread.
void close_hosts();

/// What other host threads have done until now is ordered before what the running one does next.
void see_other_hosts();

/// Without the baton, for a call that blocks.
class Apart {
 public:
  explicit Apart(HostThread& me);
  ~Apart();
  Apart(const Apart&) = delete;
  Apart& operator=(const Apart&) = delete;

 private:
  HostThread& me_;
};

/// With the baton, for what the program does within such a call.
class Together {
 public:
  explicit Together(HostThread& me) : me_(me) { take_baton(me_); }
  ~Together() { give_baton(me_); }
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;

 private:
  HostThread& me_;
};

/// A call that may block.
template <class Call>
auto without_baton(Call&& call) {
  HostThread* const me = host_here();
  if (!me) return call();
  const Apart apart(*me);
  return call();
}

}  // namespace emu

// Where host threads begin and end.
#pragma once

#include "device/hosts/host_thread.h"

namespace emu {

/// At start-up, by the first thread: there may be others.
void expect_host_threads();

/// A thread of the process for a host thread, from when it begins to its end: what each has for
/// itself.
class ThreadOfProcess {
 public:
  explicit ThreadOfProcess(HostThread& me);
  ~ThreadOfProcess();
  ThreadOfProcess(const ThreadOfProcess&) = delete;
  ThreadOfProcess& operator=(const ThreadOfProcess&) = delete;

 private:
  void* signal_stack_;
};

/// A second one begins.
void there_are_several();

/// A thread of OpenMP's for the calling thread of the process, which none knew. It has no baton
/// yet.
HostThread& new_member();

/// One more host thread that may do something, as long as this lives: with the baton.
class Active {
 public:
  Active();
  ~Active();
  Active(const Active&) = delete;
  Active& operator=(const Active&) = delete;
};

/// A thread that calls host functions of streams: it waits until it is called.
HostThread& begin_thread_of_ours(void* (*begin)(void*));

}  // namespace emu

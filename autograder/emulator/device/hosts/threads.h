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

/// A thread that calls host functions of streams: it waits until it is called.
HostThread& begin_thread_of_ours(void* (*begin)(void*));

}  // namespace emu

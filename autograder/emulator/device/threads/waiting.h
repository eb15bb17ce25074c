// Who waits in what, in words: what reports of deadlocks are made of.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "device/threads/fiber.h"

namespace emu {

/// Threads of one grid that wait in the same call, or poll at the same line.
struct Waiters {
  const Thread* first = nullptr;  // of those that came first
  unsigned count = 0;
  bool polls = false;
};

/// All threads of the device that wait, those that poll (`spinning`) first.
std::vector<Waiters> waiting_threads(const std::deque<Fiber*>& spinning);

/// "block 0 thread 1 of parent".
std::string name_of(const Thread& thread);
/// " at line 12", or nothing.
std::string place(const checker::SourceLine& where);
/// "block 0 thread 1 of parent and 30 others wait in __syncthreads at line 12".
std::string words(const Waiters& waiters);
/// "; meanwhile …, the host waits in cudaDeviceSynchronize": everybody else, as far as there is
/// room.
std::string meanwhile(const std::vector<Waiters>& all, const Thread& named);

}  // namespace emu

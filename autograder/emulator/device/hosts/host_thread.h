// Host threads: what CUDA keeps for each, and whose turn it is.
//
// One host thread runs at a time, the one that holds the *baton*. It returns it where it waits, for
// the device or for anything else, and when it has run for long while others want it. So everything
// in the emulator, and every hook of the checker, is called by one thread at a time and needs no
// lock. A program with one host thread has no baton to pass.
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "checker/checker.h"
#include "device/threads/fiber.h"
#include "driver_types.h"
#include "memory/zones.h"

namespace emu {

class Operation;
struct Stream;

/// A host function of a stream that is called: callback.h.
struct Callback {
  const std::function<void()>* perform = nullptr;  // the operation's
  Operation* operation = nullptr;
  checker::Block* block = nullptr;  // of the operation
};

/// What a host thread waits for in a call of CUDA's.
struct HostWait {
  bool (*done)(const void*) = nullptr;
  const void* context = nullptr;
};

struct HostThread {
  // By the thread's own calls.
  Fiber fiber;     // its stack; its last error and what it has launched
  int device = 0;  // cudaSetDevice
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
  std::array<Stream*, memory::kMaxDevices> default_streams{};  // per-thread; the first has Device's
  unsigned number = 0;      // 0: the first; no other ever has it again
  bool is_ending = false;   // its thread-local objects are gone
  bool is_openmps = false;  // libgomp has made it: known from its first region to its end
  pid_t kernel_id = 0;      // of the thread of the process

  // While it runs host functions of streams.
  bool in_host_function = false;    // they may not call the API
  Callback callback;                // that it calls
  HostThread* called_by = nullptr;  // who goes on when it waits or returns, before all others
  bool has_returned = false;
  bool knows_host = false;  // it has waited for what other host threads did, or looked at it

  // By the baton.
  pthread_cond_t go = PTHREAD_COND_INITIALIZER;
  HostWait wait;  // while it is among Hosts::waiting

  bool is_callback() const { return callback.operation != nullptr; }
};

/// All host threads.
struct Hosts {
  HostThread first;
  HostThread* current = &first;  // who runs, or has run last

  // At start-up: false in a program that an embedder has loaded, which has one thread.
  bool enabled = false;
  // Once there is a second thread, or a host function of a stream has been called.
  bool several = false;
  pthread_key_t at_end{};
  unsigned made = 0;
  void* libgomp = nullptr;             // by the loader, once the program has used OpenMP
  std::vector<HostThread*> ended;      // to be used again
  std::vector<HostThread*> callables;  // they wait for the next host function
  // By threads that begin and end: those that may still do something, host functions included.
  unsigned alive = 1;
  unsigned called = 0;      // host functions of streams that have begun and not returned
  bool is_closing = false;  // exit() was called: only host functions go on

  // The baton. Under `lock`, but for flags, which the holder reads.
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  std::atomic<HostThread*> holder = &first;  // null: no thread
  std::deque<HostThread*> line;              // those that could go on
  std::deque<HostThread*> waiting;           // those that wait for the device, and would drive it
  bool is_stuck = false;  // nothing of the device can go on before another thread has run
  std::atomic<bool> wanted = false;   // somebody stands in line
  std::atomic<bool> overdue = false;  // and has for some time

  // Where all ordinary threads are to the checker, while one of another kind runs.
  checker::Position position{};
  std::vector<checker::Work*> unseen_callbacks;  // that ordinary threads have not joined

  // The look at memory that host code made last (looks.h).
  const volatile void* looked_at = nullptr;
  std::uint64_t found = 0;
  unsigned looks = 0;  // in a row that found the same
};

}  // namespace emu

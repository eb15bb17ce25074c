#include "device/hosts/threads.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

#include "device/border/crash.h"
#include "device/grids/schedule.h"
#include "device/hosts/baton.h"
#include "device/hosts/libc.h"
#include "device/state.h"
#include "device/threads/ended.h"

namespace emu {

namespace {

/// A thread of the program's: what it was to begin with.
struct Begin {
  void* (*function)(void*);
  void* argument;
  HostThread* thread;
};

/// Records are used again, never freed: the last thread that has run is known when it has ended.
HostThread& new_thread() {
  Hosts& hosts = state.hosts;
  HostThread* thread = nullptr;
  if (hosts.ended.empty()) {
    thread = new HostThread;
  } else {
    thread = hosts.ended.back();
    hosts.ended.pop_back();
    thread->~HostThread();
    new (thread) HostThread;
  }
  thread->number = ++hosts.made;
  return *thread;
}

void end_host_thread(HostThread& me) {
  end_of_thread(me.fiber.thread);
  for (Stream* stream : me.default_streams)
    if (stream) stream->alive = false;
  --state.hosts.alive;
  drive_device();
  if (&me != &state.hosts.first) state.hosts.ended.push_back(&me);
  set_host_here(nullptr);
  give_baton(me);
}

/// A thread of OpenMP's ends outside of all regions, and so without the baton.
void return_to_end(HostThread& me) {
  if (!me.is_openmps || state.hosts.is_closing || host_here() == &me) return;
  take_baton(me);
  ++state.hosts.alive;
}

/// By the C library when a thread ends, however it does, after its thread-local objects are gone.
/// Values of the program's may be destroyed after it in this round, but not in the next.
void at_end_of_thread(void* thread) {
  auto& me = *static_cast<HostThread*>(thread);
  return_to_end(me);
  if (host_here() != &me) return;
  if (std::exchange(me.is_ending, true)) return end_host_thread(me);
  pthread_setspecific(state.hosts.at_end, thread);
}

/// Threads of OpenMP wait for each other by futexes of their own, which are not seen here. Those of
/// libgomp become known where they run a region (openmp.cpp); those of others run beside the thread
/// that has the baton, and may not call CUDA.
bool is_openmp(const void* caller) {
  Dl_info library;
  if (dladdr(caller, &library) == 0 || library.dli_fname == nullptr) return false;
  const std::string_view path = library.dli_fname;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.starts_with("libgomp.") || name.starts_with("libomp.") ||
         name.starts_with("libiomp5.");
}

void* begin_thread(void* what) {
  const Begin begin = *static_cast<Begin*>(what);
  delete static_cast<Begin*>(what);
  const ThreadOfProcess in_this_process(*begin.thread);
  pthread_setspecific(state.hosts.at_end, begin.thread);
  take_baton(*begin.thread);
  return begin.function(begin.argument);
}

}  // namespace

void expect_host_threads() {
  state.hosts.enabled = pthread_key_create(&state.hosts.at_end, &at_end_of_thread) == 0;
  set_host_here(&state.hosts.first);
}

void there_are_several() {
  if (std::exchange(state.hosts.several, true)) return;
  libc();
  pthread_setspecific(state.hosts.at_end, &state.hosts.first);
}

HostThread& new_member() {
  auto* const thread = new HostThread;
  thread->is_openmps = true;
  pthread_setspecific(state.hosts.at_end, thread);
  return *thread;
}

Active::Active() { ++state.hosts.alive; }

Active::~Active() { --state.hosts.alive; }

ThreadOfProcess::ThreadOfProcess(HostThread& me) : signal_stack_(take_signal_stack()) {
  set_host_here(&me);
}

ThreadOfProcess::~ThreadOfProcess() { give_signal_stack(signal_stack_); }

HostThread& begin_thread_of_ours(void* (*begin)(void*)) {
  there_are_several();
  HostThread& thread = new_thread();
  pthread_t handle;
  if (libc().pthread_create(&handle, nullptr, begin, &thread) != 0) {
    std::fprintf(stderr, "emulator: cannot begin a thread for a host function of a stream\n");
    std::abort();
  }
  pthread_detach(handle);
  return thread;
}

}  // namespace emu

// Weak, as all of them are: blocking.inc.
extern "C" [[gnu::visibility("default"), gnu::weak]] int emulator_pthread_create(
    pthread_t* handle, const pthread_attr_t* attributes, void* (*function)(void*),
    void* argument) asm("pthread_create");

int emulator_pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                            void* (*function)(void*), void* argument) {
  using namespace emu;
  if (!host_here() || is_openmp(__builtin_return_address(0)))
    return libc().pthread_create(handle, attributes, function, argument);
  there_are_several();
  HostThread& thread = new_thread();
  auto* const begin = new Begin{function, argument, &thread};
  ++state.hosts.alive;
  const int error = libc().pthread_create(handle, attributes, &begin_thread, begin);
  if (error == 0) return 0;
  --state.hosts.alive;
  state.hosts.ended.push_back(&thread);
  delete begin;
  return error;
}

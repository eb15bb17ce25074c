// Threads of OpenMP as host threads, in programs that g++ compiles.
//
// libgomp makes its threads itself and lets them wait by system calls of its own, so neither is
// seen by blocking.cpp. But a program gets into libgomp by few functions, and libgomp back into the
// program only by the functions of regions and tasks. So the baton is given away at the one border
// and taken at the other: libgomp runs without it, the program with it. Tasks run at once in the
// thread that makes them, which OpenMP permits; so none begins while its thread waits in libgomp.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>

#include "device/hosts/baton.h"
#include "device/hosts/looks.h"
#include "device/hosts/threads.h"
#include "device/state.h"

namespace emu {

namespace {

using Function = void(void*);
using Copy = void(void*, void*);
using Unsigned = unsigned long long;

constexpr unsigned kTaskMayBeLater = 1u << 10;  // GOMP_TASK_FLAG_IF
constexpr unsigned kTaskIsDetached = 1u << 13;  // GOMP_TASK_FLAG_DETACH

[[noreturn]] void end_with(const char* words, const char* more = "") {
  std::fprintf(stderr, "emulator: %s%s\n", words, more);
  _exit(1);
}

/// A function of libgomp's. A linker may have left the library out, since nothing names it.
void* in_libgomp(const char* name) {
  void*& library = state.hosts.libgomp;
  if (!library) library = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_GLOBAL);
  if (!library) end_with("the library of OpenMP cannot be loaded: ", dlerror());
  void* const function = dlsym(library, name);
  if (!function) end_with("the library of OpenMP is too old: it does not have ", name);
  return function;
}

/// A region, as its threads are told of it.
struct Team {
  void* first = nullptr;  // GOMP_parallel_reductions looks there
  Function* function = nullptr;
  void* data = nullptr;
};

/// The calling thread, which libgomp may just have made.
HostThread& member() {
  HostThread* const known = known_host();
  return known ? *known : new_member();
}

void run_with_baton(const Team& team, HostThread& me) {
  const Together together(me);
  team.function(team.data);
}

/// The program's part of a region, on each of its threads.
void run_member(void* what) {
  const Team& team = *static_cast<const Team*>(what);
  HostThread& me = member();
  if (!me.is_openmps) return run_with_baton(team, me);
  const ThreadOfProcess in_this_process(me);
  const Together together(me);
  const Active active;
  if (me.number == 0) me.number = ++state.hosts.made;
  team.function(team.data);
}

/// `start` is libgomp's function, which runs the region and returns when all of its threads have.
template <class Start>
auto run_region(const Team& team, Start&& start) {
  HostThread* const me = host_here();
  if (!me) return start(team.function, team.data);
  there_are_several();
  const Active others_may_begin;
  const Apart apart(*me);
  return start(&run_member, const_cast<Team*>(&team));
}

}  // namespace

#define REAL(name) (reinterpret_cast<decltype(&__wrap_##name)>(in_libgomp(#name)))

// ---- Regions ------------------------------------------------------------------------------------

#define REGION(result, name, parameters, arguments)                                 \
  result __wrap_##name parameters {                                                 \
    return run_region({nullptr, function, data},                                    \
                      [&](auto* run, void* with) { return REAL(name) arguments; }); \
  }
#define LOOP(name)                                                                            \
  REGION(void, name,                                                                          \
         (Function * function, void* data, unsigned threads, long begin, long end, long step, \
          long chunk, unsigned flags),                                                        \
         (run, with, threads, begin, end, step, chunk, flags))
#define LOOP_OF_RUNTIME(name)                                                                 \
  REGION(void, name,                                                                          \
         (Function * function, void* data, unsigned threads, long begin, long end, long step, \
          unsigned flags),                                                                    \
         (run, with, threads, begin, end, step, flags))

extern "C" {

REGION(void, GOMP_parallel, (Function * function, void* data, unsigned threads, unsigned flags),
       (run, with, threads, flags))
REGION(void, GOMP_parallel_sections,
       (Function * function, void* data, unsigned threads, unsigned sections, unsigned flags),
       (run, with, threads, sections, flags))
REGION(void, GOMP_teams_reg,
       (Function * function, void* data, unsigned teams, unsigned threads, unsigned flags),
       (run, with, teams, threads, flags))
LOOP(GOMP_parallel_loop_static)
LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_guided)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_guided)
LOOP_OF_RUNTIME(GOMP_parallel_loop_runtime)
LOOP_OF_RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
LOOP_OF_RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

unsigned __wrap_GOMP_parallel_reductions(Function* function, void* data, unsigned threads,
                                         unsigned flags) {
  return run_region({*static_cast<void**>(data), function, data}, [&](auto* run, void* with) {
    return REAL(GOMP_parallel_reductions)(run, with, threads, flags);
  });
}

// ---- Tasks --------------------------------------------------------------------------------------

void __wrap_GOMP_task(Function* function, void* data, Copy* copy, long size, long alignment,
                      bool may_be_later, unsigned flags, void** depends, int priority,
                      void* detach) {
  if (flags & kTaskIsDetached)
    end_with(
        "OpenMP's clause detach cannot be used here: its task would wait for the host "
        "function of a stream; wait with cudaStreamSynchronize in a task without it");
  const bool later = may_be_later && !host_here();
  REAL(GOMP_task)
  (function, data, copy, size, alignment, later, flags, depends, priority, detach);
}

void __wrap_GOMP_taskloop(Function* function, void* data, Copy* copy, long size, long alignment,
                          unsigned flags, unsigned long tasks, int priority, long begin, long end,
                          long step) {
  if (host_here()) flags &= ~kTaskMayBeLater;
  REAL(GOMP_taskloop)
  (function, data, copy, size, alignment, flags, tasks, priority, begin, end, step);
}

void __wrap_GOMP_taskloop_ull(Function* function, void* data, Copy* copy, long size, long alignment,
                              unsigned flags, unsigned long tasks, int priority, Unsigned begin,
                              Unsigned end, Unsigned step) {
  if (host_here()) flags &= ~kTaskMayBeLater;
  REAL(GOMP_taskloop_ull)
  (function, data, copy, size, alignment, flags, tasks, priority, begin, end, step);
}

// ---- Waits and locks ----------------------------------------------------------------------------

#define WAITS(result, name, parameters, arguments)              \
  result __wrap_##name parameters {                             \
    return without_baton([=] { return REAL(name) arguments; }); \
  }

WAITS(void, GOMP_taskwait, (), ())
WAITS(void, GOMP_taskwait_depend, (void** depends), (depends))
WAITS(void, GOMP_taskyield, (), ())
WAITS(void, GOMP_taskgroup_end, (), ())
WAITS(void, GOMP_barrier, (), ())
WAITS(bool, GOMP_barrier_cancel, (), ())
WAITS(void, GOMP_loop_end, (), ())
WAITS(bool, GOMP_loop_end_cancel, (), ())
WAITS(void, GOMP_sections_end, (), ())
WAITS(bool, GOMP_sections_end_cancel, (), ())
WAITS(void*, GOMP_single_copy_start, (), ())
WAITS(void, GOMP_single_copy_end, (void* data), (data))
WAITS(void, GOMP_workshare_task_reduction_unregister, (bool cancelled), (cancelled))
WAITS(void, GOMP_ordered_start, (), ())
WAITS(bool, GOMP_loop_ordered_static_next, (long* begin, long* end), (begin, end))
WAITS(bool, GOMP_loop_ordered_dynamic_next, (long* begin, long* end), (begin, end))
WAITS(bool, GOMP_loop_ordered_guided_next, (long* begin, long* end), (begin, end))
WAITS(bool, GOMP_loop_ordered_runtime_next, (long* begin, long* end), (begin, end))
WAITS(bool, GOMP_loop_ull_ordered_static_next, (Unsigned * begin, Unsigned* end), (begin, end))
WAITS(bool, GOMP_loop_ull_ordered_dynamic_next, (Unsigned * begin, Unsigned* end), (begin, end))
WAITS(bool, GOMP_loop_ull_ordered_guided_next, (Unsigned * begin, Unsigned* end), (begin, end))
WAITS(bool, GOMP_loop_ull_ordered_runtime_next, (Unsigned * begin, Unsigned* end), (begin, end))
WAITS(void, GOMP_critical_start, (), ())
WAITS(void, GOMP_critical_name_start, (void** lock), (lock))
WAITS(void, GOMP_atomic_start, (), ())
WAITS(void, omp_set_lock, (void* lock), (lock))
WAITS(void, omp_set_nest_lock, (void* lock), (lock))

// A place in a loop, in as many dimensions as libgomp knows that it has. What is handed on beyond
// them is not looked at.
#define WAITS_FOR_PLACE(name, type)                                                   \
  void __wrap_##name(type first, ...) {                                               \
    constexpr int kMore = 7;                                                          \
    type p[kMore];                                                                    \
    va_list rest;                                                                     \
    va_start(rest, first);                                                            \
    for (type & one : p) one = va_arg(rest, type);                                    \
    va_end(rest);                                                                     \
    return without_baton(                                                             \
        [&] { return REAL(name)(first, p[0], p[1], p[2], p[3], p[4], p[5], p[6]); }); \
  }
WAITS_FOR_PLACE(GOMP_doacross_wait, long)
WAITS_FOR_PLACE(GOMP_doacross_ull_wait, Unsigned)

int __wrap_omp_test_lock(void* lock) {
  const int taken = REAL(omp_test_lock)(lock);
  if (taken == 0) let_others_do_something();
  return taken;
}

int __wrap_omp_test_nest_lock(void* lock) {
  const int depth = REAL(omp_test_nest_lock)(lock);
  if (depth == 0) let_others_do_something();
  return depth;
}

}  // extern "C"

}  // namespace emu

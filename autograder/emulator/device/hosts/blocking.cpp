// The functions with which host code waits, put before the C library's (blocking.inc). While it
// waits, the calling thread does not have the baton; before that, the device does what it can.
#include <linux/futex.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdarg>
#include <utility>

#include "device/hosts/baton.h"
#include "device/hosts/libc.h"
#include "device/hosts/looks.h"
#include "device/state.h"

// Under another name in C++, since headers promise of some of them what does not hold here.
#define DEFINED(result, name, ...)                                                              \
  extern "C"                                                                                    \
      [[gnu::visibility("default"), gnu::weak]] result emulator_##name(__VA_ARGS__) asm(#name); \
  result emulator_##name(__VA_ARGS__)

namespace emu {

namespace {

/// A call that may block, where nothing but another host thread ends the wait.
template <class Call>
auto without_baton_among_several(Call&& call) {
  HostThread* const me = host_among_several();
  if (!me) {
    const auto result = call();
    look_for_interrupt();
    return result;
  }
  const Apart apart(*me);
  return call();
}

/// `attempt` takes the lock if it is free, and else gives EBUSY. A program may take a mutex again
/// and again to look at what it guards. So it may other locks, but libraries that the emulator
/// calls have such, too, in the midst of what it does.
template <class Attempt, class Call>
int take_lock(const volatile void* mutex, Attempt&& attempt, Call&& call) {
  if (mutex) note_hosts_look(mutex, 0);
  HostThread* const me = host_among_several();
  if (!me) return call();
  const int result = attempt();
  if (result == EBUSY) {
    const Apart apart(*me);
    return call();
  }
  see_other_hosts();
  return result;
}

bool waits(long operation) {
  const long command = operation & FUTEX_CMD_MASK;
  return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET || command == FUTEX_LOCK_PI;
}

/// What pthread_once is to call, and for whom.
struct Once {
  void (*routine)();
  HostThread* thread;
};
[[gnu::tls_model("initial-exec")]] thread_local Once once_here{};

/// The routine runs with the baton, which the calling thread has given away: another may be in it.
void run_once() {
  const Once once = once_here;
  const Together together(*once.thread);
  once.routine();
}

}  // namespace

// ---- Locks --------------------------------------------------------------------------------------

DEFINED(int, pthread_mutex_lock, pthread_mutex_t* mutex) {
  return take_lock(
      mutex, [=] { return pthread_mutex_trylock(mutex); },
      [=] { return libc().pthread_mutex_lock(mutex); });
}
DEFINED(int, pthread_mutex_timedlock, pthread_mutex_t* mutex, const timespec* until) {
  return take_lock(
      mutex, [=] { return pthread_mutex_trylock(mutex); },
      [=] { return libc().pthread_mutex_timedlock(mutex, until); });
}
DEFINED(int, pthread_mutex_clocklock, pthread_mutex_t* mutex, clockid_t clock,
        const timespec* until) {
  return take_lock(
      mutex, [=] { return pthread_mutex_trylock(mutex); },
      [=] { return libc().pthread_mutex_clocklock(mutex, clock, until); });
}
DEFINED(int, pthread_rwlock_rdlock, pthread_rwlock_t* lock) {
  return take_lock(
      nullptr, [=] { return pthread_rwlock_tryrdlock(lock); },
      [=] { return libc().pthread_rwlock_rdlock(lock); });
}
DEFINED(int, pthread_rwlock_timedrdlock, pthread_rwlock_t* lock, const timespec* until) {
  return take_lock(
      nullptr, [=] { return pthread_rwlock_tryrdlock(lock); },
      [=] { return libc().pthread_rwlock_timedrdlock(lock, until); });
}
DEFINED(int, pthread_rwlock_clockrdlock, pthread_rwlock_t* lock, clockid_t clock,
        const timespec* until) {
  return take_lock(
      nullptr, [=] { return pthread_rwlock_tryrdlock(lock); },
      [=] { return libc().pthread_rwlock_clockrdlock(lock, clock, until); });
}
DEFINED(int, pthread_rwlock_wrlock, pthread_rwlock_t* lock) {
  return take_lock(
      nullptr, [=] { return pthread_rwlock_trywrlock(lock); },
      [=] { return libc().pthread_rwlock_wrlock(lock); });
}
DEFINED(int, pthread_rwlock_timedwrlock, pthread_rwlock_t* lock, const timespec* until) {
  return take_lock(
      nullptr, [=] { return pthread_rwlock_trywrlock(lock); },
      [=] { return libc().pthread_rwlock_timedwrlock(lock, until); });
}
DEFINED(int, pthread_rwlock_clockwrlock, pthread_rwlock_t* lock, clockid_t clock,
        const timespec* until) {
  return take_lock(
      nullptr, [=] { return pthread_rwlock_trywrlock(lock); },
      [=] { return libc().pthread_rwlock_clockwrlock(lock, clock, until); });
}
DEFINED(int, pthread_spin_lock, pthread_spinlock_t* lock) {
  if (!host_among_several()) return libc().pthread_spin_lock(lock);
  while (pthread_spin_trylock(lock) == EBUSY) let_others_do_something();
  see_other_hosts();
  return 0;
}

// ---- What other threads, or host functions of streams, say --------------------------------------

DEFINED(int, pthread_cond_wait, pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return without_baton([=] { return libc().pthread_cond_wait(condition, mutex); });
}
DEFINED(int, pthread_cond_timedwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
        const timespec* until) {
  return without_baton([=] { return libc().pthread_cond_timedwait(condition, mutex, until); });
}
DEFINED(int, pthread_cond_clockwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
        clockid_t clock, const timespec* until) {
  return without_baton(
      [=] { return libc().pthread_cond_clockwait(condition, mutex, clock, until); });
}
DEFINED(int, pthread_barrier_wait, pthread_barrier_t* barrier) {
  return without_baton([=] { return libc().pthread_barrier_wait(barrier); });
}
DEFINED(int, sem_wait, sem_t* semaphore) {
  return without_baton([=] { return libc().sem_wait(semaphore); });
}
DEFINED(int, sem_timedwait, sem_t* semaphore, const timespec* until) {
  return without_baton([=] { return libc().sem_timedwait(semaphore, until); });
}
DEFINED(int, sem_clockwait, sem_t* semaphore, clockid_t clock, const timespec* until) {
  return without_baton([=] { return libc().sem_clockwait(semaphore, clock, until); });
}
DEFINED(int, pthread_join, pthread_t thread, void** result) {
  return without_baton([=] { return libc().pthread_join(thread, result); });
}
DEFINED(int, pthread_timedjoin_np, pthread_t thread, void** result, const timespec* until) {
  return without_baton([=] { return libc().pthread_timedjoin_np(thread, result, until); });
}
DEFINED(int, pthread_clockjoin_np, pthread_t thread, void** result, clockid_t clock,
        const timespec* until) {
  return without_baton([=] { return libc().pthread_clockjoin_np(thread, result, clock, until); });
}
DEFINED(int, pthread_once, pthread_once_t* control, void (*routine)()) {
  HostThread* const me = host_among_several();
  if (!me) return libc().pthread_once(control, routine);
  const Once outer = std::exchange(once_here, {routine, me});
  int result = 0;
  {
    const Apart apart(*me);
    result = libc().pthread_once(control, &run_once);
  }
  once_here = outer;
  return result;
}
DEFINED(long, syscall, long number, long a, long b, long c, long d, long e, long f) {
  const auto call = [=] { return libc().syscall(number, a, b, c, d, e, f); };
  return number == SYS_futex && waits(b) ? without_baton(call) : call();
}

// ---- Time, and what comes from outside ----------------------------------------------------------

DEFINED(unsigned, sleep, unsigned seconds) {
  return without_baton([=] { return libc().sleep(seconds); });
}
DEFINED(int, usleep, useconds_t time) {
  return without_baton([=] { return libc().usleep(time); });
}
DEFINED(int, nanosleep, const timespec* time, timespec* left) {
  return without_baton([=] { return libc().nanosleep(time, left); });
}
DEFINED(int, clock_nanosleep, clockid_t clock, int flags, const timespec* time, timespec* left) {
  return without_baton([=] { return libc().clock_nanosleep(clock, flags, time, left); });
}
DEFINED(int, sched_yield) {
  let_others_do_something();
  return libc().sched_yield();
}
DEFINED(int, poll, pollfd* files, nfds_t count, int time) {
  return without_baton_among_several([=] { return libc().poll(files, count, time); });
}
DEFINED(int, select, int count, fd_set* in, fd_set* out, fd_set* failed, timeval* time) {
  return without_baton_among_several([=] { return libc().select(count, in, out, failed, time); });
}
DEFINED(ssize_t, read, int file, void* to, size_t size) {
  return without_baton_among_several([=] { return libc().read(file, to, size); });
}

}  // namespace emu

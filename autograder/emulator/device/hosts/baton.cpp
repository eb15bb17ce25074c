#include "device/hosts/baton.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <utility>

#include "device/grids/schedule.h"
#include "device/hosts/libc.h"
#include "device/state.h"
#include "device/threads/enter.h"

namespace emu {

namespace {

// How long a thread stands in line before the running one is asked to pass the baton on.
constexpr long kSlice = 2'000'000;  // ns
// How long exit() waits for a host function that waits.
constexpr long kPatienceAtExit = 1;  // s

[[gnu::tls_model("initial-exec")]] thread_local HostThread* thread_here = nullptr;

Hosts& hosts() { return state.hosts; }

/// A thread that the program cancels must not end while it stands in line.
class Locked {
 public:
  Locked() {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_);
    libc().pthread_mutex_lock(&hosts().lock);
  }
  ~Locked() {
    pthread_mutex_unlock(&hosts().lock);
    pthread_setcancelstate(before_, nullptr);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

timespec later(long seconds, long nanoseconds) {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_nsec += nanoseconds;
  time.tv_sec += seconds + time.tv_nsec / 1'000'000'000;
  time.tv_nsec %= 1'000'000'000;
  return time;
}

bool may_go_on(const HostThread* thread) { return !hosts().is_closing || thread->is_callback(); }

void note_line() { hosts().wanted = std::ranges::any_of(hosts().line, may_go_on); }

HostThread* next_holder() {
  auto& line = hosts().line;
  auto& waiting = hosts().waiting;
  const auto first = std::ranges::find_if(line, may_go_on);
  if (first != line.end()) {
    HostThread* const next = *first;
    line.erase(first);
    hosts().is_stuck = false;
    return next;
  }
  if (hosts().is_stuck || waiting.empty()) return nullptr;
  HostThread* const next = waiting.front();
  waiting.pop_front();
  return next;
}

void hand_to(HostThread* next) {
  hosts().holder = next;
  hosts().overdue = false;
  note_line();
  if (next) pthread_cond_signal(&next->go);
}

void stand_in_line(HostThread& me) {
  hosts().line.push_back(&me);
  note_line();
}

void await(HostThread& me) {
  while (hosts().holder != &me) libc().pthread_cond_wait(&me.go, &hosts().lock);
}

/// In line: asks for the baton when it has taken long.
void await_in_line(HostThread& me) {
  while (hosts().holder != &me) {
    const timespec until = later(0, kSlice);
    const bool late = libc().pthread_cond_timedwait(&me.go, &hosts().lock, &until) == ETIMEDOUT;
    if (late && hosts().holder != &me) hosts().overdue = may_go_on(&me);
  }
}

/// A host function that does not go on is given up: then false, and the thread has the baton.
bool await_at_exit(HostThread& me) {
  while (hosts().holder != &me) {
    const timespec until = later(kPatienceAtExit, 0);
    const bool late = libc().pthread_cond_timedwait(&me.go, &hosts().lock, &until) == ETIMEDOUT;
    if (!late || hosts().holder) continue;
    std::erase(hosts().waiting, &me);
    hosts().holder = &me;
    return false;
  }
  return true;
}

/// Of the thread that has run last, where it stands; and the running one stands where it has stood.
void become_current(HostThread& me) {
  HostThread& before = *hosts().current;
  if (&before == &me) return;
  (before.is_callback() ? before.fiber.thread.position : hosts().position) = checker::current();
  hosts().current = &me;
  running = &me.fiber;
  if (!me.is_callback()) me.fiber.thread.position = hosts().position;
  enter(me.fiber);
}

}  // namespace

HostThread* host_here() {
  HostThread* const me = thread_here;
  return me && hosts().enabled && hosts().holder == me && running == &me->fiber ? me : nullptr;
}

HostThread* host_among_several() { return thread_here && hosts().several ? host_here() : nullptr; }

HostThread* known_host() { return hosts().enabled ? thread_here : nullptr; }

void must_be_known() {
  if (thread_here || !hosts().enabled) [[likely]]
    return;
  std::fprintf(stderr,
               "emulator: CUDA is called by a thread that the emulator does not know: one of "
               "OpenMP's in code that emucc has not compiled with g++, or one that was not made by "
               "pthread_create, std::thread or std::async\n");
  _exit(1);
}

bool has_baton() { return thread_here && hosts().holder == thread_here; }

void set_host_here(HostThread* thread) {
  thread_here = thread;
  if (thread) thread->kernel_id = gettid();
}

void take_baton(HostThread& me) {
  {
    const Locked locked;
    if (hosts().holder == nullptr && may_go_on(&me)) {
      hosts().holder = &me;
      hosts().is_stuck = false;
    } else {
      stand_in_line(me);
      await_in_line(me);
    }
  }
  become_current(me);
}

void give_baton(HostThread& me) {
  const Locked locked;
  hand_to(me.called_by ? std::exchange(me.called_by, nullptr) : next_holder());
}

void pass_baton(HostThread& me) {
  give_baton(me);
  take_baton(me);
}

bool wait_for_baton(HostThread& me, HostWait wait, bool is_stuck) {
  bool in_time = true;
  {
    const Locked locked;
    me.wait = wait;
    hosts().waiting.push_back(&me);
    hosts().is_stuck = is_stuck;
    hand_to(next_holder());
    if (hosts().is_closing)
      in_time = await_at_exit(me);
    else
      await(me);
    me.wait = {};
  }
  become_current(me);
  return in_time;
}

void call_thread(HostThread& me, HostThread& callee) {
  callee.called_by = &me;
  hosts().current = &callee;
  running = &callee.fiber;
  {
    const Locked locked;
    hand_to(&callee);
    await(me);
  }
  callee.fiber.thread.position = checker::current();
  hosts().current = &me;
}

void await_call(HostThread& me) {
  const Locked locked;
  await(me);
}

void reconsider_waiting(bool all) {
  if (hosts().waiting.empty()) return;
  const Locked locked;
  std::erase_if(hosts().waiting, [all](HostThread* thread) {
    if (!all && !thread->wait.done(thread->wait.context)) return false;
    hosts().line.push_back(thread);
    return true;
  });
  note_line();
}

void close_hosts() {
  const Locked locked;
  hosts().is_closing = true;
  note_line();
}

void see_other_hosts() {
  HostThread& me = *hosts().current;
  if (me.is_callback()) {
    if (!std::exchange(me.knows_host, true)) checker::join(checker::host_work());
    return;
  }
  for (checker::Work* const work : hosts().unseen_callbacks) checker::join(work);
  hosts().unseen_callbacks.clear();
}

bool others_may_help(bool device_polls) {
  const std::size_t others = device_polls ? hosts().alive - 1 - hosts().waiting.size() : 0;
  return hosts().called > 0 || (!hosts().is_closing && others > 0);
}

Apart::Apart(HostThread& me) : me_(me) {
  drive_device();
  give_baton(me);
}

Apart::~Apart() {
  const int error = errno;
  take_baton(me_);
  look_for_interrupt();
  me_.knows_host = false;
  see_other_hosts();
  errno = error;
}

}  // namespace emu

#include "device/hosts/callback.h"

#include <utility>

#include "checker/resume.h"
#include "device/grids/schedule.h"
#include "device/grids/work.h"
#include "device/hosts/baton.h"
#include "device/hosts/threads.h"
#include "device/state.h"

namespace emu {

namespace {

/// What comes after it in its streams sees what it has waited for.
void tell_what_comes_after(const HostThread& me) {
  if (!me.knows_host) return;
  for (const WorkRef& next : me.callback.operation->dependents)
    checker::work_after(next->order, checker::host_work());
}

/// It was called and waited: the scheduler has gone on, so it completes its operation itself.
void complete_alone(HostThread& me) {
  const Callback callback = std::exchange(me.callback, {});
  checker::block_ended(callback.block);
  checker::resume(state.hosts.position);
  if (state.sticky_error == cudaSuccess) callback.operation->finish();
  drive_device();
}

void call(HostThread& me) {
  Hosts& hosts = state.hosts;
  me.knows_host = false;
  call_here(me.callback);
  tell_what_comes_after(me);
  --hosts.called;
  --hosts.alive;
  if (me.called_by)
    me.has_returned = true;
  else
    complete_alone(me);
  hosts.callables.push_back(&me);
}

void* call_again_and_again(void* thread) {
  HostThread& me = *static_cast<HostThread*>(thread);
  const ThreadOfProcess in_this_process(me);
  for (;;) {
    await_call(me);
    call(me);
    give_baton(me);
  }
}

HostThread& callable() {
  Hosts& hosts = state.hosts;
  if (hosts.callables.empty()) return begin_thread_of_ours(&call_again_and_again);
  HostThread& thread = *hosts.callables.back();
  hosts.callables.pop_back();
  return thread;
}

}  // namespace

bool call_on_thread(const Callback& callback) {
  Hosts& hosts = state.hosts;
  HostThread& thread = callable();
  thread.callback = callback;
  thread.has_returned = false;
  ++hosts.called;
  ++hosts.alive;
  hosts.unseen_callbacks.push_back(callback.operation->order);
  call_thread(*hosts.current, thread);
  if (thread.has_returned) thread.callback = {};
  return thread.has_returned;
}

bool call_here(const Callback& callback) {
  bool& flag = state.hosts.current->in_host_function;
  flag = true;
  (*callback.perform)();
  flag = false;
  return true;
}

}  // namespace emu

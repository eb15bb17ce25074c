// Signal handlers. The parent believes the signal that ended the process; which array lies near the
// bad address only we can tell.
#include "runner/crashes.h"

#include <signal.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "runner/shared_memory.h"

namespace harness {
namespace {

constexpr int kCrashSignals[] = {SIGSEGV, SIGBUS};
struct sigaction emulators_action[NSIG];
alignas(16) std::byte signal_stack[32 * 1024];

void note_fault(int signal, std::uintptr_t address, std::uintptr_t stack) {
  Header* const page = header();
  if (page == nullptr) return;
  page->signal = signal;
  page->fault_address = address;
  const std::uintptr_t distance = address > stack ? address - stack : stack - address;
  page->stack_overflow = distance < 64 * 1024 ? 1 : 0;
  note_array_near(address);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  const auto stack = static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const auto stack = static_cast<std::uintptr_t>(machine->uc_mcontext.sp);
#endif
  note_fault(signal, reinterpret_cast<std::uintptr_t>(info->si_addr), stack);
  const struct sigaction& next = emulators_action[signal];
  if ((next.sa_flags & SA_SIGINFO) != 0) return next.sa_sigaction(signal, info, context);
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void on_refused_new() {
  if (Header* const page = header()) page->out_of_memory = 1;
  std::set_new_handler(nullptr);
}

}  // namespace

void watch_for_crashes() {
  stack_t stack{};
  stack.ss_sp = signal_stack;
  stack.ss_size = sizeof signal_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : kCrashSignals) sigaction(signal, &action, nullptr);
  std::set_new_handler(on_refused_new);
}

void look_at_crashes_first() {
  for (const int signal : kCrashSignals) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if ((action.sa_flags & SA_SIGINFO) == 0 || action.sa_sigaction == on_signal) continue;
    emulators_action[signal] = action;
    action.sa_sigaction = on_signal;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace harness

#include "device/border/interrupt.h"

#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>

#include "device/device.h"
#include "device/finish.h"
#include "device/grids/block.h"
#include "device/grids/schedule.h"
#include "device/hosts/baton.h"
#include "device/state.h"
#include "device/threads/waiting.h"

namespace emu {

namespace {

constexpr long kRepeat = 1'000'000;  // ns
// A process and its group may each be sent one signal of one Ctrl-C.
constexpr std::uint64_t kSameSignal = 100'000'000;  // ns
// Then a thread is interrupted that waits in a system call.
constexpr unsigned kPatience = 300;
// Until then a place with a line is looked for: on the way into a library there is none.
constexpr unsigned kPatienceForLine = 50;
constexpr int kRepeated = 0x454D55;  // what the timer sends with the signal

Interrupt& interrupt() { return state.finish.interrupt; }

std::uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

void end_by(int number) {
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

// ---- What is told -------------------------------------------------------------------------------

std::string grids() {
  const auto& launches = record.launches;
  const auto complete = std::ranges::count_if(launches, &report::Launch::finished);
  if (launches.empty()) return "before any grid was launched";
  return "when " + std::to_string(complete) + " of " + std::to_string(launches.size()) +
         (launches.size() == 1 ? " launched grid" : " launched grids") + " had ended";
}

std::string device_threads(const void* site) {
  const Thread& thread = running->thread;
  const std::vector<Waiters> all = waiting_threads(scheduler.spinning);
  if (site || all.empty())
    return name_of(thread) + " ran" + place(checker::source_line(site)) + meanwhile(all, thread);
  return words(all.front()) + meanwhile(all, *all.front().first);
}

std::string where_it_was(const void* site) {
  if (!running->is_hosts() && running->thread.block) return device_threads(site);
  const std::string line = place(checker::source_line(site));
  if (!line.empty()) return "the host ran" + line;
  return std::string("the host waited") +
         (scheduler.host_waits_in ? std::string(" in ") + scheduler.host_waits_in : "");
}

/// While it is told, a second signal ends the process.
void let_signal_come(int number) {
  syscall(SYS_timer_delete, interrupt().timer);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

[[noreturn]] void tell_of_interrupt(const void* site) {
  const int number = interrupt().signal;
  if (!interrupt().is_told.exchange(true)) {
    let_signal_come(number);
    const std::string name = number == SIGINT ? "Ctrl-C (SIGINT)" : "SIGTERM";
    finish_interrupted("emulator: ended by " + name + " " + grids() + "; " + where_it_was(site));
  }
  end_by(number);
  _exit(128 + number);
}

// ---- The handler --------------------------------------------------------------------------------

void send_again_and_again(int number) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = number;
  event.sigev_value.sival_int = kRepeated;
  int& timer = interrupt().timer;  // as the kernel has it; the C library's may allocate memory
  const itimerspec often{{0, kRepeat}, {0, kRepeat}};
  if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) != 0) return;
  syscall(SYS_timer_settime, timer, 0, &often, nullptr);
}

bool is_repeated(const siginfo_t& info) {
  return (info.si_code == SI_TIMER || info.si_code == SI_QUEUE) &&
         info.si_value.sival_int == kRepeated;
}

std::uintptr_t code_address(const void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
  return static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]);
}

bool is_programs(std::uintptr_t code) {
  return code >= interrupt().code_begin && code < interrupt().code_end;
}

/// Behind the instruction `syscall`.
bool waits_for_system(std::uintptr_t code) {
  return !is_programs(code) &&
         std::memcmp(reinterpret_cast<const void*>(code - 2), "\x0F\x05", 2) == 0;
}

void pass_to(const HostThread& holder, int number) {
  siginfo_t info{};
  info.si_signo = number;
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_value.sival_int = kRepeated;
  syscall(SYS_rt_tgsigqueueinfo, getpid(), holder.kernel_id, number, &info);
}

/// First, as far as the signal's handler knows.
void note(int number) {
  interrupt().came_at = now_ns();
  interrupt().repeats = 0;
  interrupt().signal = number;
  send_again_and_again(number);
}

void on_interrupt(int number, siginfo_t* info, void* context) {
  const int error = errno;
  const bool is_over = state.finish.is_telling && !interrupt().is_told;
  if (getpid() != state.finish.own_process || is_over) return end_by(number);
  if (interrupt().signal == 0)
    note(number);
  else if (!is_repeated(*info) && now_ns() - interrupt().came_at > kSameSignal)
    return end_by(number);
  if (interrupt().is_told) return;
  const std::uintptr_t code = code_address(context);
  const HostThread* const holder = state.hosts.holder;
  const bool is_mine = has_baton();
  const auto* const site = reinterpret_cast<const void*>(code + 1);
  const unsigned repeats = ++interrupt().repeats;
  if (is_mine && is_programs(code) &&
      (repeats > kPatienceForLine || checker::source_line(site).line != 0))
    tell_of_interrupt(site);
  if (repeats > kPatience && (is_mine || !holder) && waits_for_system(code))
    tell_of_interrupt(nullptr);
  if (!is_mine && holder) pass_to(*holder, number);
  errno = error;
}

/// The first module is the program.
int find_code(dl_phdr_info* module, std::size_t, void*) {
  for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
    const auto& part = module->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    interrupt().code_begin = module->dlpi_addr + part.p_vaddr;
    interrupt().code_end = interrupt().code_begin + part.p_memsz;
  }
  return 1;
}

}  // namespace

void look_for_interrupt() {
  if (interrupt().signal.load(std::memory_order_relaxed) != 0 && has_baton()) [[unlikely]]
    tell_of_interrupt(nullptr);
}

void catch_interrupts() {
  dl_iterate_phdr(find_code, nullptr);
  struct sigaction action {};
  action.sa_sigaction = &on_interrupt;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;  // what waits in a system call goes on: no SA_RESTART
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_DFL) sigaction(number, &action, nullptr);
  }
}

}  // namespace emu

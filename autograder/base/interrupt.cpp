// A signal's handler may only touch atomics and make system calls.
#include "base/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string_view>

namespace base {

namespace {

std::array<std::atomic<pid_t>, 256> processes{};
constexpr pid_t kNotStarted = -1;
std::atomic<pid_t> addressee{0};  // whom interrupts are for; 0: us
std::atomic<int> early{0};        // the signal that came before it was started
std::atomic<int> busy{0};
std::atomic<int> waiting{0};  // the signal that came while we were busy

[[noreturn]] void end(int signal) {
  for (const std::atomic<pid_t>& process : processes) {
    if (const pid_t pid = process.load()) kill(pid, SIGKILL);
  }
  constexpr std::string_view kSentence = "\ncourse: stopped; what you wrote is as you left it\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kSentence.data(), kSentence.size());
  _exit(128 + signal);
}

void on_signal(int signal, siginfo_t* info, void*) {
  const pid_t pid = addressee.load();
  const bool from_a_program = info->si_code <= 0;
  if (pid != 0 && signal != SIGHUP) {
    if (pid == kNotStarted) early = signal;
    if (pid != kNotStarted && from_a_program) kill(pid, signal);
    return;
  }
  waiting = signal;
  if (busy == 0) end(signal);
}

}  // namespace

void end_on_interrupts() {
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

NotNow::NotNow() { ++busy; }

NotNow::~NotNow() {
  if (--busy == 0 && waiting != 0) end(waiting);
}

InterruptsPassOn::InterruptsPassOn() {
  early = 0;
  addressee = kNotStarted;
}
InterruptsPassOn::~InterruptsPassOn() { addressee = 0; }

void InterruptsPassOn::go_to(pid_t process) {
  addressee = process;
  if (early != 0) kill(process, early);
}

EndsWithUs::EndsWithUs(pid_t process) : place_(0) {
  for (; place_ < processes.size(); ++place_) {
    pid_t free = 0;
    if (processes[place_].compare_exchange_strong(free, process)) return;
  }
}

EndsWithUs::~EndsWithUs() {
  if (place_ < processes.size()) processes[place_] = 0;
}

}  // namespace base

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

void on_signal(int signal) {
  waiting = signal;
  if (busy == 0) end(signal);
}

}  // namespace

void end_on_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

NotNow::NotNow() { ++busy; }

NotNow::~NotNow() {
  if (--busy == 0 && waiting != 0) end(waiting);
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

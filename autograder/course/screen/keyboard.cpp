// termios and signalfd.
#include "course/screen/keyboard.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace course {

namespace {

constexpr int kRead[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// How the terminal was. Signal handlers need it, so it belongs to no object.
termios at_first;
volatile sig_atomic_t is_taken = 0;

void restore() {
  if (is_taken != 0) tcsetattr(STDIN_FILENO, TCSADRAIN, &at_first);
  is_taken = 0;
}

void restore_and_crash(int signal) {
  restore();
  raise(signal);  // what it does by itself: the handler was for once
}

void restore_on_crashes() {
  struct sigaction action {};
  action.sa_handler = restore_and_crash;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  for (const int signal : kCrashes) sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Signals::Signals() {
  sigemptyset(&read_);
  for (const int signal : kRead) {
    if (!is_ignored(signal)) sigaddset(&read_, signal);  // nohup's wish counts
  }
  descriptor_ = signalfd(-1, &read_, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor_ < 0) throw std::runtime_error("signals cannot be read (signalfd)");
  pthread_sigmask(SIG_BLOCK, &read_, &before_);
}

Signals::~Signals() {
  close(descriptor_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> Signals::next() const {
  signalfd_siginfo info{};
  if (::read(descriptor_, &info, sizeof info) != sizeof info) return std::nullopt;
  return static_cast<int>(info.ssi_signo);
}

Signals::AsEver::AsEver(const Signals& signals) {
  pthread_sigmask(SIG_UNBLOCK, &signals.read_, &before_);
}

Signals::AsEver::~AsEver() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

Keyboard::Keyboard() {
  restore_on_crashes();
  take();
}

Keyboard::~Keyboard() { release(); }

void Keyboard::take() {
  if (is_taken != 0 || tcgetattr(STDIN_FILENO, &at_first) != 0) return;
  termios raw = at_first;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // Ctrl-C and Ctrl-Z stay signals
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  is_taken = 1;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

void Keyboard::release() { restore(); }

Pressed Keyboard::read() const {
  std::array<char, 16> buffer;
  const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  if (count <= 0) return {0, Key::kEnd};
  const std::string_view keys(buffer.data(), static_cast<std::size_t>(count));
  if (keys.starts_with("\033[A") || keys.starts_with("\033OA")) return {0, Key::kUp};
  if (keys.starts_with("\033[B") || keys.starts_with("\033OB")) return {0, Key::kDown};
  if (keys[0] == '\033') return {};
  return {keys.back(), Key::kNone};  // of several typed at once the last is meant
}

bool Keyboard::is_there() {
  return isatty(STDIN_FILENO) != 0 && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

}  // namespace course

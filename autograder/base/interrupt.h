// Ctrl-C at any moment: what we have started ends with us, no file is left half made, and one
// sentence says what happened.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace base {

/// From now on SIGINT, SIGTERM and SIGHUP end the program with that sentence and status 128 +
/// signal.
void end_on_interrupts();

/// While one lives an interrupt waits: for the few steps that belong together.
class NotNow {
 public:
  NotNow();
  ~NotNow();
  NotNow(const NotNow&) = delete;
  NotNow& operator=(const NotNow&) = delete;
};

/// While one lives SIGINT and SIGTERM are for a process that we start meanwhile, and do not end us:
/// we wait for its end. The terminal sends both of us what is typed; what is sent to us alone is
/// passed on.
class InterruptsPassOn {
 public:
  InterruptsPassOn();
  ~InterruptsPassOn();
  void go_to(pid_t process);
  InterruptsPassOn(const InterruptsPassOn&) = delete;
  InterruptsPassOn& operator=(const InterruptsPassOn&) = delete;
};

/// While one lives its process is killed when we are interrupted; −pid stands for a process group.
/// When there are more of them than we can count, those beyond are left to end by themselves.
class EndsWithUs {
 public:
  explicit EndsWithUs(pid_t process);
  ~EndsWithUs();
  EndsWithUs(const EndsWithUs&) = delete;
  EndsWithUs& operator=(const EndsWithUs&) = delete;

 private:
  std::size_t place_;
};

}  // namespace base

// Sets a timer whose signal arrives after the entry point has returned.
#include <signal.h>
#include <sys/time.h>

#include "../parts/does_nothing.cu"

void on_alarm(int) {}

[[gnu::constructor]] void set_timer() {
  signal(SIGALRM, on_alarm);
  const itimerval soon{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
}

// Starts threads until no more fit, and waits.
#include <pthread.h>
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void* wait_for_ever(void*) {
  while (true) pause();
}

void attack() {
  pthread_t thread;
  while (true) {
    if (pthread_create(&thread, nullptr, wait_for_ever, nullptr) != 0) usleep(1000);
  }
}

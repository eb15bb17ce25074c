// Has a thread-local variable of two gigabytes, which is allocated when a thread first uses it.
#include "../parts/solves_after_attack.cu"

thread_local char much[2UL << 30];
int volatile where = 5;
void attack() {
  for (unsigned long i = 0; i < sizeof much; i += 4096) much[i + where] = 1;
}

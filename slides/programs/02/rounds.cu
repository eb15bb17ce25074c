// Rounds of steps with something between two rounds, counted by one thread of the host.
#include <cuda_runtime.h>

#include <cstdio>

int count_serially(int threads, int rounds, int steps) {
  int counter = 0;
  for (int k = 0; k < threads; ++k)
    for (int round = 0; round < rounds; ++round) {
      for (int i = 0; i < steps; ++i) counter += 1;
      if (round + 1 < rounds) counter += 5;  // between two rounds
    }
  return counter;
}

int main() { printf("the counter ends at %d\n", count_serially(2, 3, 50)); }

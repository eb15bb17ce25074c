// Where the boards of a warp go: five tickets from 6 on, in a ring of four slots.
#include <cstdio>

// [ring]
__global__ void where(int first, int size) {
  const int ticket = first + threadIdx.x;
  const int slot = ticket % size, round = ticket / size;
  printf("ticket %2d: slot %d, written at %d, read at %d\n", ticket, slot, 2 * round,
         2 * round + 1);
}
// [ring]

int main() {
  where<<<1, 5>>>(6, 4);
  return cudaDeviceSynchronize();
}

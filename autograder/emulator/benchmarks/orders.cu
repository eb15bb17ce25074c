// A mistake that shows in one order of two pairs of events: a grid looks between two steps of
// another one. orders.py counts how many random schedules find it.
//
// orders GRIDS STEPS: so many grids, each in a stream of its own, and so many atomic operations
// between the two steps. Ends with 1 where the mistake shows.
#include <cstdlib>

__device__ int open_now, others, seen;

__global__ void opens_and_closes(int steps) {
  atomicExch(&open_now, 1);
  for (int i = 0; i < steps; ++i) atomicAdd(&others, 1);
  atomicExch(&open_now, 0);
}

__global__ void looks() { atomicMax(&seen, atomicAdd(&open_now, 0)); }

__global__ void does_something_else(int steps) {
  for (int i = 0; i < steps; ++i) atomicAdd(&others, 1);
}

int main(int, char** words) {
  const int grids = std::atoi(words[1]);
  const int steps = std::atoi(words[2]);
  for (int i = 0; i < grids; ++i) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (i == grids / 3)
      looks<<<1, 1, 0, stream>>>();
    else if (i == 2 * grids / 3)
      opens_and_closes<<<1, 1, 0, stream>>>(steps);
    else
      does_something_else<<<1, 1, 0, stream>>>(steps);
  }
  cudaDeviceSynchronize();
  int found = 0;
  cudaMemcpyFromSymbol(&found, seen, sizeof found);
  return found;
}

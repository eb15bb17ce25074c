// A ticket that is read plainly and drawn atomically afterwards: two threads may read the same one.
#include "../expect.h"

__device__ int next_ticket;

__global__ void draw(int* tickets) {
  const int ticket = next_ticket;
  atomicAdd(&next_ticket, 1);
  tickets[blockIdx.x * blockDim.x + threadIdx.x] = ticket;
}

int main() {
  int* tickets = nullptr;
  EXPECT_EQ(cudaMalloc(&tickets, 64 * sizeof(int)), 0);
  draw<<<2, 32>>>(tickets);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaFree(tickets), 0);
  return failures();
}

// A thread launches and ends, and main reads what the kernel writes: to have joined the thread is
// not to have waited for its work.
#include "host_threads.h"

int main() {
  int* data;
  EXPECT_EQ(cudaMallocManaged(&data, 32 * sizeof *data), cudaSuccess);
  std::thread([data] { fill<<<1, 32>>>(data, 32, 1); }).join();
  std::printf("%d\n", data[3]);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  return failures();
}

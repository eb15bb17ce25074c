// One thread of OpenMP per device, as programs for several GPUs have it: the current device and the
// last error belong to the thread, in later regions, too, and in regions within regions.
#include <omp.h>

#include "host_threads.h"

int main() {
  int devices = 0;
  EXPECT_EQ(cudaGetDeviceCount(&devices), cudaSuccess);
  const int threads = devices < 2 ? 2 : devices;
  int sum = 0;
#pragma omp parallel num_threads(threads)
  {
    const int mine = omp_get_thread_num() % devices;
    EXPECT_EQ(cudaSetDevice(mine), cudaSuccess);
    if (omp_get_thread_num() == 1) EXPECT_EQ(cudaMalloc(nullptr, 4), cudaErrorInvalidValue);
  }
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  {
    int device = -1;
    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
    EXPECT_EQ(device, omp_get_thread_num() % devices);
    EXPECT_EQ(cudaGetLastError(), omp_get_thread_num() == 1 ? cudaErrorInvalidValue : cudaSuccess);
    int* data;
    EXPECT_EQ(cudaMalloc(&data, sizeof(int)), cudaSuccess);
    fill<<<1, 32>>>(data, 1, device + 1);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    sum += value_of(data);
    EXPECT_EQ(cudaFree(data), cudaSuccess);
  }
  int expected = 0;
  for (int i = 0; i < threads; ++i) expected += i % devices + 1;
  EXPECT_EQ(sum, expected);

  // A thread that begins has device 0.
  omp_set_max_active_levels(2);
  int inner = 0;
#pragma omp parallel num_threads(2)
  {
    EXPECT_EQ(cudaSetDevice(devices - 1), cudaSuccess);
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      int device = -1;
      EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
      EXPECT_EQ(device, omp_get_thread_num() == 0 ? devices - 1 : 0);
#pragma omp atomic
      inner += 10 * outer + omp_get_thread_num();
    }
  }
  EXPECT_EQ(inner, 2 * 10 + 2 * 1);
  return failures();
}

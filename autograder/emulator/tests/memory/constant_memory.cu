// Constant memory is one view for all grids, children included, and its address may be passed on
// (G4, M10). The host may change it while no grid that reads it is alive, device code never (M7).
#include "../modes.h"

__constant__ int table[4] = {1, 2, 3, 4};
__device__ int sum;

__global__ void reads(const int* p) { atomicAdd(&sum, p[3] * 10 + table[3]); }

__global__ void parent() {
  reads<<<1, 1>>>(&table[0]);
  if (cudaGetLastError() != cudaSuccess) sum = -1000;
}

__global__ void writes(int* p) { *p = 5; }

__global__ void casts_the_const_away() { *const_cast<int*>(&table[0]) = 5; }

__global__ void reads_late() {
  for (int i = 0; i < 100; ++i) __nanosleep(1000);
  atomicAdd(&sum, table[0]);
}

int sum_now() {
  int value = 0;
  cudaMemcpyFromSymbol(&value, sum, sizeof value);
  return value;
}

void read() {
  parent<<<1, 1>>>();
  EXPECT_EQ(sum_now(), 44);
  const int changed[4] = {5, 6, 7, 8};
  EXPECT_EQ(cudaMemcpyToSymbol(table, changed, sizeof changed), 0);
  parent<<<1, 1>>>();
  EXPECT_EQ(sum_now(), 44 + 88);
}

void written_by_a_kernel() {
  casts_the_const_away<<<1, 1>>>();
  cudaDeviceSynchronize();
}

void written_through_its_address() {
  void* address;
  cudaGetSymbolAddress(&address, table);
  writes<<<1, 1>>>(static_cast<int*>(address));
  cudaDeviceSynchronize();
}

void written_while_read() {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  const int changed[4] = {5, 6, 7, 8};
  reads_late<<<1, 1, 0, a>>>();
  cudaMemcpyToSymbolAsync(table, changed, sizeof changed, 0, cudaMemcpyHostToDevice, b);
  cudaDeviceSynchronize();
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"read", read},
                   {"written_by_a_kernel", written_by_a_kernel},
                   {"written_through_its_address", written_through_its_address},
                   {"written_while_read", written_while_read}});
}

// Heap memory that is freed while a child may still use it (H5): by the parent behind the launch,
// by a grid that does not wait for the child, by one block of the child for all. Whether the child
// came first by luck or not, it is found.
#include "../modes.h"

constexpr int kInts = 1000, kBlock = 256;
constexpr int kBlocks = (kInts + kBlock - 1) / kBlock;

__device__ int sum;

__global__ void add_up(const int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kInts) atomicAdd(&sum, data[i]);
}

__global__ void add_up_and_free(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kInts) atomicAdd(&sum, data[i]);
  __syncthreads();
  if (i == 0) free(data);
}

__global__ void give_back(int* data) { free(data); }

__device__ int* filled() {
  int* data = static_cast<int*>(malloc(sizeof(int) * kInts));
  for (int i = 0; i < kInts; ++i) data[i] = 1;
  return data;
}

__global__ void free_in_parent() {
  int* data = filled();
  add_up<<<kBlocks, kBlock>>>(data);
  free(data);
}

__global__ void free_in_other_stream() {
  int* data = filled();
  add_up<<<kBlocks, kBlock>>>(data);
  give_back<<<1, 1, 0, cudaStreamFireAndForget>>>(data);
}

__global__ void free_in_first_block() { add_up_and_free<<<kBlocks, kBlock>>>(filled()); }

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"parent", [] { free_in_parent<<<1, 1>>>(); }},
                   {"other_stream", [] { free_in_other_stream<<<1, 1>>>(); }},
                   {"first_block", [] { free_in_first_block<<<1, 1>>>(); }}});
}

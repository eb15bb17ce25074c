// What is written behind the end of memory by code that no hook sees is found when the memory is
// freed, or when the program ends: where a function returns a struct, the caller's place for it is
// written without one. Says its kind's name, and must be found to have gone too far.
#include <cuda_runtime.h>

#include <cstring>

struct Number {
  int value;
};

__host__ __device__ __attribute__((noinline)) Number operator+(Number a, int b) {
  return {a.value + b};
}

__global__ void add(Number* out, int i) { out[i] = out[0] + 1; }

__global__ void add_on_the_heap(int i) {
  auto* own = static_cast<Number*>(malloc(6 * sizeof(Number)));
  own[0] = Number{1};
  own[i] = own[0] + 1;
  free(own);
}

Number* numbers(const char* kind) {
  Number* made = nullptr;
  if (std::strcmp(kind, "managed") == 0)
    cudaMallocManaged(&made, 6 * sizeof(Number));
  else if (std::strcmp(kind, "pinned") == 0)
    cudaMallocHost(&made, 6 * sizeof(Number));
  else
    cudaMalloc(&made, 6 * sizeof(Number));
  return made;
}

int main(int, char** arguments) {
  const char* const kind = arguments[1];
  Number* const data = numbers(kind);
  cudaMemset(data, 0, 6 * sizeof(Number));
  cudaDeviceSynchronize();
  if (std::strcmp(kind, "heap") == 0)
    add_on_the_heap<<<1, 1>>>(6);
  else
    add<<<1, 1>>>(data, 7);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  if (std::strcmp(kind, "freed") == 0) return cudaFree(data);
  return 0;
}

// All threads draw from one state without taking turns: a data race.
#include <curand_kernel.h>

__global__ void start(curandState* state) { curand_init(1, 0, 0, state); }

__global__ void draw(curandState* state, float* numbers) {
  numbers[threadIdx.x] = curand_uniform(state);
}

int main() {
  curandState* state;
  float* numbers;
  cudaMalloc(&state, sizeof *state);
  cudaMalloc(&numbers, 64 * sizeof *numbers);
  start<<<1, 1>>>(state);
  draw<<<1, 64>>>(state, numbers);
  cudaDeviceSynchronize();
  cudaFree(numbers);
  cudaFree(state);
  return 0;
}

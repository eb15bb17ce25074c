// The run behind the picture in README.md: what the streams of device code do to the order of grids.
//
// One grid of two threads launches two tiles into the NULL stream (one after the other), two filters
// into streams of their own (side by side), a preview that waits for nothing, and a tail that puts
// everything together. Each kernel sleeps for as long as such work might take.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int failed_launches;

__device__ void count_failure() {
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&failed_launches, 1);
}

__device__ void work_for(unsigned microseconds) { __nanosleep(1000 * microseconds); }

__global__ void merge_rows() { work_for(9); }

__global__ void tile(unsigned microseconds) {
  work_for(microseconds / 2);
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    merge_rows<<<1, 32>>>();
    count_failure();
  }
  work_for(microseconds - microseconds / 2);
}

__global__ void blur() { work_for(34); }
__global__ void sharpen() { work_for(21); }
__global__ void preview() { work_for(58); }
__global__ void compose() { work_for(14); }

__global__ void render() {
  if (threadIdx.x == 0) {
    compose<<<4, 64, 0, cudaStreamTailLaunch>>>();  // runs last, although launched first
    count_failure();
    tile<<<2, 64>>>(12);
    count_failure();
    tile<<<2, 64>>>(16);
    count_failure();
  } else {
    cudaStream_t one, other;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    blur<<<2, 64, 0, one>>>();
    count_failure();
    sharpen<<<2, 64, 0, other>>>();
    count_failure();
    preview<<<1, 64, 0, cudaStreamFireAndForget>>>();
    count_failure();
    cudaStreamDestroy(one);  // the work in it still runs (S8)
    cudaStreamDestroy(other);
  }
  work_for(8);
}

int main() {
  render<<<1, 2>>>();
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  int failed = 0;
  if (error == cudaSuccess) error = cudaMemcpyFromSymbol(&failed, failed_launches, sizeof(failed));
  if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error != cudaSuccess || failed != 0;
}

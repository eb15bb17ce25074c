// Chunks of an array go through copy, kernel and copy in four streams, timed with events; breadth
// first and depth first, with pinned memory and priorities.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

inline cudaError_t checkCuda(cudaError_t result) {
  if (result != cudaSuccess) {
    fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
    std::abort();
  }
  return result;
}

__global__ void kernel(float* a, int offset) {
  int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  float x = (float)i;
  float s = sinf(x);
  float c = cosf(x);
  a[i] = a[i] + sqrtf(s * s + c * c);
}

float max_error(const float* a, int n) {
  float most = 0;
  for (int i = 0; i < n; i++) most = std::max(most, std::fabs(a[i] - 1.0f));
  return most;
}

int main(int argc, char** argv) {
  const int block_size = 128, streams = 4;
  const int n = 2 * block_size * streams;
  const int stream_size = n / streams;
  const int stream_bytes = stream_size * sizeof(float);
  const int bytes = n * sizeof(float);

  int dev_id = 0;
  if (argc > 1) dev_id = atoi(argv[1]);
  cudaDeviceProp prop;
  checkCuda(cudaGetDeviceProperties(&prop, dev_id));
  printf("Device : %s\n", prop.name);
  checkCuda(cudaSetDevice(dev_id));

  float *a, *d_a;
  checkCuda(cudaMallocHost((void**)&a, bytes));
  checkCuda(cudaMalloc((void**)&d_a, bytes));

  float ms;
  cudaEvent_t start_event, stop_event, dummy_event;
  cudaStream_t stream[streams];
  checkCuda(cudaEventCreate(&start_event));
  checkCuda(cudaEventCreate(&stop_event));
  checkCuda(cudaEventCreate(&dummy_event));
  int least, greatest;
  checkCuda(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  for (int i = 0; i < streams; ++i)
    checkCuda(cudaStreamCreateWithPriority(&stream[i], cudaStreamNonBlocking, i % 2 ? least : greatest));

  bool ok = true;
  std::fill(a, a + n, 0.0f);
  checkCuda(cudaEventRecord(start_event, 0));
  checkCuda(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  kernel<<<n / block_size, block_size>>>(d_a, 0);
  checkCuda(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost));
  checkCuda(cudaEventRecord(stop_event, 0));
  checkCuda(cudaEventSynchronize(stop_event));
  checkCuda(cudaEventElapsedTime(&ms, start_event, stop_event));
  printf("sequential: max error %e\n", max_error(a, n));
  ok &= ms > 0 && max_error(a, n) < 1e-6f;

  std::fill(a, a + n, 0.0f);
  for (int i = 0; i < streams; ++i) {
    int offset = i * stream_size;
    checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], stream_bytes, cudaMemcpyHostToDevice, stream[i]));
    kernel<<<stream_size / block_size, block_size, 0, stream[i]>>>(d_a, offset);
    checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], stream_bytes, cudaMemcpyDeviceToHost, stream[i]));
  }
  for (int i = 0; i < streams; ++i) checkCuda(cudaStreamSynchronize(stream[i]));
  printf("depth first: max error %e\n", max_error(a, n));
  ok &= max_error(a, n) < 1e-6f;

  std::fill(a, a + n, 0.0f);
  checkCuda(cudaEventRecord(start_event, stream[0]));
  for (int i = 0; i < streams; ++i)
    checkCuda(cudaMemcpyAsync(&d_a[i * stream_size], &a[i * stream_size], stream_bytes,
                              cudaMemcpyHostToDevice, stream[i]));
  for (int i = 0; i < streams; ++i)
    kernel<<<stream_size / block_size, block_size, 0, stream[i]>>>(d_a, i * stream_size);
  for (int i = 0; i < streams; ++i)
    checkCuda(cudaMemcpyAsync(&a[i * stream_size], &d_a[i * stream_size], stream_bytes,
                              cudaMemcpyDeviceToHost, stream[i]));
  for (int i = 1; i < streams; ++i) {
    checkCuda(cudaEventRecord(dummy_event, stream[i]));
    checkCuda(cudaStreamWaitEvent(stream[0], dummy_event, 0));
  }
  checkCuda(cudaEventRecord(stop_event, stream[0]));
  cudaError_t status;
  while ((status = cudaEventQuery(stop_event)) == cudaErrorNotReady) {
  }
  checkCuda(status);
  checkCuda(cudaEventElapsedTime(&ms, start_event, stop_event));
  printf("breadth first: max error %e\n", max_error(a, n));
  ok &= ms > 0 && max_error(a, n) < 1e-6f;

  checkCuda(cudaEventDestroy(start_event));
  checkCuda(cudaEventDestroy(stop_event));
  checkCuda(cudaEventDestroy(dummy_event));
  for (int i = 0; i < streams; ++i) checkCuda(cudaStreamDestroy(stream[i]));
  checkCuda(cudaFree(d_a));
  checkCuda(cudaFreeHost(a));
  checkCuda(cudaDeviceReset());
  puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

// Computes the result in a host function. In its stream, that function comes after a grid that waits for a
// flag of the host. The grid that reads the result is launched before the flag is set, in the hope that
// shared memory is examined only at the launch.
#include "../parts/copies_to_fill.cu"

struct Late {
  unsigned* to;
  int n;
};

void write_late(void* late) {
  const Late* const what = static_cast<Late*>(late);
  for (int i = 0; i < what->n; ++i) what->to[i] = 2 * i;
}

#include <atomic>

__global__ void gate(unsigned* flag) {
  while (atomicAdd_system(flag, 0u) == 0) __nanosleep(1000);
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  unsigned *mapped = nullptr, *flag = nullptr;
  cudaStream_t late_ones, stream;
  cudaEvent_t written;
  TRY(clear_error());
  TRY(cudaMallocHost(&mapped, sizeof(int) * n));
  TRY(cudaMallocHost(&flag, sizeof(int)));
  TRY(cudaMemset(mapped, 0, sizeof(int) * n));
  TRY(cudaMemset(flag, 0, sizeof(int)));
  TRY(cudaDeviceSynchronize());
  TRY(to.allocate(n));
  TRY(cudaStreamCreateWithFlags(&late_ones, cudaStreamNonBlocking));
  TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  TRY(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
  Late late{mapped, n};
  gate<<<1, 1, 0, late_ones>>>(flag);
  const cudaError_t first = cudaGetLastError();
  TRY(cudaLaunchHostFunc(late_ones, &write_late, &late));
  TRY(cudaEventRecord(written, late_ones));
  TRY(cudaStreamWaitEvent(stream, written, 0));
  fill<<<1, kBlock, 0, stream>>>(to.data, mapped, n);
  const cudaError_t second = cudaGetLastError();
  std::atomic_ref<unsigned>(*flag).store(1);
  TRY(cudaStreamSynchronize(stream));
  TRY(cudaEventDestroy(written));
  TRY(cudaStreamDestroy(stream));
  TRY(cudaStreamDestroy(late_ones));
  TRY(to.copy_to(result, n));
  TRY(cudaFreeHost(mapped));
  TRY(cudaFreeHost(flag));
  TRY(first);
  TRY(second);
  return read_error();
}

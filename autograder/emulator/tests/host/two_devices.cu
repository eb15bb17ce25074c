// Two devices: peer access and its codes, copies without it, streams and events of the other device
// (h200-facts 2).
#include "../expect.h"

__device__ int ran_on = -1;

__global__ void where(int* device) { cudaGetDevice(device); }
__global__ void set(int* p, int value) { *p = value; }
__global__ void child_sets(int* p, int value) { set<<<1, 1>>>(p, value); }

void peers() {
  int can = 0;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), 0);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 1, 0), 0);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 0), 0);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(cudaSetDevice(1), 0);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), 0);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), 704);
  EXPECT_EQ(cudaGetLastError(), 704);
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), 217);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(9, 0), 101);
  EXPECT_EQ(cudaSetDevice(99), 101);
  EXPECT_EQ(cudaSetDevice(-1), 101);
}

void access_with_peer(int* of_0) {
  int value = 0;
  cudaSetDevice(1);
  set<<<1, 1>>>(of_0, 41);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaMemcpy(&value, of_0, 4, cudaMemcpyDefault), 0);
  EXPECT_EQ(value, 41);
  child_sets<<<1, 1>>>(of_0, 42);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaMemcpy(&value, of_0, 4, cudaMemcpyDefault), 0);
  EXPECT_EQ(value, 42);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(0), 0);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(0), 705);
}

void copies(int* of_0, int* of_1) {
  int value = 7, result = 0;
  cudaSetDevice(0);
  EXPECT_EQ(cudaMemcpy(of_0, &value, 4, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpyPeer(of_1, 1, of_0, 0, 4), 0);
  EXPECT_EQ(cudaMemcpy(&result, of_1, 4, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(result, 7);
  value = 8;
  EXPECT_EQ(cudaMemcpy(of_1, &value, 4, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy(of_0, of_1, 4, cudaMemcpyDefault), 0);
  EXPECT_EQ(cudaMemcpy(&result, of_0, 4, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(result, 8);
  EXPECT_EQ(cudaMemcpyPeerAsync(of_0, 0, of_1, 9, 4), 101);
}

/// The current device's copy.
void* ran_here() {
  void* address = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&address, ran_on), 0);
  return address;
}

void streams_and_events() {
  cudaStream_t s0, s1;
  cudaEvent_t e0, e1;
  float ms = 0;
  int *device, result = -1;
  cudaGetLastError();
  cudaSetDevice(0);
  cudaStreamCreate(&s0);
  cudaEventCreate(&e0);
  cudaSetDevice(1);
  cudaStreamCreate(&s1);
  cudaEventCreate(&e1);
  cudaMallocHost(&device, sizeof(int));
  where<<<1, 1, 0, s0>>>(device);  // device 1 is current: runs on the stream's device
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(cudaStreamSynchronize(s0), 0);
  result = *device;
  EXPECT_EQ(result, 0);
  EXPECT_EQ(cudaMemcpyAsync(device, ran_here(), sizeof(int), cudaMemcpyDefault, s0), 0);
  EXPECT_EQ(cudaStreamSynchronize(s0), 0);
  EXPECT_EQ(cudaEventRecord(e0, s1), 400);
  EXPECT_EQ(cudaEventRecord(e0, s0), 0);
  EXPECT_EQ(cudaEventRecord(e1, s1), 0);
  EXPECT_EQ(cudaStreamWaitEvent(s1, e0, 0), 0);
  EXPECT_EQ(cudaEventSynchronize(e0), 0);
  EXPECT_EQ(cudaEventSynchronize(e1), 0);
  EXPECT_EQ(cudaEventQuery(e0), 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, e0, e1), 400);
  cudaFreeHost(device);
  cudaEventDestroy(e0);
  cudaEventDestroy(e1);
  cudaStreamDestroy(s0);
  cudaStreamDestroy(s1);
}

/// A __device__ variable has its own copy on each device.
void variables() {
  int zero = 100, one = 101, result = 0;
  cudaSetDevice(0);
  EXPECT_EQ(cudaMemcpyToSymbol(ran_on, &zero, 4), 0);
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemcpyToSymbol(ran_on, &one, 4), 0);
  cudaSetDevice(0);
  EXPECT_EQ(cudaMemcpyFromSymbol(&result, ran_on, 4), 0);
  EXPECT_EQ(result, 100);
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemcpyFromSymbol(&result, ran_on, 4), 0);
  EXPECT_EQ(result, 101);
}

int main() {
  int count = 0;
  EXPECT_EQ(cudaGetDeviceCount(&count), 0);
  if (count < 2) return std::printf("needs two devices\n"), 0;
  int *of_0, *of_1;
  cudaSetDevice(0);
  cudaMalloc(&of_0, 4);
  cudaSetDevice(1);
  cudaMalloc(&of_1, 4);
  cudaPointerAttributes a;
  EXPECT_EQ(cudaPointerGetAttributes(&a, of_1), 0);
  EXPECT_EQ(a.device, 1);
  EXPECT_EQ(a.type, cudaMemoryTypeDevice);
  EXPECT_EQ(cudaPointerGetAttributes(&a, of_0), 0);
  EXPECT_EQ(a.device, 0);
  EXPECT_EQ(cudaPointerGetAttributes(&a, &count), 0);
  EXPECT_EQ(a.device, -2);
  EXPECT_EQ(a.type, cudaMemoryTypeUnregistered);
  peers();
  access_with_peer(of_0);
  copies(of_0, of_1);
  streams_and_events();
  variables();
  cudaFree(of_0);
  cudaFree(of_1);
  return failures();
}

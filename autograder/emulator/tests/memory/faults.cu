// What kills a child kills the process's context (R5): the host reads the fault's code when it waits,
// the parent's last error stays 0, and every later call fails with the code, too.
#include <cassert>
#include <cstring>

#include "../expect.h"

enum Fault { kLocal, kShared, kBadAddress, kTrap, kAssert, kHostEvent };

__global__ void child(Fault fault, int* pointer, cudaEvent_t hosts) {
  if (fault == kHostEvent) cudaEventRecord(hosts, nullptr);
  if (fault == kTrap) __trap();
  if (fault == kAssert) assert(pointer != nullptr);
  *pointer = 1;
}

__global__ void parent(Fault fault, int* parents_error, cudaEvent_t hosts) {
  int local = 0;
  __shared__ int shared;
  int* pointer = nullptr;
  if (fault == kLocal) pointer = &local;
  if (fault == kShared) pointer = &shared;
  if (fault == kBadAddress) pointer = reinterpret_cast<int*>(0x10);
  child<<<1, 1>>>(fault, pointer, hosts);
  *parents_error = cudaGetLastError();
}

int run(Fault fault) {
  int* parents_error;
  EXPECT_EQ(cudaMallocHost(&parents_error, sizeof(int)), 0);
  *parents_error = -1;
  cudaEvent_t hosts;
  cudaEventCreateWithFlags(&hosts, cudaEventDisableTiming);
  parent<<<1, 1>>>(fault, parents_error, hosts);
  EXPECT_EQ(cudaGetLastError(), 0);
  const int code = cudaDeviceSynchronize();
  EXPECT(*parents_error <= 0);  // -1: the child ran at once and took the parent with it
  void* memory;
  EXPECT_EQ(cudaMalloc(&memory, 4), code);
  EXPECT_EQ(cudaDeviceSynchronize(), code);
  return code;
}

int main(int count, char** arguments) {
  const char* names[] = {"local", "shared", "bad_address", "trap", "assert", "host_event"};
  const int codes[] = {cudaErrorInvalidAddressSpace, cudaErrorInvalidAddressSpace,
                       cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorAssert,
                       cudaErrorIllegalAddress};
  if (count != 2) return 2;
  for (int i = 0; i < 6; ++i)
    if (std::strcmp(names[i], arguments[1]) == 0) {
      EXPECT_EQ(run(static_cast<Fault>(i)), codes[i]);
      return failures();
    }
  return 2;
}

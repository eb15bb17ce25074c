// What the event functions answer in device code (E2, E4, E5).
#include "../codes.h"

__global__ void calls(cudaStream_t hosts) {
  cudaEvent_t e, f;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  CODE(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), 0);
  CODE(cudaEventCreateWithFlags(&f, 0), 1);
  CODE(cudaEventCreateWithFlags(&f, cudaEventBlockingSync), 1);
  CODE(cudaEventCreateWithFlags(&f, cudaEventBlockingSync | cudaEventDisableTiming), 0);
  CODE(cudaEventCreateWithFlags(&f, cudaEventInterprocess | cudaEventDisableTiming), 1);
  CODE(cudaStreamWaitEvent(s, e, 0), 0);  // never recorded
  CODE(cudaEventRecord(e, nullptr), 0);
  CODE(cudaEventRecord(e, cudaStreamPerThread), 0);
  CODE(cudaEventRecord(e, cudaStreamLegacy), 0);
  CODE(cudaEventRecord(e, s), 0);
  CODE(cudaEventRecord(e, cudaStreamTailLaunch), 1);
  CODE(cudaEventRecord(e, cudaStreamFireAndForget), 1);
  CODE(cudaStreamWaitEvent(cudaStreamTailLaunch, e, 0), 1);
  CODE(cudaStreamWaitEvent(cudaStreamFireAndForget, e, 0), 1);
  CODE(cudaStreamWaitEvent(s, e, 0), 0);
  CODE(cudaEventRecord(e, hosts), 1);
  CODE(cudaStreamWaitEvent(hosts, e, 0), 1);
  CODE(cudaEventRecord(nullptr, s), 1);
  CODE(cudaStreamWaitEvent(s, nullptr, 0), 1);
  CODE(cudaEventDestroy(nullptr), 1);
  CODE(cudaEventDestroy(e), 0);
  CODE(cudaEventDestroy(f), 0);
  CODE(cudaStreamDestroy(s), 0);
}

/// Twice the pending launch count, and no more until the grid is complete (L4).
__global__ void slots() {
  cudaEvent_t e;
  int made = 0;
  while (made < 10000 && cudaEventCreateWithFlags(&e, cudaEventDisableTiming) == cudaSuccess)
    ++made;
  note_code(__LINE__, cudaGetLastError(), 2);
  noted[noted_count - 1].last = 2;
  CODE(static_cast<cudaError_t>(made), 4096);
  noted[noted_count - 1].last = 4096;
}

int main() {
  cudaStream_t hosts;
  cudaStreamCreate(&hosts);
  calls<<<1, 1>>>(hosts);
  expect_codes(23);
  slots<<<1, 1>>>();
  slots<<<1, 1>>>();  // the first grid's slots are free again
  expect_codes(27);
  cudaStreamDestroy(hosts);
  return failures();
}

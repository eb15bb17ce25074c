// Flags and streams that device code may not use, each found by its own words: a stream without
// cudaStreamNonBlocking (S4), an event with timing (E2), an event in a stream that takes none (E4).
#include <cstring>

#include "../expect.h"

enum class What { kStream, kEvent, kRecord };

__global__ void misuse(What what) {
  cudaStream_t stream;
  cudaEvent_t event;
  if (what == What::kStream) cudaStreamCreateWithFlags(&stream, 0);
  if (what == What::kEvent) cudaEventCreateWithFlags(&event, 0);
  if (what != What::kRecord) return;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, cudaStreamTailLaunch);
}

int main(int, char** argv) {
  const What what = std::strcmp(argv[1], "stream") == 0  ? What::kStream
                    : std::strcmp(argv[1], "event") == 0 ? What::kEvent
                                                         : What::kRecord;
  misuse<<<1, 1>>>(what);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  return failures();
}

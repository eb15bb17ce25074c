// What events of two devices cannot do, each found by its own words: be recorded in the other
// device's stream (E9), have a time between them (E10). Both calls answer 400 and change nothing.
#include <cstring>

#include "../expect.h"

struct OfDevice {
  cudaStream_t stream;
  cudaEvent_t event;

  explicit OfDevice(int device) {
    cudaSetDevice(device);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
  }
};

int main(int, char** argv) {
  int count = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) return std::printf("needs two devices\n"), 0;
  const OfDevice first(0), second(1);
  EXPECT_EQ(cudaEventRecord(first.event, first.stream), 0);
  EXPECT_EQ(cudaEventRecord(second.event, second.stream), 0);
  EXPECT_EQ(cudaEventSynchronize(first.event), 0);
  EXPECT_EQ(cudaEventSynchronize(second.event), 0);
  float ms = 7;
  if (std::strcmp(argv[1], "record") == 0) {
    EXPECT_EQ(cudaEventRecord(first.event, second.stream), 400);
  } else {
    EXPECT_EQ(cudaEventElapsedTime(&ms, first.event, second.event), 400);
  }
  EXPECT(ms == 7);
  return failures();
}

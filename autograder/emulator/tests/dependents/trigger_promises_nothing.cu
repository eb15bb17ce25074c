// Q2: a writer that triggers before it writes, and a reader that does not wait. An H200 read the old
// value, 0. What is read here is printed: it depends on the schedule.
#include "early.h"

__global__ void writer(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time();
  *data = 7;
}

__global__ void reader(const int* data, int* out) { *out = *data; }

int main() {
  int *data = zeros(1), *out = zeros(1);
  writer<<<1, 1>>>(data);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, 1).get(), reader, data, out), cudaSuccess);
  const int seen = values(out, 1)[0];
  std::printf("the reader saw %d\n", seen);
  EXPECT(seen == 0 || seen == 7);
  EXPECT_EQ(values(data, 1)[0], 7);
  return failures();
}

// Q3: the wait is for what is ahead in the grid's own stream. Another stream needs an event, as ever.
#include "../modes.h"
#include "early.h"

constexpr int kThreads = 64, kRounds = 3;

__global__ void produce(int* data, int value) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(10);
  data[threadIdx.x] = value;
}

__global__ void add(const int* data, int* sum) {
  cudaGridDependencySynchronize();
  sum[threadIdx.x] += data[threadIdx.x];
}

struct Pipeline {
  int *data = zeros(kThreads), *sum = zeros(kThreads);
  cudaStream_t stream;

  Pipeline() {
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  }
  ~Pipeline() { EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess); }
};

/// Two pipelines do not meet. Here each producer is a plain grid.
void apart() {
  Pipeline one, other;
  for (int round = 1; round <= kRounds; ++round)
    for (Pipeline* each : {&one, &other}) {
      produce<<<1, kThreads, 0, each->stream>>>(each->data, each == &one ? round : 10 * round);
      EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, each->stream).get(), add, each->data,
                                   each->sum),
                cudaSuccess);
    }
  EXPECT(values(one.sum, kThreads) == std::vector<int>(kThreads, 6));
  EXPECT(values(other.sum, kThreads) == std::vector<int>(kThreads, 60));
}

int* read_the_other(bool event) {
  auto &one = *new Pipeline, &other = *new Pipeline;  // until the end
  produce<<<1, kThreads, 0, one.stream>>>(one.data, 8);
  produce<<<1, kThreads, 0, other.stream>>>(other.data, 9);
  cudaEvent_t done;
  EXPECT_EQ(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(done, other.stream), cudaSuccess);
  if (event) {
    EXPECT_EQ(cudaStreamWaitEvent(one.stream, done, 0), cudaSuccess);
  }
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, one.stream).get(), add, other.data, one.sum),
            cudaSuccess);
  return one.sum;
}

void with_event() { EXPECT(values(read_the_other(true), kThreads) == std::vector<int>(kThreads, 9)); }
void without_event() { values(read_the_other(false), kThreads); }

int main(int count, char** arguments) {
  return run_mode(
      count, arguments,
      {{"apart", apart}, {"with_event", with_event}, {"without_event", without_event}});
}

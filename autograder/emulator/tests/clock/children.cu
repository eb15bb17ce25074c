// How long the children of one grid keep the device, by the stream that they go to: milliseconds
// for all of them. A child does nothing for 200 or 500 µs.
#include "table.h"

enum Into { kNull, kNamed, kFireAndForget, kPerThread, kTail };

__device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__global__ void child(unsigned microseconds) {
  const unsigned long long begin = nanoseconds();
  while (nanoseconds() - begin < 1000ull * microseconds) __nanosleep(1000);
}

__device__ int lost;

__global__ void parent(Into into, unsigned microseconds) {
  if (into == kNull) child<<<1, 1>>>(microseconds);
  if (into == kFireAndForget) child<<<1, 1, 0, cudaStreamFireAndForget>>>(microseconds);
  if (into == kPerThread) child<<<1, 1, 0, cudaStreamPerThread>>>(microseconds);
  if (into == kTail) child<<<1, 1, 0, cudaStreamTailLaunch>>>(microseconds);
  if (into == kNamed) {
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    child<<<1, 1, 0, own>>>(microseconds);
    cudaStreamDestroy(own);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

double all_children(int blocks, int threads, Into into, unsigned microseconds) {
  return milliseconds([&] { parent<<<blocks, threads>>>(into, microseconds); });
}

int main() {
  all_children(1, 1, kNull, 1);  // the first launch is always slow
  Table table("All children of a grid", "ms");
  table.add("64 of 200 µs, one block, NULL", 12.9, all_children(1, 64, kNull, 200));
  table.add("64 of 200 µs, one block, named streams", 0.21, all_children(1, 64, kNamed, 200));
  table.add("64 of 200 µs, one block, fire-and-forget", 0.21,
            all_children(1, 64, kFireAndForget, 200));
  table.add("64 of 200 µs, one block, per thread", 0.21, all_children(1, 64, kPerThread, 200));
  table.add("64 of 200 µs, one block, tails", 12.9, all_children(1, 64, kTail, 200));
  table.add("64 of 200 µs, eight blocks, NULL", 1.63, all_children(8, 8, kNull, 200));
  table.add("64 of 200 µs, eight blocks, named streams", 0.21, all_children(8, 8, kNamed, 200));
  table.add("64 of 200 µs, eight blocks, fire-and-forget", 0.21,
            all_children(8, 8, kFireAndForget, 200));
  table.add("1,024 of 500 µs, fire-and-forget", 4.1, all_children(1, 1024, kFireAndForget, 500));
  table.add("1,024 of 500 µs, named streams", 8.1, all_children(1, 1024, kNamed, 500));
  int failed = 0;
  CHECK(cudaMemcpyFromSymbol(&failed, lost, sizeof failed));
  if (failed != 0) std::printf("%d launches failed\n", failed);
  return table.print() | (failed != 0);
}

// What a launch costs, by where it comes from and where it goes: microseconds a launch.
#include "table.h"

__global__ void empty() {}

enum Into { kNull, kFireAndForget, kTail, kNamed };

__device__ void launch(Into into) {
  if (into == kNull) {
    empty<<<1, 32>>>();
  } else if (into == kFireAndForget) {
    empty<<<1, 32, 0, cudaStreamFireAndForget>>>();
  } else if (into == kTail) {
    empty<<<1, 32, 0, cudaStreamTailLaunch>>>();
  } else {
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    empty<<<1, 32, 0, own>>>();
    cudaStreamDestroy(own);
  }
}

__device__ int lost;

__global__ void launch_many(Into into, int each) {
  for (int i = 0; i < each; ++i) {
    launch(into);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
  }
}

__global__ void chain(Into into, int links) {
  if (links <= 1) return;
  if (into == kTail) {
    chain<<<1, 1, 0, cudaStreamTailLaunch>>>(into, links - 1);
  } else {
    chain<<<1, 1>>>(into, links - 1);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

double per_launch(int blocks, int threads, Into into, int each = 1) {
  const double ms = milliseconds([&] { launch_many<<<blocks, threads>>>(into, each); });
  return 1000 * ms / (double(blocks) * threads * each);
}

double per_link(Into into, int links) {
  return 1000 * milliseconds([&] { chain<<<1, 1>>>(into, links); }) / links;
}

double per_host_launch(int count) {
  return 1000 * milliseconds([&] {
           for (int i = 0; i < count; ++i) empty<<<1, 32>>>();
         }) /
         count;
}

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  milliseconds([] { launch_many<<<1, 32>>>(kNull, 1); });  // the first launch is always slow
  Table table("A launch", "µs");
  table.add("empty kernel of the host", 6.1, 1000 * milliseconds([] { empty<<<1, 32>>>(); }));
  table.add("host, 1,000 empty kernels", 2.9, per_host_launch(1000));
  table.add("one thread, 1,000 into NULL", 6.3, per_launch(1, 1, kNull, 1000));
  table.add("one thread, 1,000 fire-and-forget", 5.9, per_launch(1, 1, kFireAndForget, 1000));
  table.add("one thread, 1,000 tails", 10.2, per_launch(1, 1, kTail, 1000));
  table.add("1,024 threads of a block, NULL", 2.96, per_launch(1, 1024, kNull));
  table.add("1,024 threads of a block, fire-and-forget", 0.59, per_launch(1, 1024, kFireAndForget));
  table.add("1,024 threads of a block, a named stream each", 0.69, per_launch(1, 1024, kNamed));
  table.add("64 blocks of 16 threads, NULL", 0.44, per_launch(64, 16, kNull));
  table.add("64 blocks of 16 threads, fire-and-forget", 0.24, per_launch(64, 16, kFireAndForget));
  table.add("chain of 1,000 tails", 11.0, per_link(kTail, 1000));
  table.add("1,000 kernels nested in NULL streams", 10.3, per_link(kNull, 1000));
  int failed = 0;
  CHECK(cudaMemcpyFromSymbol(&failed, lost, sizeof failed));
  if (failed != 0) std::printf("%d launches failed\n", failed);
  return table.print() | (failed != 0);
}

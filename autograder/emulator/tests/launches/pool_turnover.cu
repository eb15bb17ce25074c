// How many of too many launches run depends on how fast children end; but 2,048 always do (L1),
// each of the others fails with 69 in its own thread (L2), and the host's wait returns 0 (R3). On
// an H200 one thread that launched 5,000 into NULL or fire-and-forget lost none; of 4,096 threads
// into NULL 2,058 ran, into cudaStreamPerThread 2,154; 8 blocks of 1,024 threads that fired ran
// 2,336 and lost 5,856.
#include "../counts.h"
#include "../modes.h"

enum { kRan, kRefused, kOther };

__global__ void child() { count(kRan); }

__global__ void parent(cudaStream_t stream, int launches) {
  for (int i = 0; i < launches; ++i) {
    child<<<1, 1, 0, stream>>>();
    const cudaError_t error = cudaGetLastError();
    if (error == cudaErrorLaunchPendingCountExceeded)
      count(kRefused);
    else if (error != cudaSuccess)
      count(kOther);
  }
}

void run(int blocks, int threads, cudaStream_t stream, int launches) {
  parent<<<blocks, threads>>>(stream, launches);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaGetLastError(), 0);
  const int ran = taken(kRan), all = blocks * threads * launches;
  EXPECT(ran >= (all < 2048 ? all : 2048));
  EXPECT_EQ(ran + taken(kRefused), all);
  EXPECT_EQ(taken(kOther), 0);
}

void floods(cudaStream_t stream) {
  run(1, 1, stream, 5000);
  run(2, 1024, stream, 1);
  run(4, 1024, stream, 1);
}

void null_stream() { floods(nullptr); }

void per_thread() { floods(cudaStreamPerThread); }

// On an H200 this does not always end (h200-facts 1).
void fire_and_forget() {
  floods(cudaStreamFireAndForget);
  run(1, 1024, cudaStreamFireAndForget, 4);
  run(8, 1024, cudaStreamFireAndForget, 1);
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"null_stream", null_stream},
                   {"per_thread", per_thread},
                   {"fire_and_forget", fire_and_forget}});
}

// Streams and events belong to the grid that made them (S3, E3): a child, a parent or the next grid
// cannot use them (G6), and the host's are nothing to a kernel.
#include "../modes.h"

__device__ cudaStream_t left_stream;
__device__ cudaEvent_t left_event;
__device__ int code;

__global__ void leaf() {}

__global__ void uses_stream(cudaStream_t stream) {
  leaf<<<1, 1, 0, stream>>>();
  code = cudaGetLastError();
}

__global__ void uses_event(cudaEvent_t event) { code = cudaEventRecord(event, nullptr); }

__global__ void passes_stream() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  uses_stream<<<1, 1>>>(stream);
  cudaGetLastError();
}

__global__ void passes_event() {
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  uses_event<<<1, 1>>>(event);
  cudaGetLastError();
}

__global__ void leaves_stream() { cudaStreamCreateWithFlags(&left_stream, cudaStreamNonBlocking); }

__global__ void finds_stream() {
  leaf<<<1, 1, 0, left_stream>>>();
  code = cudaGetLastError();
}

void stream_of_the_parent() { passes_stream<<<1, 1>>>(); }
void event_of_the_parent() { passes_event<<<1, 1>>>(); }
void stream_of_an_earlier_grid() {
  leaves_stream<<<1, 1>>>();
  finds_stream<<<1, 1>>>();
}
void stream_of_the_host() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  uses_stream<<<1, 1>>>(stream);
}

int main(int count, char** arguments) {
  const int result = run_mode(count, arguments,
                              {{"stream_of_the_parent", stream_of_the_parent},
                               {"event_of_the_parent", event_of_the_parent},
                               {"stream_of_an_earlier_grid", stream_of_an_earlier_grid},
                               {"stream_of_the_host", stream_of_the_host}});
  cudaDeviceSynchronize();
  return result;
}

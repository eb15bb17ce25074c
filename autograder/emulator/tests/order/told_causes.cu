// Mistakes whose message must name more than the access at which they are found.
#include "../modes.h"

__global__ void write_to_heap(std::size_t bytes) {
  auto* numbers = static_cast<int*>(malloc(bytes));
  if (threadIdx.x == 0 && numbers == nullptr) return;
  numbers[0] = 1;
  free(numbers);
}
void only_one_thread_looks_at_null() {
  write_to_heap<<<1, 2>>>(std::size_t{1} << 30);
  cudaDeviceSynchronize();
}

__global__ void use_events(bool twice) {
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventDestroy(event);
  twice ? cudaEventDestroy(event) : cudaEventRecord(event, nullptr);
}
void destroys_twice() {
  use_events<<<1, 1>>>(true);
  cudaDeviceSynchronize();
}
void uses_what_is_destroyed() {
  use_events<<<1, 1>>>(false);
  cudaDeviceSynchronize();
}

constexpr int kNumbers = 1000;
constexpr std::size_t kBytes = sizeof(int) * kNumbers;

struct Buffers {
  int *pinned = nullptr, *device = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  Buffers() {
    cudaMallocHost(&pinned, kBytes);
    cudaMalloc(&device, kBytes);
    cudaMemset(device, 0, kBytes);
    std::memset(pinned, 0, kBytes);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaDeviceSynchronize();
  }
};

void waits_for_what_came_before() {
  Buffers b;
  cudaEventRecord(b.event, b.stream);
  cudaMemcpyAsync(b.pinned, b.device, kBytes, cudaMemcpyDeviceToHost, b.stream);
  cudaEventSynchronize(b.event);
  std::printf("%d\n", b.pinned[7]);
  cudaDeviceSynchronize();
}
void fills_a_buffer_again() {
  Buffers b;
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < kNumbers; ++i) b.pinned[i] = turn;
    cudaMemcpyAsync(b.device, b.pinned, kBytes, cudaMemcpyHostToDevice, b.stream);
  }
  cudaDeviceSynchronize();
}

__global__ void without_barrier(int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 5;
  out[threadIdx.x] = total;
}
__global__ void loop_without_barrier(int* out) {
  __shared__ int total;
  for (int turn = 0; turn < 2; ++turn) {
    if (threadIdx.x == 0) total = turn;
    __syncthreads();
    out[threadIdx.x] = total;
  }
}
void lacks_a_barrier() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  without_barrier<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
void lacks_a_barrier_in_a_loop() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  loop_without_barrier<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"only_one_thread_looks_at_null", only_one_thread_looks_at_null},
                   {"destroys_twice", destroys_twice},
                   {"uses_what_is_destroyed", uses_what_is_destroyed},
                   {"waits_for_what_came_before", waits_for_what_came_before},
                   {"fills_a_buffer_again", fills_a_buffer_again},
                   {"lacks_a_barrier", lacks_a_barrier},
                   {"lacks_a_barrier_in_a_loop", lacks_a_barrier_in_a_loop}});
}

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

// Behind the line numbers that tests ask for.
__global__ void nothing() {}
__global__ void stream_of_thread_0(int who_uses) {
  __shared__ cudaStream_t stream;
  if (threadIdx.x == 0) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamDestroy(stream);
  }
  __syncthreads();
  if (threadIdx.x == who_uses) nothing<<<1, 1, 0, stream>>>();
}
void uses_its_own_stream() {
  stream_of_thread_0<<<1, 64>>>(0);
  cudaDeviceSynchronize();
}
void uses_anothers_stream() {
  stream_of_thread_0<<<1, 64>>>(40);
  cudaDeviceSynchronize();
}

__device__ unsigned done, steps;
__global__ void last_block(int* written, int* sum, bool fences) {
  atomicAdd(&steps, 1);
  written[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (fences && threadIdx.x == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (atomicAdd(&done, 1) + 1 != gridDim.x) return;
  __threadfence();
  for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) *sum += written[i];
}
void count_blocks(bool fences) {
  int* written = nullptr;
  cudaMalloc(&written, 129 * sizeof(int));
  cudaMemset(written, 0, 129 * sizeof(int));
  last_block<<<2, 64>>>(written, written + 128, fences);
  cudaDeviceSynchronize();
}
void fences_before_the_barrier() { count_blocks(true); }
void does_not_fence() { count_blocks(false); }

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"only_one_thread_looks_at_null", only_one_thread_looks_at_null},
                   {"destroys_twice", destroys_twice},
                   {"uses_what_is_destroyed", uses_what_is_destroyed},
                   {"waits_for_what_came_before", waits_for_what_came_before},
                   {"fills_a_buffer_again", fills_a_buffer_again},
                   {"lacks_a_barrier", lacks_a_barrier},
                   {"uses_its_own_stream", uses_its_own_stream},
                   {"uses_anothers_stream", uses_anothers_stream},
                   {"fences_before_the_barrier", fences_before_the_barrier},
                   {"does_not_fence", does_not_fence},
                   {"lacks_a_barrier_in_a_loop", lacks_a_barrier_in_a_loop}});
}

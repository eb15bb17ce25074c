// A kernel in a non-blocking stream beside a copy or memset of the host in the default stream, which
// does not wait for the other (D6). What to do about it depends on which of the two came first.
#include "../modes.h"

constexpr int kCount = 64;
constexpr size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* p) { p[threadIdx.x] = 2; }
__global__ void fill_by_a_child(int* p) { fill<<<1, kCount>>>(p); }

struct Memory {
  int *values, *others, *pinned, pageable[kCount] = {};
  cudaStream_t stream;

  Memory() {
    cudaMalloc(&values, kBytes);
    cudaMalloc(&others, kBytes);
    cudaMallocHost(&pinned, kBytes);
    for (int* each : {values, others, pinned}) cudaMemset(each, 0, kBytes);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
  }
  ~Memory() {
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(others);
    cudaFreeHost(pinned);
    cudaStreamDestroy(stream);
  }
  void launch() { fill<<<1, kCount, 0, stream>>>(values); }
};

void kernel_then_copy_to_the_host() {
  Memory m;
  m.launch();
  cudaMemcpy(m.pageable, m.values, kBytes, cudaMemcpyDeviceToHost);
}

void kernel_then_copy_to_pinned() {
  Memory m;
  m.launch();
  cudaMemcpy(m.pinned, m.values, kBytes, cudaMemcpyDeviceToHost);
}

void kernel_then_copy_to_the_device() {
  Memory m;
  m.launch();
  cudaMemcpy(m.values, m.pageable, kBytes, cudaMemcpyHostToDevice);
}

void kernel_then_memset() {
  Memory m;
  m.launch();
  cudaMemset(m.values, 0, kBytes);
}

void child_then_copy() {
  Memory m;
  fill_by_a_child<<<1, 1, 0, m.stream>>>(m.values);
  cudaMemcpy(m.pageable, m.values, kBytes, cudaMemcpyDefault);
}

void copy_then_kernel() {
  Memory m;
  cudaMemcpy(m.values, m.pageable, kBytes, cudaMemcpyHostToDevice);
  m.launch();
}

void copy_within_the_device_then_kernel() {
  Memory m;
  cudaMemcpy(m.values, m.others, kBytes, cudaMemcpyDefault);
  m.launch();
}

void memset_then_kernel() {
  Memory m;
  cudaMemset(m.values, 0, kBytes);
  m.launch();
}

void copy_then_child() {
  Memory m;
  cudaMemcpy2D(m.values, 64, m.pageable, 64, 64, 4, cudaMemcpyDefault);
  fill_by_a_child<<<1, 1, 0, m.stream>>>(m.values);
}

/// The legacy stream waits for streams that are not non-blocking, and an event orders any.
void ordered() {
  Memory m;
  cudaStream_t blocking;
  cudaEvent_t done;
  cudaStreamCreate(&blocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMemcpy(m.values, m.pageable, kBytes, cudaMemcpyHostToDevice);
  fill<<<1, kCount, 0, blocking>>>(m.values);
  cudaMemset(m.values, 0, kBytes);
  cudaEventRecord(done);
  cudaStreamWaitEvent(m.stream, done);
  m.launch();
  cudaStreamSynchronize(m.stream);
  cudaMemcpy(m.pinned, m.values, kBytes, cudaMemcpyDeviceToHost);
  EXPECT_EQ(m.pinned[5], 2);
  cudaEventDestroy(done);
  cudaStreamDestroy(blocking);
}

/// As long as the default stream has work, cudaStreamQuery says so; then the copy is done.
void polled() {
  Memory m;
  cudaMemcpy(m.values, m.pageable, kBytes, cudaMemcpyHostToDevice);
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
  }
  m.launch();
}

int main(int count, char** arguments) {
  return run_mode(
      count, arguments,
      {{"kernel_then_copy_to_the_host", kernel_then_copy_to_the_host},
       {"kernel_then_copy_to_pinned", kernel_then_copy_to_pinned},
       {"kernel_then_copy_to_the_device", kernel_then_copy_to_the_device},
       {"kernel_then_memset", kernel_then_memset},
       {"child_then_copy", child_then_copy},
       {"copy_then_kernel", copy_then_kernel},
       {"copy_within_the_device_then_kernel", copy_within_the_device_then_kernel},
       {"memset_then_kernel", memset_then_kernel},
       {"copy_then_child", copy_then_child},
       {"ordered", ordered},
       {"polled", polled}});
}

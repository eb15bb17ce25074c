// Which device's default stream a copy of the host waits for: that of the device whose memory it
// copies, whichever device is current, and for no non-blocking stream (D6, h200-facts 2).
#include <initializer_list>

#include "../modes.h"

constexpr int kCount = 64;
constexpr int kBytes = kCount * sizeof(int);

__device__ inline unsigned long long now_ns() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

/// Writes when 30 ms are over.
__global__ void fill(int* p, int value) {
  const unsigned long long start = now_ns();
  while (now_ns() - start < 30'000'000ull) __nanosleep(10000);
  p[threadIdx.x] = value;
}

__global__ void quick_fill(int* p, int value) { p[threadIdx.x] = value; }

/// Runs until the host says so.
__global__ void held(int* go) {
  while (*const_cast<volatile int*>(go) == 0) __nanosleep(1000);
}

/// Memory of device 0 and 1, a non-blocking stream of device 0, and a flag that ends `held`.
struct Two {
  int *of[2], *spare, *go;
  cudaStream_t elsewhere;

  Two() {
    for (int d : {1, 0}) {
      cudaSetDevice(d);
      cudaMalloc(&of[d], kBytes);
      cudaMemset(of[d], 0, kBytes);
      quick_fill<<<1, kCount>>>(of[d], 0);
      EXPECT_EQ(cudaDeviceSynchronize(), 0);
    }
    cudaMalloc(&spare, kBytes);
    cudaMemset(spare, 0, kBytes);
    cudaMallocHost(&go, sizeof *go);
    cudaStreamCreateWithFlags(&elsewhere, cudaStreamNonBlocking);
    *go = 1;
    held<<<1, 1>>>(go);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
  ~Two() {
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(d);
      EXPECT_EQ(cudaDeviceSynchronize(), 0);
      cudaFree(of[d]);
    }
    cudaFree(spare);
    cudaFreeHost(go);
    cudaStreamDestroy(elsewhere);
  }
};

/// The kernel in device 0's default stream has written when the copy reads.
void default_stream() {
  Two two;
  int result[kCount];
  for (int current : {1, 0}) {
    cudaSetDevice(0);
    fill<<<1, kCount>>>(two.of[0], 7 + current);
    cudaSetDevice(current);
    EXPECT_EQ(cudaMemcpy(result, two.of[0], kBytes, cudaMemcpyDeviceToHost), 0);
    for (int each : result) EXPECT_EQ(each, 7 + current);
  }
}

/// The copy writes when the kernel in device 0's default stream has read; the host has waited.
void to_the_device() {
  Two two;
  int source[kCount] = {}, result[kCount];
  cudaEvent_t behind;
  cudaSetDevice(0);
  cudaEventCreateWithFlags(&behind, cudaEventDisableTiming);
  fill<<<1, kCount>>>(two.of[0], 7);
  cudaEventRecord(behind);
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemcpy(two.of[0], source, kBytes, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaEventQuery(behind), 0);
  EXPECT_EQ(cudaMemcpy(result, two.of[0], kBytes, cudaMemcpyDeviceToHost), 0);
  for (int each : result) EXPECT_EQ(each, 0);
  cudaEventDestroy(behind);
}

/// A kernel in a non-blocking stream of device 0 holds no copy, whichever device is current.
void non_blocking_stream() {
  Two two;
  int result[kCount];
  for (int current : {1, 0}) {
    *two.go = 0;
    cudaSetDevice(0);
    held<<<1, 1, 0, two.elsewhere>>>(two.go);
    cudaSetDevice(current);
    EXPECT_EQ(cudaMemcpy(result, two.of[0], kBytes, cudaMemcpyDeviceToHost), 0);
    EXPECT_EQ(cudaStreamQuery(two.elsewhere), 600);
    __atomic_store_n(two.go, 1, __ATOMIC_SEQ_CST);
    EXPECT_EQ(cudaStreamSynchronize(two.elsewhere), 0);
  }
}

/// The other forms that wait: rows, boxes (derived from cudaMemcpy).
void rows_and_boxes() {
  Two two;
  int result[kCount];
  cudaSetDevice(0);
  fill<<<1, kCount>>>(two.of[0], 7);
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemcpy2D(result, 32, two.of[0], 32, 32, kBytes / 32, cudaMemcpyDeviceToHost), 0);
  for (int each : result) EXPECT_EQ(each, 7);
  cudaSetDevice(0);
  fill<<<1, kCount>>>(two.of[0], 8);
  cudaSetDevice(1);
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(two.of[0], 32, 32, kBytes / 32);
  box.dstPtr = make_cudaPitchedPtr(result, 32, 32, kBytes / 32);
  box.extent = make_cudaExtent(32, kBytes / 32, 1);
  box.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&box), 0);
  for (int each : result) EXPECT_EQ(each, 8);
}

/// A copy within device 0 and one from device 0 to device 1 are in order with both devices' default
/// streams; the host waits for neither, only for the copy to itself.
void within_and_between() {
  Two two;
  int result[kCount];
  cudaSetDevice(0);
  fill<<<1, kCount>>>(two.of[0], 7);
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemcpy(two.spare, two.of[0], kBytes, cudaMemcpyDeviceToDevice), 0);
  EXPECT_EQ(cudaMemcpy(two.of[1], two.spare, kBytes, cudaMemcpyDefault), 0);
  EXPECT_EQ(cudaMemcpy(result, two.of[1], kBytes, cudaMemcpyDeviceToHost), 0);
  for (int each : result) EXPECT_EQ(each, 7);
  fill<<<1, kCount>>>(two.of[1], 8);
  cudaSetDevice(0);
  EXPECT_EQ(cudaMemcpyPeer(two.of[0], 0, two.of[1], 1, kBytes), 0);
  quick_fill<<<1, kCount>>>(two.spare, 1);
  EXPECT_EQ(cudaMemcpy(result, two.of[0], kBytes, cudaMemcpyDeviceToHost), 0);
  for (int each : result) EXPECT_EQ(each, 8);
}

/// So are asynchronous copies in stream 0: behind the kernel of the memory's device, and behind that of
/// the current one.
void asynchronous_copies() {
  Two two;
  int* pinned;
  cudaMallocHost(&pinned, kBytes);
  for (int device : {0, 1}) {
    for (int i = 0; i < kCount; ++i) pinned[i] = 9;
    cudaSetDevice(device);
    fill<<<1, kCount>>>(two.of[device], 7);
    cudaSetDevice(1);
    EXPECT_EQ(cudaMemcpyAsync(two.of[0], pinned, kBytes, cudaMemcpyHostToDevice, nullptr), 0);
    EXPECT_EQ(cudaMemcpyAsync(pinned, two.of[0], kBytes, cudaMemcpyDeviceToHost, nullptr), 0);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
    for (int i = 0; i < kCount; ++i) EXPECT_EQ(pinned[i], 9);
  }
  cudaFreeHost(pinned);
}

/// A device sets no memory of one that it may not reach.
void fill_of_another() {
  Two two;
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemset(two.of[0], 1, kBytes), 1);
  EXPECT_EQ(cudaMemsetAsync(two.of[0], 1, kBytes, nullptr), 1);
  EXPECT_EQ(cudaGetLastError(), 1);
  EXPECT_EQ(cudaMemset(two.of[1], 1, kBytes), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
}

// Wrong: nothing orders these.

/// What a kernel in a non-blocking stream of device 0 writes is copied with device 1 current.
void unordered_kernel() {
  Two two;
  int result[kCount];
  cudaSetDevice(0);
  quick_fill<<<1, kCount, 0, two.elsewhere>>>(two.of[0], 7);
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemcpy(result, two.of[0], kBytes, cudaMemcpyDeviceToHost), 0);
}

/// An asynchronous copy in a stream of another device's is in order with that stream only.
void asynchronous_copy() {
  Two two;
  int* pinned;
  cudaMallocHost(&pinned, kBytes);
  cudaSetDevice(1);
  cudaStream_t other;
  cudaStreamCreate(&other);
  cudaSetDevice(0);
  quick_fill<<<1, kCount>>>(two.of[0], 7);
  cudaSetDevice(1);
  EXPECT_EQ(cudaMemcpyAsync(pinned, two.of[0], kBytes, cudaMemcpyDeviceToHost, other), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaStreamDestroy(other);
  cudaFreeHost(pinned);
}

int main(int count, char** arguments) {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  if (devices < 2) return std::printf("needs two devices\n"), 0;
  return run_mode(count, arguments,
                  {{"default_stream", default_stream},
                   {"to_the_device", to_the_device},
                   {"non_blocking_stream", non_blocking_stream},
                   {"rows_and_boxes", rows_and_boxes},
                   {"within_and_between", within_and_between},
                   {"asynchronous_copies", asynchronous_copies},
                   {"fill_of_another", fill_of_another},
                   {"unordered_kernel", unordered_kernel},
                   {"asynchronous_copy", asynchronous_copy}});
}

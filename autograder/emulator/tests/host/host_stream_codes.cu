// What the host's stream functions answer; which of them wait; host functions run in stream order and
// may not call the API.
#include <vector>

#include "../expect.h"

__device__ volatile int stop;

/// Runs until the host says so.
__global__ void held(const volatile int* go) {
  while (*go == 0) __nanosleep(1000);
}

void codes() {
  cudaStream_t s, n, p;
  unsigned flags = 7;
  int priority = 7;
  EXPECT_EQ(cudaStreamCreate(nullptr), 1);
  EXPECT_EQ(cudaStreamCreateWithFlags(&s, 2), 1);
  EXPECT_EQ(cudaStreamCreate(&s), 0);
  EXPECT_EQ(cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking), 0);
  EXPECT_EQ(cudaStreamGetFlags(n, &flags), 0);
  EXPECT_EQ(flags, cudaStreamNonBlocking);
  EXPECT_EQ(cudaStreamGetFlags(nullptr, &flags), 0);
  EXPECT_EQ(flags, 0);
  EXPECT_EQ(cudaStreamCreateWithPriority(&p, cudaStreamNonBlocking, -100), 0);
  EXPECT_EQ(cudaStreamGetPriority(p, &priority), 0);
  EXPECT_EQ(priority, -5);
  EXPECT_EQ(cudaStreamDestroy(p), 0);
  EXPECT_EQ(cudaStreamCreateWithPriority(&p, cudaStreamNonBlocking, 100), 0);
  EXPECT_EQ(cudaStreamGetPriority(p, &priority), 0);
  EXPECT_EQ(priority, 0);
  EXPECT_EQ(cudaStreamDestroy(nullptr), 400);
  EXPECT_EQ(cudaStreamDestroy(cudaStreamLegacy), 400);
  EXPECT_EQ(cudaStreamDestroy(cudaStreamPerThread), 400);
  EXPECT_EQ(cudaLaunchHostFunc(s, nullptr, nullptr), 1);
  for (cudaStream_t each : {s, n, p}) EXPECT_EQ(cudaStreamDestroy(each), 0);
}

/// What is busy: the legacy stream is busy with every blocking stream, not with the others.
void busy(int* go) {
  cudaStream_t blocking, other;
  cudaStreamCreate(&blocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  *go = 0;
  held<<<1, 1, 0, blocking>>>(go);
  cudaGetLastError();
  EXPECT_EQ(cudaStreamQuery(blocking), 600);
  EXPECT_EQ(cudaStreamQuery(nullptr), 600);
  EXPECT_EQ(cudaStreamQuery(other), 0);
  EXPECT_EQ(cudaGetLastError(), 0);  // "not ready" is no error
  EXPECT_EQ(cudaStreamDestroy(blocking), 0);  // does not wait
  *go = 1;
  EXPECT_EQ(cudaDeviceSynchronize(), 0);

  *go = 0;
  held<<<1, 1, 0, other>>>(go);
  EXPECT_EQ(cudaStreamQuery(nullptr), 0);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), 0);
  EXPECT_EQ(cudaStreamQuery(other), 600);
  *go = 1;
  EXPECT_EQ(cudaStreamSynchronize(other), 0);
  EXPECT_EQ(cudaStreamQuery(other), 0);
  EXPECT_EQ(cudaStreamDestroy(other), 0);
}

/// Copies and fills of device memory return before they are done, even without Async.
void return_early(int* go) {
  int *a, *b;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 4);
  *go = 0;
  held<<<1, 1>>>(go);
  EXPECT_EQ(cudaMemset(a, 0, 4), 0);
  EXPECT_EQ(cudaMemcpy(b, a, 4, cudaMemcpyDeviceToDevice), 0);
  EXPECT_EQ(cudaStreamQuery(nullptr), 600);
  *go = 1;
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaFree(a);
  cudaFree(b);
}

std::vector<int> order;
int codes_inside[4];

void in_order() {
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&done);
  static int one = 1, two = 2, three = 3;
  const auto note = [](void* number) { order.push_back(*static_cast<int*>(number)); };
  EXPECT_EQ(cudaLaunchHostFunc(a, note, &one), 0);
  EXPECT_EQ(cudaLaunchHostFunc(a, note, &two), 0);
  EXPECT_EQ(cudaEventRecord(done, a), 0);
  EXPECT_EQ(cudaStreamWaitEvent(b, done, 0), 0);
  EXPECT_EQ(cudaLaunchHostFunc(b, note, &three), 0);
  EXPECT_EQ(cudaStreamSynchronize(b), 0);
  EXPECT(text(order) == "1 2 3");
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}

void inside_host_functions() {
  const auto calls = [](void*) {
    void* p;
    int device;
    codes_inside[0] = cudaMalloc(&p, 4);
    codes_inside[1] = cudaStreamQuery(nullptr);
    codes_inside[2] = cudaGetDevice(&device);
    codes_inside[3] = cudaGetLastError();
  };
  EXPECT_EQ(cudaLaunchHostFunc(nullptr, calls, nullptr), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int code : codes_inside) EXPECT_EQ(code, 800);
  EXPECT_EQ(cudaGetLastError(), 0);
}

int main() {
  int* go;
  cudaMallocHost(&go, sizeof *go);
  codes();
  cudaGetLastError();
  busy(go);
  return_early(go);
  in_order();
  inside_host_functions();
  cudaFreeHost(go);
  return failures();
}

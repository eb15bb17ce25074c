// Programs as textbooks of CUDA Dynamic Parallelism print them: a parent that launches, waits with
// cudaDeviceSynchronize and goes on with the result (X1, T12). Named streams and events belong to
// the block (S3), more launches than the pool holds are slower but not lost (L2), and the sync
// depth can be raised (L5). No card of compute capability 9.0 runs it: nvcc -arch=sm_80
// -DCUDA_FORCE_CDP1_IF_SUPPORTED.
#include "../counts.h"

enum { kRan, kFailed };

// ---- Sum of squares, in three steps ------------------------------------------------------------

__global__ void square(int* data) { data[threadIdx.x] *= data[threadIdx.x]; }

__global__ void reduce(int* data, int half) { data[threadIdx.x] += data[threadIdx.x + half]; }

__global__ void sum_of_squares(int* data, int n, int* result) {
  if (threadIdx.x == 0) {
    square<<<1, n>>>(data);
    cudaDeviceSynchronize();
    for (int half = n / 2; half > 0; half /= 2) {
      reduce<<<1, half>>>(data, half);
      cudaDeviceSynchronize();
    }
  }
  __syncthreads();
  if (threadIdx.x == 1) *result = data[0];  // the barrier hands on what thread 0 waited for
}

// ---- Quicksort, a stream for each half ---------------------------------------------------------

__global__ void quicksort(int* data, int left, int right, int depth) {
  const int pivot = data[(left + right) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (data[i] < pivot) ++i;
    while (data[j] > pivot) --j;
    if (i > j) break;
    const int kept = data[i];
    data[i++] = data[j];
    data[j--] = kept;
  }
  cudaStream_t stream;
  if (left < j) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, left, j, depth + 1);
    count_failure(kFailed);
    cudaStreamDestroy(stream);
  }
  if (i < right) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, i, right, depth + 1);
    count_failure(kFailed);
    cudaStreamDestroy(stream);
  }
}

// ---- A sum by recursion that returns a value through memory ------------------------------------

__global__ void tree_sum(const int* data, int n, int* results) {
  if (n == 1) {
    *results = *data;
    return;
  }
  tree_sum<<<1, 1>>>(data, n / 2, results + 1);
  tree_sum<<<1, 1>>>(data + n / 2, n - n / 2, results + n);
  count_failure(kFailed);
  if (cudaDeviceSynchronize() != cudaSuccess) count(kFailed);
  *results = results[1] + results[n];
}

// ---- The pool that goes on in slower memory ----------------------------------------------------

__global__ void leaf() { count(kRan); }

__global__ void floods() {
  leaf<<<1, 1>>>();
  count_failure(kFailed);
}

// ---- Events and streams of a block -------------------------------------------------------------

__device__ int first_then_second[2], at;

__global__ void note(int number) { first_then_second[atomicAdd(&at, 1)] = number; }

__global__ void orders_streams() {
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  note<<<1, 1, 0, a>>>(1);
  cudaEventRecord(done, a);
  cudaStreamWaitEvent(b, done, 0);
  note<<<1, 1, 0, b>>>(2);
  count_failure(kFailed);
}

void sums() {
  int host[64], *data, *result, sum = 0, expected = 0;
  for (int i = 0; i < 64; ++i) {
    host[i] = i - 20;
    expected += host[i] * host[i];
  }
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&result, sizeof *result);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  sum_of_squares<<<1, 2>>>(data, 64, result);
  EXPECT_EQ(cudaMemcpy(&sum, result, sizeof sum, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(sum, expected);
  cudaFree(data);
  cudaFree(result);
}

void sorts() {
  int host[200], *data;
  for (int i = 0; i < 200; ++i) host[i] = i * 7919 % 199;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  quicksort<<<1, 1>>>(data, 0, 199, 0);
  EXPECT_EQ(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost), 0);
  for (int i = 1; i < 200; ++i) EXPECT(host[i - 1] <= host[i]);
  cudaFree(data);
}

/// Five levels wait, so the sync depth must be at least five.
void recursion() {
  int host[16], *data, *results, sum = 0;
  for (int i = 0; i < 16; ++i) host[i] = i;
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 5), 0);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 25), 1);
  cudaGetLastError();
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&results, 64 * sizeof(int));
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  tree_sum<<<1, 1>>>(data, 16, results);
  EXPECT_EQ(cudaMemcpy(&sum, results, sizeof sum, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(sum, 120);
  cudaFree(data);
  cudaFree(results);
}

int main() {
  sums();
  sorts();
  recursion();
  floods<<<8, 1024>>>();
  EXPECT_EQ(taken(kRan), 8192);
  orders_streams<<<1, 1>>>();
  EXPECT_EQ(taken(kFailed), 0);
  int order[2] = {};
  cudaMemcpyFromSymbol(order, first_then_second, sizeof order);
  EXPECT_EQ(order[0], 1);
  EXPECT_EQ(order[1], 2);
  return failures();
}

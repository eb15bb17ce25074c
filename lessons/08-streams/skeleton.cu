// Lesson 08: streams of device code: what runs one after another, and what may run side by side.
//
// All threads of a block share its NULL stream, so what they launch without naming a stream runs
// one grid at a time (S1). Nothing orders grids of different streams (S5). A named stream belongs
// to the grid that created it (S3).
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

// Real children would work longer than ours, so each of ours also sleeps for a moment.
__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

// ---- Task 1: one stream per child ---------------------------------------------------------------

// The child: one block, one number per thread.
__global__ void collatz(int* steps, int first) {
  work_for(400);
  int count = 0;
  for (long long n = first + threadIdx.x; n != 1; ++count) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  steps[threadIdx.x] = count;
}

// One block, one child per thread: the child of thread t gets the numbers from t * numbers + 1 on.
__global__ void start_collatz(int* steps, int numbers) {
  const int first = threadIdx.x * numbers;
  // begin: a-stream-for-each-child
  // TODO(a-stream-for-each-child): launch collatz for `numbers` numbers, the first of them first + 1,
  // writing from steps + first on. Create a stream for it and destroy the stream. No child may wait
  // for another child. Check every call and the launch with keep_error.
  // end: a-stream-for-each-child
}

extern "C" int count_steps(int* steps, int children, int numbers) {
  const size_t bytes = sizeof(int) * children * numbers;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0xff, bytes));
  start_collatz<<<1, children>>>(device.data, numbers);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(steps, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 2: pairs in order, without creating a stream ------------------------------------------

__global__ void draw(int* numbers, int which) {
  work_for(50);
  numbers[threadIdx.x] = (7919 * which + 104729 * static_cast<int>(threadIdx.x) + 31) % 9973;
}

__global__ void pick_largest(int* largest, const int* numbers, int count) {
  work_for(50);
  int most = 0;
  for (int i = 0; i < count; ++i) most = max(most, numbers[i]);
  *largest = most;
}

// Several blocks; each thread has one draw. `drawn` has room for `numbers` numbers per draw.
__global__ void start_draws(int* largest, int* drawn, int numbers) {
  const int which = blockIdx.x * blockDim.x + threadIdx.x;
  int* const mine = drawn + which * numbers;
  // begin: pairs-in-order
  // TODO(pairs-in-order): launch draw with `numbers` threads, then pick_largest with one, so that the
  // second of this thread waits for the first of this thread and for no other grid. Create no stream.
  // Check both launches.
  // end: pairs-in-order
}

extern "C" int largest_draws(int* largest, int blocks, int threads, int numbers) {
  const size_t draws = static_cast<size_t>(blocks) * threads;
  DeviceArray<int> device, drawn;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, sizeof(int) * draws));
  TRY(cudaMalloc(&drawn.data, sizeof(int) * draws * numbers));
  TRY(cudaMemset(device.data, 0xff, sizeof(int) * draws));
  TRY(cudaMemset(drawn.data, 0, sizeof(int) * draws * numbers));
  start_draws<<<blocks, threads>>>(device.data, drawn.data, numbers);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(largest, device.data, sizeof(int) * draws, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: one stream for all blocks ----------------------------------------------------------

struct Ledger {
  int count;
  int balance;
  int entries[64];
};

// Plain reads and writes: two of these at once would corrupt the ledger.
__global__ void post(Ledger* ledger, int amount) {
  work_for(10);
  ledger->entries[ledger->count++] = amount;
  ledger->balance += amount;
}

// What the blocks of a grid agree on. All is zero when the grid starts.
struct Agreement {
  unsigned long long stream;  // the first handle that was proposed
  unsigned int launched;      // blocks that no longer need it
};

// The stream that the first caller proposed; every caller gets the same.
__device__ cudaStream_t agree_on(Agreement* agreement, cudaStream_t proposal) {
  const auto mine = reinterpret_cast<unsigned long long>(proposal);
  const unsigned long long first = atomicCAS(&agreement->stream, 0ull, mine);
  return reinterpret_cast<cudaStream_t>(first == 0 ? mine : first);
}

// True for one block only: the last to call it.
__device__ bool is_last(Agreement* agreement) {
  __threadfence();
  return atomicAdd(&agreement->launched, 1) == gridDim.x - 1;
}

// Blocks of one thread.
__global__ void start_posts(Ledger* ledger, Agreement* agreement) {
  const int amount = 10 * blockIdx.x + 3;
  // begin: one-stream-for-the-grid
  // TODO(one-stream-for-the-grid): launch post for this block's amount, so that no two posts of the
  // whole grid can run at once. Use agree_on to have one stream for all blocks, whichever comes
  // first, and is_last to find out when no block needs it any more. Every stream that is created is
  // destroyed once, after its last use. Check every call and the launch.
  // end: one-stream-for-the-grid
}

extern "C" int post_amounts(int* entries, int* balance, int blocks) {
  DeviceArray<Ledger> device;
  DeviceArray<Agreement> agreement;
  Ledger ledger{};
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, sizeof(Ledger)));
  TRY(cudaMalloc(&agreement.data, sizeof(Agreement)));
  TRY(cudaMemset(device.data, 0, sizeof(Ledger)));
  TRY(cudaMemset(agreement.data, 0, sizeof(Agreement)));
  start_posts<<<blocks, 1>>>(device.data, agreement.data);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(&ledger, device.data, sizeof(Ledger), cudaMemcpyDeviceToHost));
  for (int i = 0; i < blocks; ++i) entries[i] = ledger.entries[i];
  *balance = ledger.balance;
  return read_error();
}

// ---- Task 4: each grid has its own streams ------------------------------------------------------

__global__ void mark_cells(int* marks, int region) {
  work_for(20);
  marks[threadIdx.x] = (region + 1) * static_cast<int>(threadIdx.x) % 7 < 3 ? 1 : 0;
}

__global__ void count_marks(int* found, const int* marks, int width) {
  work_for(20);
  int sum = 0;
  for (int i = 0; i < width; ++i) sum += marks[i];
  *found = sum;
}

// begin: streams-of-its-own
// TODO(streams-of-its-own): let these kernels work in their own streams. Within a region
// count_marks follows mark_cells; no region waits for another. No handle may go from the host to a
// kernel or from a grid to its child. Destroy what you create. Only the host uses `stream`.
__global__ void survey_region(int* found, int* marks, int region, int width, cudaStream_t stream) {
  mark_cells<<<1, width, 0, stream>>>(marks + region * width, region);
  keep_error(cudaGetLastError());
  count_marks<<<1, 1, 0, stream>>>(found + region, marks + region * width, width);
  keep_error(cudaGetLastError());
}

__global__ void survey(int* found, int* marks, int width, cudaStream_t stream) {
  survey_region<<<1, 1, 0, stream>>>(found, marks, threadIdx.x, width, stream);
  keep_error(cudaGetLastError());
}

cudaError_t start_survey(int* found, int* marks, int regions, int width, cudaStream_t stream) {
  survey<<<1, regions, 0, stream>>>(found, marks, width, stream);
  return cudaGetLastError();
}
// end: streams-of-its-own

// A stream of the host; to kernels its handle means nothing.
struct HostStream {
  cudaStream_t handle = nullptr;
  ~HostStream() {
    if (handle != nullptr) cudaStreamDestroy(handle);
  }
};

extern "C" int survey_regions(int* found, int regions, int width) {
  const size_t bytes = sizeof(int) * regions;
  DeviceArray<int> device, marks;
  HostStream stream;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&marks.data, bytes * width));
  TRY(cudaStreamCreateWithFlags(&stream.handle, cudaStreamNonBlocking));
  TRY(cudaMemsetAsync(device.data, 0xff, bytes, stream.handle));
  TRY(cudaMemsetAsync(marks.data, 0, bytes * width, stream.handle));
  TRY(start_survey(device.data, marks.data, regions, width, stream.handle));
  TRY(cudaStreamSynchronize(stream.handle));
  TRY(cudaMemcpy(found, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

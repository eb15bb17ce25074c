// Q1: what may stand between two grids in a stream. Behind a copy, a memset, a host function or the
// record of an event with timing no grid starts early. An event without timing, and a wait for one,
// change nothing: the grid ahead of them counts.
#include "../modes.h"
#include "early.h"

constexpr int kThreads = 32;

__global__ void writer(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time();
  data[threadIdx.x] = 6;
}

__global__ void reader(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }

__global__ void waiting_reader(const int* data, int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x];
}

void CUDART_CB do_nothing(void*) {}

struct Stream {
  cudaStream_t handle;
  int* other = zeros(2);
  cudaEvent_t timed, plain, elsewhere;

  Stream() {
    EXPECT_EQ(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), cudaSuccess);
    EXPECT_EQ(cudaEventCreate(&timed), cudaSuccess);
    EXPECT_EQ(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming), cudaSuccess);
    EXPECT_EQ(cudaEventCreateWithFlags(&elsewhere, cudaEventDisableTiming), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(elsewhere), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
};

/// writer, `between`, reader: what the reader sees.
template <class Kernel, class Between>
std::vector<int> read_behind(Kernel* kernel, const Between& between) {
  int *data = zeros(kThreads), *out = zeros(kThreads);
  Stream stream;
  reader<<<1, kThreads>>>(data, out);  // loads both kernels
  waiting_reader<<<1, kThreads>>>(data, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  writer<<<1, kThreads, 0, stream.handle>>>(data);
  EXPECT_EQ(between(stream), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, stream.handle).get(), kernel, data, out),
            cudaSuccess);
  return values(out, kThreads);
}

cudaError_t set(Stream& stream) { return cudaMemsetAsync(stream.other, 0, 4, stream.handle); }
cudaError_t copy(Stream& stream) {
  return cudaMemcpyAsync(stream.other, stream.other + 1, 4, cudaMemcpyDeviceToDevice,
                         stream.handle);
}
cudaError_t call(Stream& stream) { return cudaLaunchHostFunc(stream.handle, do_nothing, nullptr); }
cudaError_t record_timed(Stream& stream) { return cudaEventRecord(stream.timed, stream.handle); }
cudaError_t record(Stream& stream) { return cudaEventRecord(stream.plain, stream.handle); }
cudaError_t wait(Stream& stream) {
  return cudaStreamWaitEvent(stream.handle, stream.elsewhere, 0);
}
cudaError_t record_and_wait(Stream& stream) {
  const cudaError_t error = record(stream);
  return error != cudaSuccess ? error : wait(stream);
}

/// Nothing waits, and nothing need.
void not_early() {
  const std::vector<int> sixes(kThreads, 6);
  EXPECT(read_behind(reader, set) == sixes);
  EXPECT(read_behind(reader, copy) == sixes);
  EXPECT(read_behind(reader, call) == sixes);
  EXPECT(read_behind(reader, record_timed) == sixes);
}

void with_wait() {
  const std::vector<int> sixes(kThreads, 6);
  EXPECT(read_behind(waiting_reader, record) == sixes);
  EXPECT(read_behind(waiting_reader, wait) == sixes);
  EXPECT(read_behind(waiting_reader, record_and_wait) == sixes);
}

void behind_record() { read_behind(reader, record); }
void behind_wait() { read_behind(reader, wait); }
void behind_both() { read_behind(reader, record_and_wait); }

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"not_early", not_early},
                   {"with_wait", with_wait},
                   {"behind_record", behind_record},
                   {"behind_wait", behind_wait},
                   {"behind_both", behind_both}});
}

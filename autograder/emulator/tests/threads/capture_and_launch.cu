// One thread captures a graph while another allocates, launches and synchronizes. That disturbs no
// capture whose mode is thread-local. A global one becomes invalid, unless the other thread has
// said that it does not mind. And who has begun a capture must end it, unless the mode is relaxed.
#include "host_threads.h"

cudaStream_t stream;
int* data;

void begin_capture(cudaStreamCaptureMode mode) {
  EXPECT_EQ(cudaStreamBeginCapture(stream, mode), cudaSuccess);
  fill<<<1, 32, 0, stream>>>(data, 32, 1);
}

void expect_status(cudaStreamCaptureStatus expected) {
  cudaStreamCaptureStatus status;
  EXPECT_EQ(cudaStreamIsCapturing(stream, &status), cudaSuccess);
  EXPECT_EQ(status, expected);
}

template <class Body>
void on_another_thread(Body body) {
  std::thread(body).join();
}

void work_beside() {
  cudaStream_t other;
  int* others;
  EXPECT_EQ(cudaMalloc(&others, 32 * sizeof *others), cudaSuccess);
  EXPECT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), cudaSuccess);
  fill<<<1, 32, 0, other>>>(others, 32, 4);
  EXPECT_EQ(cudaStreamSynchronize(other), cudaSuccess);
  EXPECT_EQ(cudaFree(others), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
}

/// Ends the capture, and runs its graph.
void run_captured(int expected) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  add<<<1, 32, 0, stream>>>(data, 32, 2);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(data[31], expected);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

void try_thread_local() {
  begin_capture(cudaStreamCaptureModeThreadLocal);
  on_another_thread(work_beside);
  run_captured(3);
}

void try_global() {
  begin_capture(cudaStreamCaptureModeGlobal);
  on_another_thread([] {
    void* memory;
    EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureUnsupported);
  });
  cudaGraph_t graph;
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureInvalidated);
}

void try_exchanged_mode() {
  begin_capture(cudaStreamCaptureModeGlobal);
  on_another_thread([] {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
    EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
    work_beside();
  });
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
  run_captured(3);
}

/// The capture is over, and no graph comes of it.
void try_wrong_thread() {
  begin_capture(cudaStreamCaptureModeThreadLocal);
  on_another_thread([] {
    cudaGraph_t graph;
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureWrongThread);
    EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureWrongThread);
    expect_status(cudaStreamCaptureStatusNone);
  });
  cudaGraph_t graph;
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalState);
}

void try_relaxed() {
  begin_capture(cudaStreamCaptureModeRelaxed);
  on_another_thread([] { run_captured(3); });
}

int main() {
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&data, 32 * sizeof *data), cudaSuccess);
  try_thread_local();
  try_global();
  try_exchanged_mode();
  try_wrong_thread();
  try_relaxed();
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  return failures();
}

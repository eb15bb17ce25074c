// A graph captured from two streams with a fork and a join, copies, a memset and a host function;
// launched many times, updated in place by a second capture, and used inside another capture.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK_CUDA(call)                                                                  \
  do {                                                                                    \
    cudaError_t status_ = call;                                                           \
    if (status_ != cudaSuccess) {                                                         \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

constexpr int N = 1024, THREADS = 128;

__global__ void scale_add(const float* __restrict__ in, float* __restrict__ out, float a, float b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) out[i] = a * in[i] + b;
}

__global__ void reduce_add(const float* x, const float* y, float* total) {
  __shared__ float part[THREADS];
  float sum = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < N; i += gridDim.x * THREADS) sum += x[i] - y[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(total, part[0]);
}

struct HostState {
  const float* total;
  std::vector<float> seen;
};

static void CUDART_CB remember(void* p) {
  HostState* state = (HostState*)p;
  state->seen.push_back(*state->total);
}

struct Workspace {
  float *h_in, *h_total, *d_in, *d_x, *d_y, *d_total;
  cudaStream_t main, side;
  cudaEvent_t fork, join;
  HostState host;
};

static cudaGraph_t capture(Workspace& w, float a, float b) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamBeginCapture(w.main, cudaStreamCaptureModeGlobal));
  CHECK_CUDA(cudaMemcpyAsync(w.d_in, w.h_in, N * sizeof(float), cudaMemcpyHostToDevice, w.main));
  CHECK_CUDA(cudaEventRecord(w.fork, w.main));
  CHECK_CUDA(cudaStreamWaitEvent(w.side, w.fork, 0));
  scale_add<<<N / THREADS, THREADS, 0, w.main>>>(w.d_in, w.d_x, a, 0.0f);
  CHECK_CUDA(cudaMemsetAsync(w.d_total, 0, sizeof(float), w.side));
  scale_add<<<N / THREADS, THREADS, 0, w.side>>>(w.d_in, w.d_y, 1.0f, b);
  CHECK_CUDA(cudaEventRecord(w.join, w.side));
  CHECK_CUDA(cudaStreamWaitEvent(w.main, w.join, 0));
  reduce_add<<<2, THREADS, 0, w.main>>>(w.d_x, w.d_y, w.d_total);
  CHECK_CUDA(cudaMemcpyAsync(w.h_total, w.d_total, sizeof(float), cudaMemcpyDeviceToHost, w.main));
  CHECK_CUDA(cudaLaunchHostFunc(w.main, remember, &w.host));
  cudaStreamCaptureStatus status;
  CHECK_CUDA(cudaStreamIsCapturing(w.side, &status));
  if (status != cudaStreamCaptureStatusActive) exit(1);
  CHECK_CUDA(cudaStreamEndCapture(w.main, &graph));
  return graph;
}

// What the graph computes: the sum of a * in - (in + b).
static float expected(const Workspace& w, float a, float b) {
  float sum = 0;
  for (int i = 0; i < N; ++i) sum += a * w.h_in[i] - (w.h_in[i] + b);
  return sum;
}

int main() {
  Workspace w{};
  CHECK_CUDA(cudaMallocHost(&w.h_in, N * sizeof(float)));
  CHECK_CUDA(cudaMallocHost(&w.h_total, sizeof(float)));
  CHECK_CUDA(cudaMalloc(&w.d_in, N * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&w.d_x, N * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&w.d_y, N * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&w.d_total, sizeof(float)));
  CHECK_CUDA(cudaStreamCreate(&w.main));
  CHECK_CUDA(cudaStreamCreateWithFlags(&w.side, cudaStreamNonBlocking));
  CHECK_CUDA(cudaEventCreateWithFlags(&w.fork, cudaEventDisableTiming));
  CHECK_CUDA(cudaEventCreateWithFlags(&w.join, cudaEventDisableTiming));
  w.host.total = w.h_total;
  for (int i = 0; i < N; ++i) w.h_in[i] = float(i % 8);

  bool ok = true;
  cudaGraph_t graph = capture(w, 3.0f, 0.5f);
  size_t nodes = 0;
  CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
  ok &= nodes == 7 && w.host.seen.empty();  // nothing has run yet
  cudaGraphExec_t exec;
#if CUDART_VERSION >= 12000
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
#else
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
#endif
  for (int launch = 0; launch < 5; ++launch) {
    w.h_in[0] = float(launch);  // a graph copies what is there when it runs
    CHECK_CUDA(cudaGraphLaunch(exec, w.main));
    CHECK_CUDA(cudaStreamSynchronize(w.main));
    ok &= w.host.seen.size() == size_t(launch) + 1 && w.host.seen.back() == expected(w, 3.0f, 0.5f);
  }
  printf("launched %zu times: %s\n", w.host.seen.size(), ok ? "ok" : "wrong");

  cudaGraph_t other = capture(w, 2.0f, -1.0f);
#if CUDART_VERSION >= 12000
  cudaGraphExecUpdateResultInfo info;
  CHECK_CUDA(cudaGraphExecUpdate(exec, other, &info));
  ok &= info.result == cudaGraphExecUpdateSuccess;
#endif
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaGraphDestroy(other));
  for (int launch = 0; launch < 3; ++launch) CHECK_CUDA(cudaGraphLaunch(exec, w.main));
  CHECK_CUDA(cudaStreamSynchronize(w.main));
  ok &= w.host.seen.size() == 8 && w.host.seen.back() == expected(w, 2.0f, -1.0f);

  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaEventDestroy(w.fork));
  CHECK_CUDA(cudaEventDestroy(w.join));
  CHECK_CUDA(cudaStreamDestroy(w.main));
  CHECK_CUDA(cudaStreamDestroy(w.side));
  for (float* p : {w.d_in, w.d_x, w.d_y, w.d_total}) CHECK_CUDA(cudaFree(p));
  CHECK_CUDA(cudaFreeHost(w.h_in));
  CHECK_CUDA(cudaFreeHost(w.h_total));
  puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

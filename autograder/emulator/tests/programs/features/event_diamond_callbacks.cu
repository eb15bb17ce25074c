// A diamond of four kernels over two streams, joined by events, with host functions and an old-style
// callback behind it. RAII handles, errors as exceptions.
#include <cuda_runtime.h>

#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace cuda_raii {

struct Error : std::runtime_error {
  Error(cudaError_t code, const char* what)
      : std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code)) {}
};

inline void check(cudaError_t code, const char* what) {
  if (code != cudaSuccess) throw Error(code, what);
}
#define TRY(call) ::cuda_raii::check((call), #call)

class Stream {
 public:
  explicit Stream(unsigned flags = cudaStreamDefault) { TRY(cudaStreamCreateWithFlags(&s_, flags)); }
  ~Stream() { cudaStreamDestroy(s_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return s_; }
  void wait(cudaEvent_t e) const { TRY(cudaStreamWaitEvent(s_, e)); }

 private:
  cudaStream_t s_{};
};

class Event {
 public:
  Event() { TRY(cudaEventCreateWithFlags(&e_, cudaEventDisableTiming)); }
  ~Event() { cudaEventDestroy(e_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator cudaEvent_t() const { return e_; }
  void record(cudaStream_t s) { TRY(cudaEventRecord(e_, s)); }

 private:
  cudaEvent_t e_{};
};

template <typename T>
class Buffer {
 public:
  explicit Buffer(size_t n) : n_(n) { TRY(cudaMalloc(&p_, n * sizeof(T))); }
  ~Buffer() { cudaFree(p_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* get() const { return p_; }
  size_t bytes() const { return n_ * sizeof(T); }

 private:
  T* p_ = nullptr;
  size_t n_;
};

}  // namespace cuda_raii

using cuda_raii::Buffer;
using cuda_raii::Event;
using cuda_raii::Stream;

template <typename F>
__global__ void map_kernel(const int* in, int* out, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}

struct Plus { int k; __device__ int operator()(int x) const { return x + k; } };
struct Times { int k; __device__ int operator()(int x) const { return x * k; } };

__global__ void combine(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] - b[i];
}

struct Report {
  const int* results;
  int n;
  long long sum = 0;
  int calls = 0;
};

void CUDART_CB add_up(void* data) {
  Report* r = static_cast<Report*>(data);
  r->sum = std::accumulate(r->results, r->results + r->n, 0LL);
  r->calls++;
}

void CUDART_CB old_style(cudaStream_t, cudaError_t status, void* data) {
  if (status == cudaSuccess) static_cast<Report*>(data)->calls += 10;
}

int main() try {
  constexpr int n = 1000, threads = 256, blocks = (n + threads - 1) / threads;
  int *h_in, *h_out;
  TRY(cudaHostAlloc(&h_in, n * sizeof(int), cudaHostAllocDefault));
  TRY(cudaHostAlloc(&h_out, n * sizeof(int), cudaHostAllocDefault));
  std::iota(h_in, h_in + n, 0);
  bool ok = true;
  {
    Stream left(cudaStreamNonBlocking), right(cudaStreamNonBlocking);
    Event fork, join;
    Buffer<int> in(n), top(n), l(n), r(n), out(n);
    Report report{h_out, n};
    for (int round = 1; round <= 3; ++round) {
      TRY(cudaMemcpyAsync(in.get(), h_in, in.bytes(), cudaMemcpyHostToDevice, left));
      map_kernel<<<blocks, threads, 0, left>>>(in.get(), top.get(), n, Plus{round});
      fork.record(left);
      right.wait(fork);
      map_kernel<<<blocks, threads, 0, left>>>(top.get(), l.get(), n, Times{3});
      map_kernel<<<blocks, threads, 0, right>>>(top.get(), r.get(), n, Plus{7});
      join.record(right);
      left.wait(join);
      combine<<<blocks, threads, 0, left>>>(l.get(), r.get(), out.get(), n);
      TRY(cudaMemcpyAsync(h_out, out.get(), out.bytes(), cudaMemcpyDeviceToHost, left));
      TRY(cudaLaunchHostFunc(left, add_up, &report));
      TRY(cudaStreamAddCallback(left, old_style, &report, 0));
      TRY(cudaStreamSynchronize(left));
      long long expected = 0;
      for (int i = 0; i < n; ++i) expected += 3 * (i + round) - (i + round + 7);
      ok &= report.sum == expected && report.calls == 11 * round;
      std::printf("round %d: sum %lld, calls %d\n", round, report.sum, report.calls);
    }
    TRY(cudaGetLastError());
  }
  TRY(cudaFreeHost(h_in));
  TRY(cudaFreeHost(h_out));
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}

// Memory that lives in stream order: temporaries from cudaMallocAsync, freed before the stream has used
// them as the host sees it; a pool of one's own with a release threshold; reuse across streams by event.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_OK(expr)                                                                  \
  do {                                                                                 \
    if (const auto code = (expr); code != cudaSuccess) {                               \
      std::fprintf(stderr, "%s -> %s (%s:%d)\n", #expr, cudaGetErrorString(code), __FILE__, __LINE__); \
      std::exit(EXIT_FAILURE);                                                         \
    }                                                                                  \
  } while (false)

namespace kernels {
template <class T>
__global__ void iota(T* out, int n, T start) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = start + i;
}
template <class T>
__global__ void square(const T* in, T* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i] * in[i];
}
}  // namespace kernels

static bool squares_are_right(const std::vector<int>& v, int start) {
  for (size_t i = 0; i < v.size(); ++i)
    if (v[i] != (start + int(i)) * (start + int(i))) return false;
  return true;
}

static bool in_one_stream(cudaStream_t stream, int n) {
  std::vector<int> host(n);
  for (int start = 0; start < 5; ++start) {
    int *a = nullptr, *b = nullptr;
    CUDA_OK(cudaMallocAsync(&a, n * sizeof(int), stream));
    kernels::iota<<<4, 64, 0, stream>>>(a, n, start);
    CUDA_OK(cudaMallocAsync((void**)&b, n * sizeof(int), stream));
    kernels::square<int><<<4, 64, 0, stream>>>(a, b, n);
    CUDA_OK(cudaFreeAsync(a, stream));
    CUDA_OK(cudaMemcpyAsync(host.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_OK(cudaFreeAsync(b, stream));
    CUDA_OK(cudaStreamSynchronize(stream));
    if (!squares_are_right(host, start)) return false;
  }
  return true;
}

static bool across_streams(int n) {
  cudaStream_t s[2];
  for (auto& stream : s) CUDA_OK(cudaStreamCreate(&stream));
  cudaEvent_t made, used;
  CUDA_OK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
  CUDA_OK(cudaEventCreateWithFlags(&used, cudaEventDisableTiming));
  long long *a, *b;
  CUDA_OK(cudaMallocAsync(&a, n * sizeof *a, s[0]));
  kernels::iota<long long><<<2, 128, 0, s[0]>>>(a, n, 100LL);
  CUDA_OK(cudaEventRecord(made, s[0]));
  CUDA_OK(cudaStreamWaitEvent(s[1], made, 0));
  CUDA_OK(cudaMallocAsync(&b, n * sizeof *b, s[1]));
  kernels::square<<<2, 128, 0, s[1]>>>(a, b, n);
  CUDA_OK(cudaEventRecord(used, s[1]));
  CUDA_OK(cudaStreamWaitEvent(s[0], used, 0));
  CUDA_OK(cudaFreeAsync(a, s[0]));
  std::vector<long long> host(n);
  CUDA_OK(cudaMemcpyAsync(host.data(), b, n * sizeof *b, cudaMemcpyDeviceToHost, s[1]));
  CUDA_OK(cudaFreeAsync(b, s[1]));
  for (auto& stream : s) {
    CUDA_OK(cudaStreamSynchronize(stream));
    CUDA_OK(cudaStreamDestroy(stream));
  }
  CUDA_OK(cudaEventDestroy(made));
  CUDA_OK(cudaEventDestroy(used));
  for (int i = 0; i < n; ++i)
    if (host[i] != (100LL + i) * (100 + i)) return false;
  return true;
}

static bool own_pool(cudaStream_t stream, int n) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypeNone;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = 0;
  cudaMemPool_t pool;
  CUDA_OK(cudaMemPoolCreate(&pool, &props));
  unsigned long long keep = 1 << 20, used = 0;
  CUDA_OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  int* p;
  CUDA_OK(cudaMallocFromPoolAsync(&p, n * sizeof(int), pool, stream));
  CUDA_OK(cudaMemsetAsync(p, 0x11, n * sizeof(int), stream));
  CUDA_OK(cudaStreamSynchronize(stream));
  CUDA_OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  const bool counted = used >= n * sizeof(int);
  std::vector<int> host(n);
  CUDA_OK(cudaMemcpy(host.data(), p, n * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_OK(cudaFreeAsync(p, stream));
  CUDA_OK(cudaStreamSynchronize(stream));
  CUDA_OK(cudaMemPoolTrimTo(pool, 0));
  CUDA_OK(cudaMemPoolDestroy(pool));
  for (int v : host)
    if (v != 0x11111111) return false;
  return counted;
}

int main() {
  int supported = 0;
  CUDA_OK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  if (!supported) return std::puts("no memory pools"), 1;
  cudaMemPool_t default_pool;
  CUDA_OK(cudaDeviceGetDefaultMemPool(&default_pool, 0));
  unsigned long long threshold = ~0ULL;
  CUDA_OK(cudaMemPoolSetAttribute(default_pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  cudaStream_t stream;
  CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const bool one = in_one_stream(stream, 300), two = across_streams(257), three = own_pool(stream, 999);
  CUDA_OK(cudaStreamDestroy(stream));
  std::printf("%d %d %d\n%s\n", one, two, three, one && two && three ? "PASSED" : "FAILED");
  return one && two && three ? 0 : 1;
}

// Launches from the device in every style: in macros and helper functions, of templates, with
// shapes held in structs, in streams tied by an event, fire-and-forget, and a radix sort whose
// passes are tails.
#include <cuda_runtime.h>

#include <cstdio>
#define LAUNCH_CHILD(k, n, ...) (k<<<((n) + 63) / 64, 64>>>(__VA_ARGS__), cudaGetLastError())
template <typename T>
struct range {
  T b, e;
  __host__ __device__ T size() const { return e - b; }
};
template <int Radix, typename T>
__global__ void digit_count(const T *in, int *bins, int shift, range<int> r) {
  __shared__ int local[Radix];
  for (int i = threadIdx.x; i < Radix; i += blockDim.x) local[i] = 0;
  __syncthreads();
  int i = r.b + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < r.e) atomicAdd(&local[(in[i] >> shift) & (Radix - 1)], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < Radix; i += blockDim.x)
    if (local[i]) atomicAdd(&bins[i], local[i]);
}
template <int Radix>
__global__ void exclusive(int *bins) {
  int t = threadIdx.x, v = bins[t], x = v;
  for (int d = 1; d < Radix; d <<= 1) {
    int y = __shfl_up_sync(~0u, x, d);
    if (t >= d) x += y;
  }
  bins[t] = x - v;
}
template <int Radix, typename T>
__global__ void scatter(const T *in, T *out, int *bins, int shift, int n) {
  if (threadIdx.x) return;
  for (int i = 0; i < n; ++i) out[bins[in[i] >> shift & (Radix - 1)]++] = in[i];
}
__global__ void clear(int *bins) { bins[threadIdx.x] = 0; }
template <typename T>
__global__ void sort_step(T *a, T *b, int *bins, int shift, int n, int *status) {
  constexpr int R = 16;
  int rc = 0;
  clear<<<1, R>>>(bins);
  rc |= cudaGetLastError();
  rc |= LAUNCH_CHILD((digit_count<R, T>), n, a, bins, shift, range<int>{0, n});
  exclusive<R><<<1, 32 / 2>>>(bins);
  rc |= cudaGetLastError();
  scatter<R><<<1, 32>>>(a, b, bins, shift, n);
  rc |= cudaGetLastError();
  if (shift + 4 < 8 * int(sizeof(T)))
    sort_step<<<1, 1, 0, cudaStreamTailLaunch>>>(b, a, bins, shift + 4, n, status);
  rc |= cudaGetLastError();
  if (rc) atomicExch(status, rc);
}
__global__ void leaf(int *v, int k) { atomicAdd(v, k); }
__device__ __noinline__ cudaError_t spawn_tree(int *v, int depth);
__global__ void tree(int *v, int depth) {
  if (depth && spawn_tree(v, depth - 1)) atomicAdd(v, 1 << 30);
  leaf<<<1, 2, 0, cudaStreamFireAndForget>>>(v, 1 << depth);
  if (cudaGetLastError()) atomicAdd(v, 1 << 29);
}
__device__ cudaError_t spawn_tree(int *v, int depth) {
  for (int i = 0; i < 2; ++i) {
    tree<<<1, 1>>>(v, depth);
    if (auto e = cudaGetLastError()) return e;
  }
  return cudaSuccess;
}
__global__ void with_events(int *v) {
  cudaStream_t a, b;
  cudaEvent_t e;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  int failed = 0;
  leaf<<<1, 1, 0, a>>>(v, 5);
  failed |= cudaGetLastError();
  cudaEventRecord(e, a);
  cudaStreamWaitEvent(b, e, 0);
  int *w = v;
  struct Cfg {
    dim3 g, t;
  } c{{2, 2}, {1, 3, 2}};
  leaf<<<c.g, c.t, sizeof(int) * 4, b>>>(w, 1);
  failed |= cudaGetLastError();
  int dev = -1, attr = 0;
  cudaGetDevice(&dev);
  cudaDeviceGetAttribute(&attr, cudaDevAttrWarpSize, dev);
  atomicAdd(v, attr + (failed ? 100000 : 0));
  cudaEventDestroy(e);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
int main() {
  const int n = 500;
  unsigned *a, *b;
  int *bins, *status;
  cudaMallocManaged(&a, n * 4);
  cudaMallocManaged(&b, n * 4);
  cudaMallocManaged(&bins, 64);
  cudaMallocManaged(&status, 12);
  status[0] = status[1] = status[2] = 0;
  unsigned long long sum = 0, got = 0;
  for (int i = 0; i < n; ++i) sum += a[i] = i * 2654435761u;
  sort_step<<<1, 1>>>(a, b, bins, 0, n, status);
  tree<<<1, 1>>>(status + 1, 4);
  with_events<<<1, 1>>>(status + 2);
  int bad = cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    got += a[i];
    bad += i && a[i - 1] > a[i];
  }
  printf("%d %d %d\n", status[0], status[1], status[2]);
  bad += got != sum || status[0] || status[1] != 2 * (16 + 2 * 8 + 4 * 4 + 8 * 2 + 16) ||
         status[2] != 5 + 24 + 32;
  cudaFree(a);
  cudaFree(b);
  cudaFree(bins);
  cudaFree(status);
  printf("%s\n", bad ? "wrong" : "right");
  return bad;
}

// Conjugate gradients as a mini-app: rows of a sparse matrix by groups of four lanes, dot products
// that the last block finishes, scalars that stay on the device, exceptions for errors.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>
#define CUDA_TRY(expr)                                                                             \
  do {                                                                                             \
    const cudaError_t status__ = (expr);                                                           \
    if (status__ != cudaSuccess) {                                                                 \
      std::ostringstream os;                                                                       \
      os << __FILE__ << ':' << __LINE__ << ' ' << #expr << " -> " << cudaGetErrorString(status__); \
      throw std::runtime_error(os.str());                                                          \
    }                                                                                              \
  } while (0)
template <class T>
struct DeviceDeleter {
  void operator()(T *p) const noexcept { cudaFree(p); }
};
template <class T>
using device_ptr = std::unique_ptr<T[], DeviceDeleter<T>>;
template <class T>
device_ptr<T> make_device(size_t n) {
  T *p = nullptr;
  CUDA_TRY(cudaMalloc(&p, n * sizeof(T)));
  return device_ptr<T>(p);
}
template <class T>
device_ptr<T> upload(const std::vector<T> &v) {
  auto p = make_device<T>(v.size());
  CUDA_TRY(cudaMemcpy(p.get(), v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
__global__ void spmv(const int *__restrict__ row, const int *__restrict__ col,
                     const double *__restrict__ val, const double *__restrict__ x,
                     double *__restrict__ y, int n) {
  const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 4, l = threadIdx.x & 3;
  double s = 0;
  if (r < n)
    for (int k = row[r] + l; k < row[r + 1]; k += 4) s += val[k] * x[col[k]];
  s += __shfl_down_sync(0xffffffff, s, 2, 4);
  s += __shfl_down_sync(0xffffffff, s, 1, 4);
  if (r < n && l == 0) y[r] = s;
}
struct Scratch {
  double partial[64];
  unsigned ticket;
};
__device__ double block_sum(double v) {
  __shared__ double w[32];
  for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? w[threadIdx.x] : 0;
  if (threadIdx.x < 32)
    for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  __syncthreads();
  return v;
}
__global__ void dot(const double *a, const double *b, int n, Scratch *s, double *out) {
  double v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    v = fma(a[i], b[i], v);
  v = block_sum(v);
  __shared__ bool last;
  if (threadIdx.x == 0) {
    s->partial[blockIdx.x] = v;
    __threadfence();
    last = atomicInc(&s->ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    double t = threadIdx.x < gridDim.x ? ((volatile double *)s->partial)[threadIdx.x] : 0;
    t = block_sum(t);
    if (!threadIdx.x) *out = t;
  }
}
__global__ void update(double *x, double *r, const double *p, const double *ap, const double *rr,
                       const double *pap, int n) {
  const double a = *rr / *pap;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] += a * p[i];
    r[i] -= a * ap[i];
  }
}
__global__ void direction(double *p, const double *r, const double *now, const double *before,
                          int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = r[i] + *now / *before * p[i];
}
int main() try {
  const int g = 14, n = g * g;
  std::vector<int> row{0}, col;
  std::vector<double> val, b(n, 1.0);
  for (int i = 0; i < n; ++i) {
    int x = i % g, y = i / g;
    auto put = [&](int c, double v) {
      col.push_back(c);
      val.push_back(v);
    };
    if (y) put(i - g, -1);
    if (x) put(i - 1, -1);
    put(i, 4);
    if (x + 1 < g) put(i + 1, -1);
    if (y + 1 < g) put(i + g, -1);
    row.push_back(col.size());
  }
  auto dr = upload(row), dc = upload(col);
  auto dv = upload(val), r = upload(b), p = upload(b);
  auto x = make_device<double>(n), ap = make_device<double>(n), sc = make_device<double>(3);
  auto s = make_device<Scratch>(1);
  CUDA_TRY(cudaMemset(x.get(), 0, n * 8));
  CUDA_TRY(cudaMemset(s.get(), 0, sizeof(Scratch)));
  const int B = 128, G = (n + B - 1) / B;
  double *rr = sc.get(), *nrr = rr + 1, *pap = rr + 2;
  dot<<<G, B>>>(r.get(), r.get(), n, s.get(), rr);
  double h = 1;
  int it = 0;
  cudaEvent_t t0, t1;
  CUDA_TRY(cudaEventCreate(&t0));
  CUDA_TRY(cudaEventCreate(&t1));
  CUDA_TRY(cudaEventRecord(t0));
  for (; it < 200 && h > 1e-18; ++it) {
    spmv<<<(4 * n + B - 1) / B, B>>>(dr.get(), dc.get(), dv.get(), p.get(), ap.get(), n);
    dot<<<G, B>>>(p.get(), ap.get(), n, s.get(), pap);
    update<<<G, B>>>(x.get(), r.get(), p.get(), ap.get(), rr, pap, n);
    dot<<<G, B>>>(r.get(), r.get(), n, s.get(), nrr);
    direction<<<G, B>>>(p.get(), r.get(), nrr, rr, n);
    std::swap(rr, nrr);
    CUDA_TRY(cudaMemcpy(&h, rr, 8, cudaMemcpyDeviceToHost));
  }
  CUDA_TRY(cudaEventRecord(t1));
  CUDA_TRY(cudaEventSynchronize(t1));
  float ms;
  CUDA_TRY(cudaEventElapsedTime(&ms, t0, t1));
  cudaEventDestroy(t0);
  cudaEventDestroy(t1);
  std::vector<double> hx(n);
  CUDA_TRY(cudaMemcpy(hx.data(), x.get(), n * 8, cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double q = 0;
    for (int k = row[i]; k < row[i + 1]; ++k) q += val[k] * hx[col[k]];
    worst = std::fmax(worst, std::fabs(q - 1));
  }
  printf("%d iterations, residual %g\n", it, worst);
  return worst > 1e-8;
} catch (const std::exception &e) {
  printf("%s\n", e.what());
  return 1;
}

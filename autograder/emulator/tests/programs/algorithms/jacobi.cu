// Jacobi iteration for Laplace's equation until it has converged: the residual is reduced on the
// device, the host looks at it every few steps; once launched by <<<>>>, once by cudaLaunchKernel
// with a host function behind it, once by a kernel that tails itself until it is done.
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CUDA_RT_CALL(call)                                                                       \
  {                                                                                              \
    cudaError_t cudaStatus = call;                                                               \
    if (cudaSuccess != cudaStatus) {                                                             \
      fprintf(stderr, "ERROR: CUDA RT call \"%s\" in line %d of file %s failed with %s (%d).\n", \
              #call, __LINE__, __FILE__, cudaGetErrorString(cudaStatus), cudaStatus);            \
      exit(cudaStatus);                                                                          \
    }                                                                                            \
  }

typedef float real;
constexpr int nx = 34, ny = 30;
constexpr real tol = 1e-3f;
constexpr int block_x = 16, block_y = 8;

// For floats that are not negative the order of the bits is the order of the numbers.
__device__ __forceinline__ void atomic_max(real *address, real value) {
  atomicMax(reinterpret_cast<int *>(address), __float_as_int(value));
}

__global__ void initialize(real *a, real *b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nx * ny) return;
  const int x = i % nx, y = i / nx;
  const real edge = y == 0 ? 1.0f : x == 0 || x == nx - 1 || y == ny - 1 ? 0.0f : 0.5f;
  a[i] = b[i] = edge;
}

__global__ void step(const real *__restrict__ a, real *__restrict__ b, real *residual) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  real local = 0.0f;
  if (x < nx - 1 && y < ny - 1) {
    const int i = y * nx + x;
    const real fresh = 0.25f * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx]);
    local = fabsf(fresh - a[i]);
    b[i] = fresh;
  }
  if (!residual) return;
  for (int offset = 16; offset; offset >>= 1)
    local = fmaxf(local, __shfl_down_sync(0xffffffff, local, offset));
  __shared__ real warps[block_x * block_y / 32];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  if (tid % 32 == 0) warps[tid / 32] = local;
  __syncthreads();
  if (tid == 0) {
    for (real w : warps) local = max(local, w);
    atomic_max(residual, local);
  }
}

const dim3 block(block_x, block_y);
const dim3 grid((nx - 2 + block_x - 1) / block_x, (ny - 2 + block_y - 1) / block_y);

struct Fields {
  real *a, *b, *residual;
  Fields() {
    CUDA_RT_CALL(cudaMalloc(&a, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMalloc(&b, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMalloc(&residual, sizeof(real)));
    initialize<<<(nx * ny + 127) / 128, 128>>>(a, b);
    CUDA_RT_CALL(cudaGetLastError());
  }
  ~Fields() {
    for (real *p : {a, b, residual}) CUDA_RT_CALL(cudaFree(p));
  }
  std::vector<real> result() const {
    std::vector<real> host(nx * ny);
    CUDA_RT_CALL(cudaMemcpy(host.data(), a, nx * ny * sizeof(real), cudaMemcpyDeviceToHost));
    return host;
  }
};

int by_host(std::vector<real> *result) {
  Fields f;
  real *residual;
  CUDA_RT_CALL(cudaMallocHost(&residual, sizeof(real)));
  cudaStream_t stream;
  CUDA_RT_CALL(cudaStreamCreate(&stream));
  int steps = 0;
  do {
    CUDA_RT_CALL(cudaMemsetAsync(f.residual, 0, sizeof(real), stream));
    for (int i = 0; i < 10; ++i, ++steps) {
      step<<<grid, block, 0, stream>>>(f.a, f.b, i == 9 ? f.residual : nullptr);
      std::swap(f.a, f.b);
    }
    CUDA_RT_CALL(
        cudaMemcpyAsync(residual, f.residual, sizeof(real), cudaMemcpyDeviceToHost, stream));
    CUDA_RT_CALL(cudaStreamSynchronize(stream));
  } while (*residual > tol);
  CUDA_RT_CALL(cudaStreamDestroy(stream));
  CUDA_RT_CALL(cudaFreeHost(residual));
  *result = f.result();
  return steps;
}

void CUDART_CB note(void *residual_and_history) {
  auto *both = static_cast<std::pair<real, std::vector<real>> *>(residual_and_history);
  both->second.push_back(both->first);
}

int by_pointers(std::vector<real> *result) {
  Fields f;
  std::pair<real, std::vector<real>> progress;
  cudaStream_t stream;
  CUDA_RT_CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_RT_CALL(cudaDeviceSynchronize());
  real *none = nullptr;
  do {
    CUDA_RT_CALL(cudaMemsetAsync(f.residual, 0, sizeof(real), stream));
    for (int i = 0; i < 10; ++i) {
      void *args[] = {i % 2 ? &f.b : &f.a, i % 2 ? &f.a : &f.b, i == 9 ? &f.residual : &none};
      CUDA_RT_CALL(cudaLaunchKernel((const void *)step, grid, block, args, 0, stream));
    }
    CUDA_RT_CALL(
        cudaMemcpyAsync(&progress.first, f.residual, sizeof(real), cudaMemcpyDeviceToHost, stream));
    CUDA_RT_CALL(cudaLaunchHostFunc(stream, note, &progress));
    CUDA_RT_CALL(cudaStreamSynchronize(stream));
  } while (progress.second.back() > tol);
  CUDA_RT_CALL(cudaStreamDestroy(stream));
  *result = f.result();
  return static_cast<int>(progress.second.size()) * 10;
}

__global__ void iterate(real *a, real *b, real *residual, int *steps) {
  if (*steps > 0 && *residual <= tol) return;
  *residual = 0.0f;
  for (int i = 0; i < 10; i++) {
    step<<<dim3((nx - 2 + block_x - 1) / block_x, (ny - 2 + block_y - 1) / block_y),
           dim3(block_x, block_y)>>>(a, b, i == 9 ? residual : nullptr);
    real *t = a;
    a = b, b = t;
  }
  *steps += 10;
  iterate<<<1, 1, 0, cudaStreamTailLaunch>>>(a, b, residual, steps);
  if (cudaGetLastError() != cudaSuccess) *steps = -1000000;
}

int by_tails(std::vector<real> *result) {
  Fields f;
  int *steps, host;
  CUDA_RT_CALL(cudaMalloc(&steps, sizeof(int)));
  CUDA_RT_CALL(cudaMemset(steps, 0, sizeof(int)));
  iterate<<<1, 1>>>(f.a, f.b, f.residual, steps);
  CUDA_RT_CALL(cudaDeviceSynchronize());
  CUDA_RT_CALL(cudaMemcpy(&host, steps, sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_RT_CALL(cudaFree(steps));
  *result = f.result();
  return host;
}

int by_cpu(std::vector<real> *result) {
  std::vector<real> a(nx * ny, 0.5f);
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      if (x == 0 || y == 0 || x == nx - 1 || y == ny - 1) a[y * nx + x] = y == 0 ? 1.0f : 0.0f;
  std::vector<real> b = a;
  real residual = 1;
  int steps = 0;
  for (; residual > tol || steps % 10; ++steps) {
    residual = 0;
    for (int y = 1; y < ny - 1; ++y)
      for (int x = 1; x < nx - 1; ++x) {
        const int i = y * nx + x;
        b[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx]);
        residual = std::fmax(residual, std::fabs(b[i] - a[i]));
      }
    std::swap(a, b);
  }
  *result = a;
  return steps;
}

int main() {
  std::vector<real> expected, got;
  const int steps = by_cpu(&expected);
  struct {
    const char *name;
    int (*solve)(std::vector<real> *);
  } ways[] = {{"host", by_host}, {"pointers", by_pointers}, {"tails", by_tails}};
  bool ok = true;
  for (auto [name, solve] : ways) {
    const int took = solve(&got);
    real worst = 0;
    for (size_t i = 0; i < expected.size(); ++i)
      worst = std::fmax(worst, std::fabs(expected[i] - got[i]));
    printf("%s: %d steps (%d), difference %g\n", name, took, steps, worst);
    ok = ok && abs(took - steps) <= 10 && worst < 2e-3f;
  }
  puts(ok ? "PASSED" : "FAILED");
  return !ok;
}

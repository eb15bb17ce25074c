// stream: copy, mul, add, triad, nstream and dot as a templated class behind an abstract one; the values after
// k repetitions have a closed form. Expected: "PASSED".
#include <cfloat>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#define TBSIZE 256
#define startA (0.1)
#define startB (0.2)
#define startC (0.0)
#define startScalar (0.4)

[[noreturn]] inline void error(char const *file, int line, char const *expr, cudaError_t e) {
  std::fprintf(stderr, "Error at %s:%d: %s (%d)\n  %s\n", file, line, cudaGetErrorString(e), e, expr);
  exit(e);
}
#define CU(EXPR) do { auto __e = (EXPR); if (__e != cudaSuccess) error(__FILE__, __LINE__, #EXPR, __e); } while (false)

template <class T>
class Stream {
 public:
  virtual ~Stream() {}
  virtual void copy() = 0;
  virtual void mul() = 0;
  virtual void add() = 0;
  virtual void triad() = 0;
  virtual T dot() = 0;
  virtual void init_arrays(T initA, T initB, T initC) = 0;
  virtual void read_arrays(std::vector<T> &a, std::vector<T> &b, std::vector<T> &c) = 0;
};

template <typename F>
__global__ void for_each_kernel(size_t array_size, F f) {
  for (size_t i = (size_t)threadIdx.x + (size_t)blockDim.x * blockIdx.x; i < array_size; i += (size_t)gridDim.x * blockDim.x) f(i);
}
template <typename F>
void for_each(size_t array_size, F f) {
  size_t grid_size = (array_size + TBSIZE - 1) / TBSIZE;
  for_each_kernel<<<grid_size, TBSIZE>>>(array_size, f);
  CU(cudaPeekAtLastError());
  CU(cudaStreamSynchronize(0));
}

template <class T>
__global__ void dot_kernel(const T *a, const T *b, T *sums, size_t array_size) {
  __shared__ T smem[TBSIZE];
  T tmp = T(0.);
  const size_t tidx = threadIdx.x;
  for (size_t i = tidx + (size_t)blockDim.x * blockIdx.x; i < array_size; i += (size_t)gridDim.x * blockDim.x) tmp += a[i] * b[i];
  smem[tidx] = tmp;
  __syncthreads();
  for (int offset = TBSIZE / 2; offset > 0; offset /= 2) {
    if (tidx < offset) smem[tidx] += smem[tidx + offset];
    __syncthreads();
  }
  if (tidx == 0) sums[blockIdx.x] = smem[tidx];
}

template <class T>
class CUDAStream : public Stream<T> {
 protected:
  T *sums;
  size_t array_size;
  T *d_a, *d_b, *d_c;
  size_t dot_num_blocks;

 public:
  CUDAStream(const size_t ARRAY_SIZE, const int device) : array_size(ARRAY_SIZE) {
    int count;
    CU(cudaGetDeviceCount(&count));
    if (device >= count) throw std::runtime_error("Invalid device index");
    CU(cudaSetDevice(device));
    cudaDeviceProp dprop;
    CU(cudaGetDeviceProperties(&dprop, device));
    dot_num_blocks = std::min<size_t>(dprop.multiProcessorCount * 4, 32);
    size_t array_bytes = sizeof(T) * ARRAY_SIZE;
    if (dprop.totalGlobalMem < 3 * array_bytes) throw std::runtime_error("Device does not have enough memory for all buffers");
    CU(cudaHostAlloc(&sums, sizeof(T) * dot_num_blocks, cudaHostAllocDefault));
    CU(cudaMalloc(&d_a, array_bytes));
    CU(cudaMalloc(&d_b, array_bytes));
    CU(cudaMalloc(&d_c, array_bytes));
  }
  ~CUDAStream() {
    CU(cudaFreeHost(sums));
    for (auto p : {d_a, d_b, d_c}) CU(cudaFree(p));
  }
  virtual void copy() override { for_each(array_size, [a = d_a, c = d_c] __device__(size_t i) { c[i] = a[i]; }); }
  virtual void mul() override { for_each(array_size, [b = d_b, c = d_c] __device__(size_t i) { b[i] = T(startScalar) * c[i]; }); }
  virtual void add() override { for_each(array_size, [a = d_a, b = d_b, c = d_c] __device__(size_t i) { c[i] = a[i] + b[i]; }); }
  virtual void triad() override {
    const T scalar = startScalar;
    for_each(array_size, [scalar, a = d_a, b = d_b, c = d_c] __device__(size_t i) { a[i] = b[i] + scalar * c[i]; });
  }
  virtual T dot() override {
    dot_kernel<<<dot_num_blocks, TBSIZE>>>(d_a, d_b, sums, array_size);
    CU(cudaPeekAtLastError());
    CU(cudaDeviceSynchronize());
    T sum = 0.0;
    for (size_t i = 0; i < dot_num_blocks; ++i) sum += sums[i];
    return sum;
  }
  virtual void init_arrays(T initA, T initB, T initC) override {
    for_each(array_size, [=, a = d_a, b = d_b, c = d_c] __device__(size_t i) { a[i] = initA; b[i] = initB; c[i] = initC; });
  }
  virtual void read_arrays(std::vector<T> &a, std::vector<T> &b, std::vector<T> &c) override {
    CU(cudaMemcpy(a.data(), d_a, a.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CU(cudaMemcpy(b.data(), d_b, b.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CU(cudaMemcpy(c.data(), d_c, c.size() * sizeof(T), cudaMemcpyDeviceToHost));
  }
};

template <typename T>
bool run(size_t n, int times) {
  std::unique_ptr<Stream<T>> stream = std::make_unique<CUDAStream<T>>(n, 0);
  stream->init_arrays(startA, startB, startC);
  std::vector<T> a(n), b(n), c(n);
  T sum{}, goldA = startA, goldB = startB, goldC = startC;
  auto t1 = std::chrono::high_resolution_clock::now();
  for (int k = 0; k < times; ++k) {
    stream->copy(); stream->mul(); stream->add(); stream->triad();
    sum = stream->dot();
    goldC = goldA; goldB = T(startScalar) * goldC; goldC = goldA + goldB; goldA = goldB + T(startScalar) * goldC;
  }
  (void)t1;
  stream->read_arrays(a, b, c);
  double errA = 0, errB = 0, errC = 0, errSum = std::fabs((sum - goldA * goldB * n) / (goldA * goldB * n));
  for (size_t i = 0; i < n; i++) errA += std::fabs(a[i] - goldA), errB += std::fabs(b[i] - goldB), errC += std::fabs(c[i] - goldC);
  double epsi = std::numeric_limits<T>::epsilon() * 100.0;
  bool ok = errA / n <= epsi && errB / n <= epsi && errC / n <= epsi && errSum < (sizeof(T) == 4 ? 1e-5 : 1e-8);
  std::cout << (std::is_same<T, float>::value ? "float" : "double") << (ok ? " ok" : " wrong") << std::endl;
  return ok;
}

int main(int argc, char *argv[]) {
  size_t n = argc > 1 ? std::stoul(argv[1]) : 20000;
  bool ok = run<double>(n, 3) & run<float>(n, 3);
  std::puts(ok ? "PASSED" : "FAILED");
  return !ok;
}

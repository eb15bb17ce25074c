// Device function pointers: tables of them in constant memory, fetched from symbols by the host and
// passed to kernels, device lambdas, generic functors and a tiny expression interpreter.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CUDA_ERR(x) do { cudaError_t err = (x); if (err != cudaSuccess) { std::fprintf(stderr, "%s\n", cudaGetErrorString(err)); std::exit(1); } } while (0)

typedef float (*op_t)(float, float);

__device__ float op_add(float x, float y) { return x + y; }
__device__ float op_sub(float x, float y) { return x - y; }
__device__ float op_mul(float x, float y) { return x * y; }
__device__ float op_max(float x, float y) { return x > y ? x : y; }

__device__ op_t d_table[4] = {op_add, op_sub, op_mul, op_max};
__device__ op_t d_add = op_add;
__constant__ op_t c_chosen;

__global__ void apply_table(const float* a, const float* b, float* out, const int* which, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = d_table[which[i]](a[i], b[i]);
}

__global__ void apply_pointer(const float* a, const float* b, float* out, op_t op, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = (*op)(a[i], b[i]) + c_chosen(a[i], b[i]);
}

template <typename F, typename... Args>
__global__ void for_each(int n, F f, Args... args) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i, args...);
}

template <int Power>
struct Raise {
  __host__ __device__ float operator()(float x) const { return x * Raise<Power - 1>()(x); }
};
template <>
struct Raise<0> {
  __host__ __device__ float operator()(float) const { return 1.0f; }
};

template <template <int> class Functor, int N>
struct Mapper {
  float* data;
  Functor<N> f;
  __device__ void operator()(int i) const { data[i] = f(data[i]); }
};

// A stack machine: numbers are pushed, operators take two.
enum Code : int { PUSH_X, PUSH_1, ADD, SUB, MUL, END };
__constant__ Code program[16];

__device__ float interpret(float x) {
  float stack[8];
  int top = 0;
  for (int pc = 0; program[pc] != END; ++pc) {
    switch (program[pc]) {
      case PUSH_X: stack[top++] = x; break;
      case PUSH_1: stack[top++] = 1.0f; break;
      default: {
        const float right = stack[--top];
        stack[top - 1] = d_table[program[pc] - ADD](stack[top - 1], right);
      }
    }
  }
  return stack[0];
}

__global__ void evaluate(float* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = interpret(threadIdx.x * 0.5f);
}

int main() {
  const int n = 300;
  float *a, *b, *out;
  int* which;
  CUDA_ERR(cudaMallocManaged(&a, n * sizeof(float)));
  CUDA_ERR(cudaMallocManaged(&b, n * sizeof(float)));
  CUDA_ERR(cudaMallocManaged(&out, n * sizeof(float)));
  CUDA_ERR(cudaMallocManaged(&which, n * sizeof(int)));
  for (int i = 0; i < n; ++i) a[i] = i * 0.25f, b[i] = 10 - i * 0.125f, which[i] = i * 7 % 4;
  const std::function<float(float, float)> host_ops[] = {
      std::plus<float>(), std::minus<float>(), std::multiplies<float>(),
      [](float x, float y) { return x > y ? x : y; }};
  bool ok = true;

  apply_table<<<3, 128>>>(a, b, out, which, n);
  CUDA_ERR(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) ok &= out[i] == host_ops[which[i]](a[i], b[i]);

  op_t add, table[4];
  CUDA_ERR(cudaMemcpyFromSymbol(&add, d_add, sizeof add));
  CUDA_ERR(cudaMemcpyFromSymbol(table, d_table, sizeof table));
  CUDA_ERR(cudaMemcpyToSymbol(c_chosen, &table[2], sizeof(op_t)));
  apply_pointer<<<3, 128>>>(a, b, out, add, n);
  CUDA_ERR(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) ok &= out[i] == (a[i] + b[i]) + a[i] * b[i];
  std::printf("pointers %s\n", ok ? "ok" : "wrong");

  const float scale = 2.0f, offset = -1.0f;
  for_each<<<2, 64>>>(n, [=] __device__(int i) { out[i] = scale * a[i] + offset; });
  for_each<<<2, 64>>>(n, [] __device__(int i, float* p, const float* q, float k) { p[i] += q[i] * k; }, out, b, 0.5f);
  CUDA_ERR(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) ok &= std::fabs(out[i] - (2 * a[i] - 1 + 0.5f * b[i])) < 1e-4f;

  auto twice = [] __host__ __device__(int x) { return 2 * x; };
  for_each<<<1, 32>>>(n, [=] __device__(int i) { which[i] = twice(i); });
  for (int i = 0; i < n; ++i) b[i] = i % 5;
  for_each<<<1, 128>>>(n, Mapper<Raise, 3>{b, {}});
  CUDA_ERR(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) ok &= which[i] == twice(i) && b[i] == Raise<3>()(i % 5);

  const Code x2_minus_1[] = {PUSH_X, PUSH_X, MUL, PUSH_1, SUB, END};
  CUDA_ERR(cudaMemcpyToSymbol(program, x2_minus_1, sizeof x2_minus_1));
  evaluate<<<1, 32>>>(out, 20);
  CUDA_ERR(cudaGetLastError());
  CUDA_ERR(cudaDeviceSynchronize());
  for (int i = 0; i < 20; ++i) ok &= out[i] == i * 0.5f * (i * 0.5f) - 1;

  for (void* p : {(void*)a, (void*)b, (void*)out, (void*)which}) CUDA_ERR(cudaFree(p));
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

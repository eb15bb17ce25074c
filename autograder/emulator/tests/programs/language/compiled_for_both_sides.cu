// `__CUDA_ARCH__` tells device code from host code: in kernels, in functions for both sides, in
// members, templates and lambdas, around whole functions, and around what they use.
#include <cstdio>
#include <cstring>
#include <vector>

#ifdef __CUDA_ARCH__
#define SIDE "device"
constexpr int kLanesAtOnce = 32;
#else
#define SIDE "host"
constexpr int kLanesAtOnce = 1;
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value) { return *address += value; }
#endif

static int failures = 0;

static void expect(bool right, const char* what) {
  if (right) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}

// The classic: fast arithmetic on the device, the library's on the host.
__host__ __device__ inline int ones(unsigned bits) {
#ifdef __CUDA_ARCH__
  return 1000 + __popc(bits);
#else
  int count = 0;
  for (; bits != 0; bits &= bits - 1) ++count;
  return count;
#endif
}

// An if that begins on each side and ends on both.
__host__ __device__ int clamp_to_lanes(int n) {
#if !defined(__CUDA_ARCH__)
  if (n > 5) {
#else
  if (n > 7) {
#endif
    n = kLanesAtOnce;
  }
  return n;
}

template <class T>
__host__ __device__ T twice(T x) {
#ifdef __CUDA_ARCH__
  return x + x + T(1);
#else
  return x + x;
#endif
}

struct Shape {
  int sides;
  __host__ __device__ explicit Shape(int n) : sides(n) {
#ifdef __CUDA_ARCH__
    sides += 100;
#endif
  }
  __host__ __device__ int is_on() const {
#if __CUDA_ARCH__ >= 700
    return 7;
#elif defined(__CUDA_ARCH__)
    return 6;
#else
    return 0;
#endif
  }
};

__host__ __device__ constexpr int square(int x) {
#ifdef __CUDA_ARCH__
  return x * x + 0;
#else
  return x * x;
#endif
}
static_assert(square(3) == 9, "");

#ifdef __CUDA_ARCH__
__device__ int only_here() { return __CUDA_ARCH__; }
__host__ __device__ int who() { return only_here(); }
#else
static int only_there() { return -1; }
__host__ __device__ int who() { return only_there(); }
#endif

__constant__ int offsets[2] = {3, 4};

__host__ __device__ int offset(int i) {
#ifdef __CUDA_ARCH__
  return offsets[i];
#else
  const int table[] = {30, 40};
  return table[i];
#endif
}

// Where a program is not compiled for the device, its kernels do nothing.
__global__ void look(int* out) {
#if __CUDA_ARCH__ >= 700
  out[0] = __CUDA_ARCH__;
#else
  out[0] = -1;
#endif
  out[1] = ones(0xffu);
  out[2] = clamp_to_lanes(6) + clamp_to_lanes(8);
  out[3] = twice(20);
  out[4] = Shape(3).sides;
  out[5] = Shape(3).is_on();
  out[6] = square(5);
  out[7] = who();
  out[8] = offset(0) + offset(1);
  const char* side = SIDE;
  out[9] = side[0] == 'd';
}

template <class F>
__global__ void call(F f, int* out) {
  out[threadIdx.x] = f(int(threadIdx.x));
}

int main() {
  int* out;
  cudaMalloc(&out, 10 * sizeof(int));
  look<<<1, 1>>>(out);
  std::vector<int> seen(10);
  cudaMemcpy(seen.data(), out, 10 * sizeof(int), cudaMemcpyDeviceToHost);
  expect(seen[0] == seen[7] && seen[0] >= 700, "the architecture");
  expect(seen[1] == 1008 && ones(0xffu) == 8, "a function for both sides");
  expect(seen[2] == 6 + 32 && clamp_to_lanes(6) == 1 && clamp_to_lanes(4) == 4, "half an if");
  expect(seen[3] == 41 && twice(20) == 40, "a template");
  expect(seen[4] == 103 && Shape(3).sides == 3, "a constructor");
  expect(seen[5] == 7 && Shape(3).is_on() == 0, "a member");
  expect(seen[6] == 25 && square(5) == 25, "a constant expression");
  expect(who() == -1, "functions of one side");
  expect(seen[8] == 7 && offset(0) == 30, "a constant array");
  expect(seen[9] == 1 && std::strcmp(SIDE, "host") == 0, "a macro");

  call<<<1, 4>>>(
      [] __device__(int i) {
#ifdef __CUDA_ARCH__
        return 10 + i;
#else
        return -1;
#endif
      },
      out);
  cudaMemcpy(seen.data(), out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; ++i) expect(seen[i] == 10 + i, "a lambda");
  cudaFree(out);
  std::puts(failures == 0 ? "ok" : "failed");
  return failures;
}

// Every form of CUDA that the translator deals with, for the compilers to agree to what comes out.
#include <cstdio>
#include <array>
#include <utility>
#define KERNEL __global__ void
#define LAUNCH(k, ...) k<<<1, 2>>>(__VA_ARGS__)
#define CHECK(x) do { if ((x) != cudaSuccess) { printf("%s\n", cudaGetErrorString(x)); } } while (0)
#define MAKE(name, op) __global__ void name(int* p) { __shared__ int t[4]; t[0] = 1; p[0] = t[0] op 1; }
MAKE(adder, +) MAKE(suber, -)

namespace a::b {
template <class T, int N = 3>
struct A { static constexpr int v = N; };
template <class T> __device__ T twice(T x) { return x + x; }
__device__ float d_one = 1.f, d_arr[4] = {1, 2}, *d_ptr;
__device__ int braced{3};
static __device__ int counters[4];
__constant__ float coef[3] = {1, 2, 3};
__device__ const int kTable[] = {1, 2, 3};
__device__ constexpr int kN = 8;
__managed__ int managed = 4;
inline __device__ int inl = 3;
template <class T> __device__ T tv{};
}
using namespace a::b;
__device__ int add(int a, int b) { return a + b; }
typedef int (*op_t)(int, int);
__device__ op_t dev_op = add;
__device__ int (*dev_ops[2])(int, int) = {add, add};
extern __device__ int later;
__device__ int later = 7;
__shared__ int file_shared[32], file_scalar;
extern __shared__ float file_dynamic[];

template <typename... Ts> __global__ void pack(Ts... xs) { int s = 0; ((s += static_cast<int>(xs)), ...); a::b::counters[0] = s; }
template <class T, int N> __global__ void __launch_bounds__(N * 32, 1) tiled(T* out, const T* __restrict__ in, int n = 4) {
  __shared__ T tile[N][N + 1], extra;
  __shared__ __align__(16) struct { T a; int b; } pair[2], *pp;
  extern __shared__ __align__(16) unsigned char raw[];
  for (int i = 0; i < n; ++i) { __shared__ float inner[N]; inner[threadIdx.x % N] = i; }
  tile[threadIdx.x % N][0] = in[0]; extra = tile[0][0]; pair[0].a = extra; pp = &pair[1]; raw[0] = 1;
  __syncthreads();
  out[0] = extra + pp->a + raw[0] + file_shared[0] + file_scalar + static_cast<int>(file_dynamic[0]);
  file_shared[1] = 2; file_scalar = 3; file_scalar++; file_dynamic[2] = 4;
}
__global__ void takes_pointer(void (*f)(int*), int* p) { f(p); }
__device__ void helper(int* p) { p[0]++; }
extern "C" __global__ void c_kernel(int n = 3);
extern "C" __global__ void c_kernel(int n) { if (n > 0) c_kernel<<<1, 1>>>(n - 1); else return; }
[[maybe_unused]] static __global__ void attrs(int) {}
__global__ void static_locals(int* p) { static __device__ int count = 0; static __shared__ int s; s = 1; p[0] = ++count + s; }
template <class F> __global__ void apply(F f, int n) { f(n); }
KERNEL macro_kernel(int* p) { LAUNCH(adder, p); }
__global__ void ptx(unsigned long long* out, unsigned* u) {
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(*out));
  unsigned lane; asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("membar.gl;" ::: "memory"); asm volatile("" ::: "memory");
  u[0] = lane;
}
struct Method { int n; void run(int* p) { adder<<<n, 1>>>(p); auto f = [this, p] { suber<<<n, 1>>>(p); }; f(); } };
typedef void (*kernel_t)(int*);
struct Table { kernel_t k[2]; };
template <class T> void templated(T* p) { tiled<T, 4><<<1, 32>>>(p, p); tiled<T, a::b::A<a::b::A<int>>::v><<<1, 1>>>(p, p, 3); }
template <class T> struct Traits { __host__ __device__ static kernel_t get() { return adder; } };
__host__ __device__ inline int both(int x) { return x + kTable[x % 3] + kN; }
__device__ __forceinline__ int forced(int x) { return x; }
static __forceinline__ __device__ int forced2(int x) { return x; }
__noinline__ __device__ int never(int x) { return x; }
__global__ void parent(int* p, int n) {
  kernel_t table[] = {adder, suber};
  for (int i = 0; i < 2; ++i) table[i]<<<1, 1>>>(p);
  (n ? adder : suber)<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
  n ? adder<<<1, 1>>>(p) : suber<<<1, 1>>>(p);
  for (adder<<<1, 1>>>(p); n < 3; ++n, adder<<<1, 1>>>(p)) ;
  if (n) adder<<<dim3(1), dim3{1, 1, 1}>>>(p); else suber<<<n < 1 ? 1 : 2,
     max(1, 2), both(0),
     cudaStreamFireAndForget>>>
     (p);
  auto l = [=] __device__ (int k) { adder<<<1, 1>>>(p); p[k] = forced(k) + forced2(k) + never(k); };
  apply<<<1, 1>>>(l, 1);
  apply<<<1, 1>>>([=] __device__ (int k) { p[k] = 1; }, 2);
  pack<<<1, 1>>>(1, 2.f, 'c');
  pack<<<1>>>();
  takes_pointer<<<1, 1>>>(helper, p);
  Traits<std::pair<int, std::array<int, 2>>>::get()<<<1, 1>>>(p);
  tiled<float, 8><<<1, sizeof(std::array<std::array<int, 2>, 3>)>>>(d_arr, d_arr);
  CHECK(cudaGetLastError());
  return adder<<<1, 1>>>(p);
}
int main() {
  int* p = nullptr;
  Method{1}.run(p); templated(p); Table t{{adder, suber}}; t.k[1]<<<1, 1>>>(p);
  parent<<<1, 2, 3 << 2, 0>>>(p, 1);
  void* args[] = {&p};
  CHECK(cudaLaunchKernel((void*)adder, dim3(1), dim3(1), args, 0, 0));
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&adder), dim3(1), dim3(1), args, 0, 0));
  CHECK(cudaDeviceSynchronize());
  const char* s = R"(adder<<<1, 1>>>(p);
)"; (void)s;
  return __LINE__ == 0 ? 0 : 1;
}

// As reductions were written before __syncwarp.
__device__ void add_volatile(volatile float* sums, int t) {
  sums[t] += sums[t + 16];
  sums[t] += sums[t + 8];
}

// The other file of local_one.cu.
__device__ int offset = 1000;
__constant__ int factor = -1;
struct Pair { int a, b; };
__device__ Pair operator+(Pair x, Pair y) { return {x.b + y.b, x.a + y.a}; }
__device__ int change(int n) { return n * factor + offset; }
template <class T> __device__ T twice(T n) { return n + 3; }
__managed__ int result;
__global__ void two() { result = twice(change((Pair{1, 2} + Pair{1, 2}).a)); }

int of_two() {
  two<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? result : -1;
}

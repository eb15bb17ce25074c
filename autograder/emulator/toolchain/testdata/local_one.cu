// Two files that define the same names for the device; local_two.cu is the other. Exit status 0 when
// each has used its own.
__device__ int offset = 10;
__constant__ int factor = 2;
struct Pair { int a, b; };
__device__ Pair operator+(Pair x, Pair y) { return {x.a + y.a, x.b + y.b}; }
__device__ int change(int n) { return n * factor + offset; }
template <class T> __device__ T twice(T n) { return n + n; }
__global__ void one(int* result) { *result = twice(change((Pair{1, 2} + Pair{1, 2}).a)); }

int of_two();
__managed__ int result;

int main() {
  one<<<1, 1>>>(&result);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  return result == 28 && of_two() == 999 ? 0 : 1;
}

// One half of a program; launch.cu is the other.
__device__ int counter = 2;
__global__ void add(int* result, int n) {
  __shared__ int sum;
  sum = n + counter;
  result[0] = sum;
}

// Uses a variable of kernel.cu.
extern __device__ int counter;
__global__ void use(int* result) { *result = counter; }
int main() { use<<<1, 1>>>(nullptr); }

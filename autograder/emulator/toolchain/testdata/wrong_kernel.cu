// Errors in a kernel and in a launch: no message of theirs may speak of what they become.
__global__ void wrong(int* data, int n) {
  if (n == 2) atomicAdd(data, "x");
  data[threadIdx.x] = mising;
  if (n == 3) return 5;
  __shared__ int s[mising];
  s[0] = 1;
}
int main() {
  wrong<<<1, 32, 0, "x">>>(nullptr, 1);
  wrong<<<1, 32>>>(nullptr, 1, 2);
}

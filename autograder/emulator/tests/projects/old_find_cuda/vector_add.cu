#include <stdio.h>

__global__ void add(const int *a, const int *b, int *c) {
  c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

int main(void) {
  const int n = 100;
  int host[n], *a, *b, *c;
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMalloc((void **)&a, sizeof host);
  cudaMalloc((void **)&b, sizeof host);
  cudaMalloc((void **)&c, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, n>>>(a, b, c);
  cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  for (int i = 0; i < n; i++)
    if (host[i] != 2 * i) return printf("wrong at %d\n", i), 1;
  return 0;
}

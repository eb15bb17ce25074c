// A shared variable has static storage: lambdas use it without capturing it, and [=] copies
// nothing.
#include "../expect.h"

template <class F>
__device__ int call(F f, int i) {
  return f(i);
}

__global__ void reverse(int* data, int* product) {
  __shared__ int all[32], last;
  extern __shared__ int dynamic[];
  const int t = threadIdx.x;
  auto set = [](int i, int value) { all[i] = value; };
  auto set_dynamic = [=](int value) { dynamic[t] = 2 * value; };
  auto get = [=](int i) { return all[31 - i] + last * dynamic[31 - i]; };
  auto nested = [] {
    return [](int i) {
      auto& here = dynamic[i];
      return here * last;
    };
  };
  auto hidden = [](int* all, int last) {
    int dynamic = 3;
    return all[0] * last * dynamic;
  };
  set(t, data[t]);
  set_dynamic(data[t]);
  if (t == 0) [&] { last = 1; }();
  __syncthreads();
  data[t] = call(get, t) + nested()(t);
  product[t] = hidden(product + t, 7);
}

int main() {
  int host[32], products[32], *data, *product;
  for (int i = 0; i < 32; ++i) host[i] = products[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&product, sizeof products);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(product, products, sizeof products, cudaMemcpyHostToDevice);
  reverse<<<1, 32, sizeof host>>>(data, product);
  EXPECT_EQ(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(cudaMemcpy(products, product, sizeof products, cudaMemcpyDeviceToHost), 0);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(host[i], 3 * (31 - i) + 2 * i);
    EXPECT_EQ(products[i], 21 * i);
  }
  cudaFree(data);
  cudaFree(product);
  return failures();
}

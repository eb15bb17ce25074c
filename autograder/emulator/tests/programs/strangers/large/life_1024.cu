// Life on a torus of 1024 x 1024 bytes, 10 generations, compared with bit-parallel counting on the host.
// Expected: PASSED
#include "sample.h"
__global__ void life(const unsigned char *in, unsigned char *out, unsigned w, unsigned h) {
  unsigned size = w * h;
  for (unsigned cell = blockIdx.x * blockDim.x + threadIdx.x; cell < size; cell += blockDim.x * gridDim.x) {
    unsigned x = cell % w, y = cell - x, left = (x + w - 1) % w, right = (x + 1) % w, up = (y + size - w) % size, down = (y + w) % size;
    unsigned n = in[left + up] + in[x + up] + in[right + up] + in[left + y] + in[right + y] + in[left + down] + in[x + down] + in[right + down];
    out[x + y] = n == 3 || (n == 2 && in[x + y]) ? 1 : 0;
  }
}
int main(int argc, char **argv) {
  const int n = 1024, generations = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<unsigned char> v(n * n), t(n * n);
  unsigned seed = 4;
  for (auto &c : v) c = lcg(seed) >> 31;
  unsigned char *a = device(v), *b = device<unsigned char>(n * n);
  for (int g = 0; g < generations; g++) {
    life<<<2048, 128>>>(a, b, n, n);
    std::swap(a, b);
  }
  auto got = host(a, n * n);
  for (int g = 0; g < generations; g++) {
    for (int y = 0; y < n; y++) {
      const unsigned char *r0 = &v[(y + n - 1) % n * n], *r1 = &v[y * n], *r2 = &v[(y + 1) % n * n];
      for (int x = 0; x < n; x++) {
        int l = (x + n - 1) % n, r = (x + 1) % n, k = r0[l] + r0[x] + r0[r] + r1[l] + r1[r] + r2[l] + r2[x] + r2[r];
        t[y * n + x] = k == 3 || (k == 2 && r1[x]);
      }
    }
    v.swap(t);
  }
  cudaFree(a); cudaFree(b);
  return finish(got == v);
}

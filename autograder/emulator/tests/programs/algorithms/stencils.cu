// Finite differences in one, two and three dimensions: halos in shared memory loaded by the edge
// threads, a 2D tile with corners, and 2.5D blocking that keeps a column of planes in registers.
#include <cuda_runtime.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define GPU_OK(e) gpu_ok((e), #e, __LINE__)
static void gpu_ok(cudaError_t code, const char *what, int line) {
  if (code == cudaSuccess) return;
  fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(code));
  exit(3);
}

constexpr int R = 4;
__constant__ float c1[2 * R + 1];
__constant__ float c2[3][3];

template <int BLOCK, int RADIUS = R>
__global__ void stencil_1d(const float *in, float *out, int n) {
  __shared__ float s[BLOCK + 2 * RADIUS];
  const int g = blockIdx.x * BLOCK + threadIdx.x, l = threadIdx.x + RADIUS;
  s[l] = g < n ? in[g] : 0.0f;
  if (threadIdx.x < RADIUS) {
    s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0.0f;
    s[l + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0.0f;
  }
  __syncthreads();
  if (g >= n) return;
  float sum = 0;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; ++k) sum += c1[k + RADIUS] * s[l + k];
  out[g] = sum;
}

template <int BX, int BY>
__global__ void stencil_2d(const float *in, float *out, int nx, int ny) {
  __shared__ float tile[BY + 2][BX + 2];
  // The tile with its halo has more elements than the block has threads.
  const int x0 = blockIdx.x * BX - 1, y0 = blockIdx.y * BY - 1;
  for (int i = threadIdx.y * BX + threadIdx.x; i < (BX + 2) * (BY + 2); i += BX * BY) {
    const int lx = i % (BX + 2), ly = i / (BX + 2);
    const int x = (x0 + lx + nx) % nx, y = (y0 + ly + ny) % ny;  // periodic
    tile[ly][lx] = in[y * nx + x];
  }
  __syncthreads();
  const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  if (x >= nx || y >= ny) return;
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) sum += c2[j][i] * tile[threadIdx.y + j][threadIdx.x + i];
  out[y * nx + x] = sum;
}

struct Volume {
  int nx, ny, nz;
  __host__ __device__ size_t operator()(int x, int y, int z) const {
    return (size_t(z) * ny + y) * nx + x;
  }
  __host__ __device__ size_t size() const { return size_t(nx) * ny * nz; }
};

template <int BX, int BY>
__global__ void __launch_bounds__(BX *BY)
    stencil_3d(const float *__restrict__ in, float *__restrict__ out, Volume v) {
  __shared__ float plane[BY + 2][BX + 2];
  const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const bool inside = x < v.nx && y < v.ny;
  auto at = [&](int i, int j, int k) {
    return i >= 0 && i < v.nx && j >= 0 && j < v.ny && k >= 0 && k < v.nz ? in[v(i, j, k)] : 0.0f;
  };
  float below = 0.0f, here = at(x, y, 0), above;
  for (int z = 0; z < v.nz; ++z) {
    above = at(x, y, z + 1);
    plane[ty][tx] = here;
    if (threadIdx.x == 0) plane[ty][0] = at(x - 1, y, z);
    if (threadIdx.x == BX - 1) plane[ty][BX + 1] = at(x + 1, y, z);
    if (threadIdx.y == 0) plane[0][tx] = at(x, y - 1, z);
    if (threadIdx.y == BY - 1) plane[BY + 1][tx] = at(x, y + 1, z);
    __syncthreads();
    if (inside)
      out[v(x, y, z)] = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                        plane[ty + 1][tx] + below + above - 6.0f * here;
    below = here;
    here = above;
    __syncthreads();
  }
}

static bool check(const char *name, const std::vector<float> &in, size_t n,
                  const std::function<void(const float *, float *)> &launch,
                  const std::function<float(size_t)> &expected) {
  float *d_in, *d_out;
  GPU_OK(cudaMalloc(&d_in, n * sizeof *d_in));
  GPU_OK(cudaMalloc(&d_out, n * sizeof *d_out));
  GPU_OK(cudaMemcpy(d_in, in.data(), n * sizeof *d_in, cudaMemcpyDefault));
  launch(d_in, d_out);
  GPU_OK(cudaGetLastError());
  std::vector<float> out(n);
  GPU_OK(cudaMemcpy(out.data(), d_out, n * sizeof *d_out, cudaMemcpyDefault));
  GPU_OK(cudaFree(d_in));
  GPU_OK(cudaFree(d_out));
  for (size_t i = 0; i < n; ++i)
    if (std::abs(out[i] - expected(i)) > 1e-4f) {
      printf("%s: %f instead of %f at %zu\n", name, out[i], expected(i), i);
      return false;
    }
  return true;
}

int main() {
  const std::array<float, 2 *R + 1> h1 = {-0.1f, 0.2f, -0.3f, 0.5f, 1.0f, 0.5f, -0.3f, 0.2f, -0.1f};
  const float h2[3][3] = {{0.05f, 0.1f, 0.05f}, {0.1f, 0.4f, 0.1f}, {0.05f, 0.1f, 0.05f}};
  GPU_OK(cudaMemcpyToSymbol(c1, h1.data(), sizeof c1));
  GPU_OK(cudaMemcpyToSymbol(c2, h2, sizeof h2));

  std::vector<float> in(1 << 13);
  for (size_t i = 0; i < in.size(); ++i) in[i] = std::sin(0.37f * i) + 0.001f * (i % 97);

  const int n = 3000;
  bool ok = check(
      "1D", in, n,
      [&](const float *a, float *b) { stencil_1d<128><<<(n + 127) / 128, 128>>>(a, b, n); },
      [&](size_t i) {
        float sum = 0;
        for (int k = -R; k <= R; ++k)
          if (int(i) + k >= 0 && int(i) + k < n) sum += h1[k + R] * in[i + k];
        return sum;
      });
  const int nx = 70, ny = 45;
  ok = check(
           "2D", in, nx * ny,
           [&](const float *a, float *b) {
             const dim3 block(16, 8),
                 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
             stencil_2d<16, 8><<<grid, block>>>(a, b, nx, ny);
           },
           [&](size_t i) {
             float sum = 0;
             const int x = i % nx, y = i / nx;
             for (int q = -1; q <= 1; ++q)
               for (int p = -1; p <= 1; ++p)
                 sum += h2[q + 1][p + 1] * in[(y + q + ny) % ny * nx + (x + p + nx) % nx];
             return sum;
           }) &&
       ok;
  const Volume v{30, 19, 12};
  ok = check(
           "3D", in, v.size(),
           [&](const float *a, float *b) {
             stencil_3d<16, 8><<<dim3(2, 3), dim3(16, 8, 1)>>>(a, b, v);
           },
           [&](size_t i) {
             const int x = i % v.nx, y = i / v.nx % v.ny, z = i / v.nx / v.ny;
             float sum = -6 * in[i];
             if (x > 0) sum += in[v(x - 1, y, z)];
             if (x + 1 < v.nx) sum += in[v(x + 1, y, z)];
             if (y > 0) sum += in[v(x, y - 1, z)];
             if (y + 1 < v.ny) sum += in[v(x, y + 1, z)];
             if (z > 0) sum += in[v(x, y, z - 1)];
             if (z + 1 < v.nz) sum += in[v(x, y, z + 1)];
             return sum;
           }) &&
       ok;
  puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

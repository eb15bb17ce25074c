// lbm: D2Q9 lattice Boltzmann, a decaying shear wave in a periodic box; structure of arrays, pull scheme.
// The wave's amplitude decays as exp(-nu k^2 t).  Expected: "viscosity within 2%", "PASSED".
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace lbm {

using real = double;
constexpr int Q = 9;
__constant__ int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ real w[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

struct Grid { int nx, ny; __host__ __device__ int cells() const { return nx * ny; } };

#define CUDA_TRY(expr)                                                                     \
  do {                                                                                     \
    if (auto rc_ = (expr); rc_ != cudaSuccess) {                                           \
      std::fprintf(stderr, "%s:%d: %s -> %s\n", __FILE__, __LINE__, #expr, cudaGetErrorString(rc_)); \
      std::abort();                                                                        \
    }                                                                                      \
  } while (false)

__device__ __forceinline__ real equilibrium(int q, real rho, real ux, real uy) {
  const real cu = 3 * (cx[q] * ux + cy[q] * uy);
  return w[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

__global__ void init(real *f, Grid g, real amplitude) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= g.nx || y >= g.ny) return;
  const real ux = amplitude * sin(2 * M_PI * y / g.ny);
  for (int q = 0; q < Q; ++q) f[q * g.cells() + y * g.nx + x] = equilibrium(q, 1.0, ux, 0.0);
}

__global__ void collide_and_stream(const real *__restrict__ in, real *__restrict__ out, const Grid g, const real omega) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= g.nx || y >= g.ny) return;
  real f[Q], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int q = 0; q < Q; ++q) {
    const int sx = (x - cx[q] + g.nx) % g.nx, sy = (y - cy[q] + g.ny) % g.ny;
    f[q] = in[q * g.cells() + sy * g.nx + sx];
    rho += f[q];
    ux += f[q] * cx[q];
    uy += f[q] * cy[q];
  }
  ux /= rho;
  uy /= rho;
#pragma unroll
  for (int q = 0; q < Q; ++q)
    out[q * g.cells() + y * g.nx + x] = f[q] + omega * (equilibrium(q, rho, ux, uy) - f[q]);
}

__global__ void amplitude(const real *f, Grid g, real *result) {
  __shared__ real part[128];
  real sum = 0;
  for (int i = threadIdx.x; i < g.cells(); i += blockDim.x) {
    real u = 0, rho = 0;
    for (int q = 0; q < Q; ++q) u += f[q * g.cells() + i] * cx[q], rho += f[q * g.cells() + i];
    sum += u / rho * sin(2 * M_PI * (i / g.nx) / g.ny);
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (!threadIdx.x) *result = 2 * part[0] / g.cells();
}

class Simulation {
 public:
  Simulation(Grid g, real omega) : g_(g), omega_(omega) {
    CUDA_TRY(cudaMalloc(&a_, Q * g.cells() * sizeof(real)));
    CUDA_TRY(cudaMalloc(&b_, Q * g.cells() * sizeof(real)));
    CUDA_TRY(cudaMallocManaged(&result_, sizeof(real)));
    init<<<blocks(), threads()>>>(a_, g_, 0.01);
  }
  ~Simulation() { cudaFree(a_), cudaFree(b_), cudaFree(result_); }
  Simulation(const Simulation &) = delete;
  void step() {
    collide_and_stream<<<blocks(), threads()>>>(a_, b_, g_, omega_);
    std::swap(a_, b_);
  }
  real wave() {
    amplitude<<<1, 128>>>(a_, g_, result_);
    CUDA_TRY(cudaDeviceSynchronize());
    return *result_;
  }

 private:
  dim3 threads() const { return {16, 4}; }
  dim3 blocks() const { return {(g_.nx + 15u) / 16u, (g_.ny + 3u) / 4u}; }
  Grid g_;
  real omega_, *a_{}, *b_{}, *result_{};
};
}  // namespace lbm

int main(int argc, char **argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 60;
  const double omega = 1.2, nu = (1 / omega - 0.5) / 3;
  const lbm::Grid g{16, 32};
  lbm::Simulation sim(g, omega);
  const double before = sim.wave();
  for (int t = 0; t < steps; ++t) sim.step();
  const double k = 2 * M_PI / g.ny, measured = -std::log(sim.wave() / before) / (k * k * steps);
  const bool ok = std::fabs(measured / nu - 1) < 0.02;
  std::printf("viscosity %s 2%%\n%s\n", ok ? "within" : "beyond", ok ? "PASSED" : "FAILED");
  return !ok;
}

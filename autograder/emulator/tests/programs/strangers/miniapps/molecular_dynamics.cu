// md: Lennard-Jones fluid with cell lists made on the device, velocity Verlet; all arrays managed and prefetched.
// Expected: energy and momentum conserved, cells equal to all pairs: "PASSED".
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#define THROW_ON_ERROR(...) md::throw_on_error((__VA_ARGS__), #__VA_ARGS__, __func__, __LINE__)

namespace md {
inline void throw_on_error(cudaError_t e, char const* what, char const* where, int line) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + " in " + where + ":" + std::to_string(line) + ": " + cudaGetErrorName(e));
}

template <class T>
class managed_array {
  T* p_ = nullptr;
  std::size_t n_ = 0;
 public:
  explicit managed_array(std::size_t n) : n_{n} { THROW_ON_ERROR(cudaMallocManaged(&p_, n * sizeof(T))); }
  managed_array(managed_array const&) = delete;
  managed_array& operator=(managed_array const&) = delete;
  managed_array(managed_array&& o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_) {}
  ~managed_array() { cudaFree(p_); }
  T& operator[](std::size_t i) { return p_[i]; }
  T* data() { return p_; }
  T* begin() { return p_; }
  T* end() { return p_ + n_; }
  std::size_t bytes() const { return n_ * sizeof(T); }
};

struct box_t {
  double length, cutoff;
  int cells;  // per dimension
  __host__ __device__ double wrap(double d) const { return d - length * rint(d / length); }
  __host__ __device__ int cell_of(double3 p) const {
    auto c = [this](double v) { int k = (int)floor(v / length * cells); return ((k % cells) + cells) % cells; };
    return (c(p.z) * cells + c(p.y)) * cells + c(p.x);
  }
};

__device__ inline void pair_force(double3 a, double3 b, box_t box, double3& f, double& e) {
  double dx = box.wrap(a.x - b.x), dy = box.wrap(a.y - b.y), dz = box.wrap(a.z - b.z);
  double r2 = dx * dx + dy * dy + dz * dz;
  if (r2 >= box.cutoff * box.cutoff) return;
  double i2 = 1 / r2, i6 = i2 * i2 * i2, c2 = 1 / (box.cutoff * box.cutoff), c6 = c2 * c2 * c2;
  double k = 24 * i2 * i6 * (2 * i6 - 1);
  f.x += k * dx; f.y += k * dy; f.z += k * dz;
  e += 0.5 * 4 * (i6 * (i6 - 1) - c6 * (c6 - 1));
}

__global__ void build_cells(double3 const* pos, int n, box_t box, int* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = atomicExch(&head[box.cell_of(pos[i])], i);
}

__global__ void forces_by_cells(double3 const* pos, double3* force, int n, box_t box, int const* head, int const* next, double* energy) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double3 f{};
  double e = 0;
  if (i < n) {
    int c = box.cell_of(pos[i]), cx = c % box.cells, cy = c / box.cells % box.cells, cz = c / box.cells / box.cells;
    for (int d = 0; d < 27; ++d) {
      int x = (cx + d % 3 - 1 + box.cells) % box.cells, y = (cy + d / 3 % 3 - 1 + box.cells) % box.cells,
          z = (cz + d / 9 - 1 + box.cells) % box.cells;
      for (int j = head[(z * box.cells + y) * box.cells + x]; j >= 0; j = next[j])
        if (j != i) pair_force(pos[i], pos[j], box, f, e);
    }
    force[i] = f;
  }
  for (int s = warpSize / 2; s > 0; s >>= 1) e += __shfl_down_sync(0xFFFFFFFF, e, s);
  if (threadIdx.x % warpSize == 0) atomicAdd(energy, e);
}

__global__ void energy_by_pairs(double3 const* pos, int n, box_t box, double* energy) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double3 f{};
  double e = 0;
  for (int j = 0; j < n; ++j) if (j != i) pair_force(pos[i], pos[j], box, f, e);
  atomicAdd(energy, e);
}

template <bool Drift>
__global__ void kick(double3* pos, double3* vel, double3 const* force, int n, double dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  vel[i].x += 0.5 * dt * force[i].x; vel[i].y += 0.5 * dt * force[i].y; vel[i].z += 0.5 * dt * force[i].z;
  if constexpr (Drift) { pos[i].x += dt * vel[i].x; pos[i].y += dt * vel[i].y; pos[i].z += dt * vel[i].z; }
}
}  // namespace md

int main() try {
  using namespace md;
  constexpr int side = 8, n = side * side * side, threads = 128, blocks = (n + threads - 1) / threads;
  box_t box{side * 1.2, 2.4, 4};
  managed_array<double3> pos(n), vel(n), force(n);
  managed_array<int> head(box.cells * box.cells * box.cells), next(n);
  managed_array<double> energy(2);
  unsigned s = 1;
  double3 total{};
  for (int i = 0; i < n; ++i) {
    auto r = [&] { s = s * 1664525u + 1013904223u; return (s >> 8) / 16777216.0 - 0.5; };
    pos[i] = {1.2 * (i % side), 1.2 * (i / side % side), 1.2 * (i / side / side)};
    vel[i] = {r(), r(), r()};
    total.x += vel[i].x; total.y += vel[i].y; total.z += vel[i].z;
  }
  int device;
  THROW_ON_ERROR(cudaGetDevice(&device));
  cudaMemLocation here{};
  here.type = cudaMemLocationTypeDevice;
  here.id = device;
  for (auto* a : {&pos, &vel, &force}) THROW_ON_ERROR(cudaMemPrefetchAsync(a->data(), a->bytes(), here, 0));
  auto compute = [&] {
    THROW_ON_ERROR(cudaMemsetAsync(head.data(), 0xff, head.bytes()));
    THROW_ON_ERROR(cudaMemsetAsync(energy.data(), 0, energy.bytes()));
    build_cells<<<blocks, threads>>>(pos.data(), n, box, head.data(), next.data());
    forces_by_cells<<<blocks, threads>>>(pos.data(), force.data(), n, box, head.data(), next.data(), energy.data());
  };
  auto total_energy = [&] {
    THROW_ON_ERROR(cudaDeviceSynchronize());
    double e = energy[0];
    for (auto& v : vel) e += 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z);
    return e;
  };
  compute();
  double before = total_energy();
  for (int t = 0; t < 10; ++t) {
    kick<true><<<blocks, threads>>>(pos.data(), vel.data(), force.data(), n, 0.002);
    compute();
    kick<false><<<blocks, threads>>>(pos.data(), vel.data(), force.data(), n, 0.002);
  }
  double after = total_energy();
  energy_by_pairs<<<blocks, threads>>>(pos.data(), n, box, &energy[1]);
  THROW_ON_ERROR(cudaDeviceSynchronize());
  for (auto& v : vel) { total.x -= v.x; total.y -= v.y; total.z -= v.z; }
  bool ok = std::fabs(after - before) < 1e-3 * std::fabs(before) && std::fabs(energy[1] - energy[0]) < 1e-6 &&
            std::fabs(total.x) + std::fabs(total.y) + std::fabs(total.z) < 1e-9 && before != after;
  std::printf("energy %s, momentum %s\n%s\n", std::fabs(after - before) < 1e-3 * std::fabs(before) ? "kept" : "lost",
              std::fabs(total.x) < 1e-9 ? "kept" : "lost", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
} catch (std::exception const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 2;
}

// xs: macroscopic cross-section look-ups by binary search in a union grid, each particle with its own LCG;
// the verification is a hash that does not depend on the order. Expected: the hashes are equal: "PASSED".
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cassert>
#include <algorithm>
#include <vector>

#define GPU_CHECK(x) do { cudaError_t e = x; if (e) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(e); } } while (0)

typedef struct NuclideGridPoint { double energy, total, elastic, absorption; } NuclideGridPoint;
typedef struct Inputs { int n_isotopes, n_gridpoints, lookups, n_mats; } Inputs;
typedef struct SimulationData {
  int *num_nucs;
  double *concs;
  int *mats;
  double *unionized_energy_array;
  int *index_grid;
  NuclideGridPoint *nuclide_grid;
  int max_num_nucs;
} SimulationData;

__host__ __device__ inline double LCG_random_double(uint64_t *seed) {
  const uint64_t m = 9223372036854775808ULL, a = 2806196910506780709ULL, c = 1ULL;
  *seed = (a * (*seed) + c) % m;
  return (double)(*seed) / (double)m;
}
__host__ __device__ inline uint64_t fast_forward_LCG(uint64_t seed, uint64_t n) {
  const uint64_t m = 9223372036854775808ULL;
  uint64_t a = 2806196910506780709ULL, c = 1ULL, a_new = 1, c_new = 0;
  n = n % m;
  while (n > 0) {
    if (n & 1) { a_new *= a; c_new = c_new * a + c; }
    c *= (a + 1);
    a *= a;
    n >>= 1;
  }
  return (a_new * seed + c_new) % m;
}
__host__ __device__ inline long grid_search(long n, double quarry, const double *__restrict__ A) {
  long lowerLimit = 0, upperLimit = n - 1, length = upperLimit - lowerLimit;
  while (length > 1) {
    long examinationPoint = lowerLimit + (length / 2);
    if (A[examinationPoint] > quarry) upperLimit = examinationPoint;
    else lowerLimit = examinationPoint;
    length = upperLimit - lowerLimit;
  }
  return lowerLimit;
}
__host__ __device__ inline int pick_mat(uint64_t *seed) {
  double roll = LCG_random_double(seed), running = 0;
  const double dist[4] = {0.140, 0.552, 0.275, 0.033};
  for (int i = 0; i < 4; i++) { running += dist[i]; if (roll < running) return i; }
  return 0;
}

__host__ __device__ inline int lookup(int i, Inputs in, SimulationData SD) {
  uint64_t seed = fast_forward_LCG(1070, 2 * (uint64_t)i);
  double p_energy = LCG_random_double(&seed);
  int mat = pick_mat(&seed);
  double macro[3] = {0};
  long idx = grid_search((long)in.n_isotopes * in.n_gridpoints, p_energy, SD.unionized_energy_array);
  for (int j = 0; j < SD.num_nucs[mat]; j++) {
    int nuc = SD.mats[mat * SD.max_num_nucs + j];
    double conc = SD.concs[mat * SD.max_num_nucs + j];
    int at = SD.index_grid[idx * in.n_isotopes + nuc];
    if (at >= in.n_gridpoints - 1) at = in.n_gridpoints - 2;
    const NuclideGridPoint *low = &SD.nuclide_grid[nuc * in.n_gridpoints + at], *high = low + 1;
    double f = (high->energy - p_energy) / (high->energy - low->energy);
    macro[0] += (high->total - f * (high->total - low->total)) * conc;
    macro[1] += (high->elastic - f * (high->elastic - low->elastic)) * conc;
    macro[2] += (high->absorption - f * (high->absorption - low->absorption)) * conc;
  }
  double max = -1.0;
  int max_idx = 0;
  for (int j = 0; j < 3; j++) if (macro[j] > max) { max = macro[j]; max_idx = j; }
  return max_idx + 1;
}

__global__ void xs_lookup_kernel_baseline(Inputs in, SimulationData GSD, unsigned long long *hash) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = i < in.lookups ? lookup(i, in, GSD) : 0;
  unsigned warp = __reduce_add_sync(0xffffffff, v);
  if (threadIdx.x % 32 == 0) atomicAdd(hash, (unsigned long long)warp);
}

template <typename T> static T *move_to_device(const std::vector<T> &v) {
  T *p;
  GPU_CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
  GPU_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

int main(int argc, char *argv[]) {
  Inputs in = {12, 40, argc > 1 ? atoi(argv[1]) : 2048, 4};
  uint64_t seed = 42;
  std::vector<NuclideGridPoint> grid(in.n_isotopes * in.n_gridpoints);
  for (auto &g : grid) g = {LCG_random_double(&seed), LCG_random_double(&seed), LCG_random_double(&seed), LCG_random_double(&seed)};
  for (int i = 0; i < in.n_isotopes; i++)
    std::sort(&grid[i * in.n_gridpoints], &grid[i * in.n_gridpoints] + in.n_gridpoints, [](const NuclideGridPoint &a, const NuclideGridPoint &b) { return a.energy < b.energy; });
  std::vector<double> energies;
  for (auto &g : grid) energies.push_back(g.energy);
  std::sort(energies.begin(), energies.end());
  std::vector<int> index(energies.size() * in.n_isotopes);
  for (size_t e = 0; e < energies.size(); e++)
    for (int i = 0; i < in.n_isotopes; i++) {
      int k = 0;
      while (k < in.n_gridpoints - 2 && grid[i * in.n_gridpoints + k + 1].energy <= energies[e]) k++;
      index[e * in.n_isotopes + i] = k;
    }
  std::vector<int> num = {12, 5, 4, 3}, mats(4 * 12);
  std::vector<double> concs(4 * 12);
  for (int m = 0; m < 4; m++) for (int j = 0; j < 12; j++) mats[m * 12 + j] = (j * (m + 1) + m) % 12, concs[m * 12 + j] = LCG_random_double(&seed);
  SimulationData host = {num.data(), concs.data(), mats.data(), energies.data(), index.data(), grid.data(), 12};
  SimulationData dev = {move_to_device(num), move_to_device(concs), move_to_device(mats), move_to_device(energies), move_to_device(index), move_to_device(grid), 12};
  unsigned long long want = 0, got = 0, *d_hash;
  for (int i = 0; i < in.lookups; i++) want += lookup(i, in, host);
  GPU_CHECK(cudaMalloc(&d_hash, sizeof *d_hash));
  GPU_CHECK(cudaMemset(d_hash, 0, sizeof *d_hash));
  xs_lookup_kernel_baseline<<<(in.lookups + 255) / 256, 256>>>(in, dev, d_hash);
  GPU_CHECK(cudaPeekAtLastError());
  GPU_CHECK(cudaMemcpy(&got, d_hash, sizeof got, cudaMemcpyDeviceToHost));
  GPU_CHECK(cudaFree(dev.num_nucs)); GPU_CHECK(cudaFree(dev.concs)); GPU_CHECK(cudaFree(dev.mats));
  GPU_CHECK(cudaFree(dev.unionized_energy_array)); GPU_CHECK(cudaFree(dev.index_grid)); GPU_CHECK(cudaFree(dev.nuclide_grid)); GPU_CHECK(cudaFree(d_hash));
  // fma on one side only may tip a tie; none of these is one.
  printf("hash %s\n%s\n", got == want ? "equal" : "different", got == want ? "PASSED" : "FAILED");
  return got != want;
}

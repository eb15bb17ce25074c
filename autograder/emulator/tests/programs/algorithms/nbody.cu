// All pairs of gravitating bodies: each block walks over tiles of bodies in shared memory, float4
// positions with the mass in w, leapfrog steps with two buffers; energy must stay what it was.
#include <cuda_runtime.h>
#include <math.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef TILE
#define TILE 64
#endif

__constant__ float softening_squared;
cudaError_t set_softening(float s) {
  const float squared = s * s;
  return cudaMemcpyToSymbol(softening_squared, &squared, sizeof(float), 0, cudaMemcpyHostToDevice);
}

inline __host__ __device__ float3 operator-(const float4 &a, const float4 &b) {
  return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
inline __host__ __device__ void operator+=(float3 &a, const float3 &b) {
  a.x += b.x, a.y += b.y, a.z += b.z;
}
inline __host__ __device__ float3 operator*(const float3 &a, float f) {
  return {a.x * f, a.y * f, a.z * f};
}
inline __host__ __device__ float dot(const float3 &a, const float3 &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ float3 interaction(float3 acceleration, float4 me, float4 other) {
  const float3 r = other - me;
  const float inverse = rsqrtf(dot(r, r) + softening_squared);
  acceleration += r * (other.w * inverse * inverse * inverse);
  return acceleration;
}

__device__ float3 tile_forces(float4 me, float3 acceleration) {
  extern __shared__ float4 tile[];
#pragma unroll 8
  for (unsigned i = 0; i < blockDim.x; ++i) acceleration = interaction(acceleration, me, tile[i]);
  return acceleration;
}

__global__ void integrate(const float4 *__restrict__ old_position,
                          float4 *__restrict__ new_position, float4 *__restrict__ velocity, int n,
                          float dt) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? old_position[i] : make_float4(0, 0, 0, 0);
  float3 acceleration = {0.0f, 0.0f, 0.0f};
  for (int start = 0; start < n; start += blockDim.x) {
    const int j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? old_position[j] : make_float4(0.f, 0.f, 0.f, 0.f);
    __syncthreads();
    acceleration = tile_forces(me, acceleration);
    __syncthreads();
  }
  if (i >= n) return;
  float4 v = velocity[i];
  v.x += acceleration.x * dt;
  v.y += acceleration.y * dt;
  v.z += acceleration.z * dt;
  me.x += v.x * dt;
  me.y += v.y * dt;
  me.z += v.z * dt;
  new_position[i] = me;
  velocity[i] = v;
}

// Kinetic and potential energy, doubles, by an atomicAdd a block.
__global__ void energy(const float4 *position, const float4 *velocity, int n, double *sum) {
  __shared__ double part[TILE];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  double mine = 0.0;
  if (i < n) {
    const float4 p = position[i], v = velocity[i];
    mine = 0.5 * p.w * (v.x * v.x + v.y * v.y + v.z * v.z);
    for (int j = i + 1; j < n; ++j) {
      const float3 r = p - position[j];
      mine -= (double)p.w * position[j].w * rsqrt((double)dot(r, r) + softening_squared);
    }
  }
  part[threadIdx.x] = mine;
  for (int s = TILE / 2; s; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}

#define CALL(what)                                                                               \
  if (cudaError_t code = what) {                                                                 \
    std::fprintf(stderr, "%s failed in line %d: %s\n", #what, __LINE__, cudaGetErrorName(code)); \
    std::exit(code);                                                                             \
  }

class Bodies {
 public:
  explicit Bodies(int n) : n_(n) {
    for (auto &p : position_) CALL(cudaMallocManaged(&p, n * sizeof(float4)));
    CALL(cudaMallocManaged(&velocity_, n * sizeof(float4)));
    CALL(cudaMallocManaged(&energy_, sizeof(double)));
    for (int i = 0; i < n; ++i) {
      const float angle = 2.3999632f * i, radius = 1.0f + 0.02f * i, speed = 0.8f / sqrtf(radius);
      position_[0][i] =
          make_float4(radius * cosf(angle), radius * sinf(angle), 0.1f * sinf(i), 1.0f / n);
      velocity_[i] = make_float4(-speed * sinf(angle), speed * cosf(angle), 0.0f, 0.0f);
    }
  }
  ~Bodies() {
    for (auto p : position_) cudaFree(p);
    cudaFree(velocity_);
    cudaFree(energy_);
  }
  void step(float dt) {
    integrate<<<blocks(), TILE, TILE * sizeof(float4)>>>(position_[now_], position_[1 - now_],
                                                         velocity_, n_, dt);
    CALL(cudaGetLastError());
    now_ ^= 1;
  }
  double total_energy() {
    CALL(cudaDeviceSynchronize());
    *energy_ = 0;
    energy<<<blocks(), TILE>>>(position_[now_], velocity_, n_, energy_);
    CALL(cudaGetLastError());
    CALL(cudaDeviceSynchronize());
    return *energy_;
  }
  float4 momentum() {
    CALL(cudaDeviceSynchronize());
    float4 sum{};
    for (int i = 0; i < n_; ++i) {
      const float m = position_[now_][i].w;
      sum.x += m * velocity_[i].x, sum.y += m * velocity_[i].y, sum.z += m * velocity_[i].z;
    }
    return sum;
  }

 private:
  dim3 blocks() const { return dim3((n_ + TILE - 1) / TILE); }
  int n_, now_ = 0;
  float4 *position_[2], *velocity_;
  double *energy_;
};

int main() {
  CALL(set_softening(0.05f));
  Bodies bodies(200);
  const double before = bodies.total_energy();
  const float4 p0 = bodies.momentum();
  for (int i = 0; i < 5; ++i) bodies.step(0.001f);
  const double after = bodies.total_energy();
  const float4 p1 = bodies.momentum();
  const double drift = std::fabs((after - before) / before);
  const double pull = fabs(p1.x - p0.x) + fabs(p1.y - p0.y) + fabs(p1.z - p0.z);
  const bool ok = std::isfinite(after) && after != before && drift < 1e-3 && pull < 1e-5;
  std::printf("energy %g, drift %.2e, momentum %.2e: %s\n", before, drift, pull,
              ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

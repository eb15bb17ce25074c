// A small ray caster with a class hierarchy that lives on the device: objects are made with new,
// called through virtual functions by a later kernel, and deleted by a third.
#include <cuda_runtime.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define checkCudaErrors(val) check_cuda((val), #val, __FILE__, __LINE__)
void check_cuda(cudaError_t result, char const* const func, const char* const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error = %u at %s:%d '%s'\n", static_cast<unsigned int>(result), file, line, func);
    cudaDeviceReset();
    exit(99);
  }
}

class vec3 {
 public:
  __host__ __device__ vec3() {}
  __host__ __device__ vec3(float e0, float e1, float e2) { e[0] = e0; e[1] = e1; e[2] = e2; }
  __host__ __device__ inline float x() const { return e[0]; }
  __host__ __device__ inline float y() const { return e[1]; }
  __host__ __device__ inline float z() const { return e[2]; }
  __host__ __device__ inline float operator[](int i) const { return e[i]; }
  __host__ __device__ inline vec3& operator+=(const vec3& v) { e[0] += v.e[0]; e[1] += v.e[1]; e[2] += v.e[2]; return *this; }
  __host__ __device__ inline float length() const { return sqrtf(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]); }
  float e[3];
};
__host__ __device__ inline vec3 operator+(const vec3& a, const vec3& b) { return vec3(a.e[0] + b.e[0], a.e[1] + b.e[1], a.e[2] + b.e[2]); }
__host__ __device__ inline vec3 operator-(const vec3& a, const vec3& b) { return vec3(a.e[0] - b.e[0], a.e[1] - b.e[1], a.e[2] - b.e[2]); }
__host__ __device__ inline vec3 operator*(float t, const vec3& v) { return vec3(t * v.e[0], t * v.e[1], t * v.e[2]); }
__host__ __device__ inline float dot(const vec3& a, const vec3& b) { return a.e[0] * b.e[0] + a.e[1] * b.e[1] + a.e[2] * b.e[2]; }
__host__ __device__ inline vec3 unit_vector(vec3 v) { return (1.0f / v.length()) * v; }

struct ray { vec3 a, b; __host__ __device__ vec3 at(float t) const { return a + t * b; } };
struct hit_record { float t; vec3 p, normal; };

class hitable {
 public:
  __device__ virtual ~hitable() {}
  __device__ virtual bool hit(const ray& r, float t_min, float t_max, hit_record& rec) const = 0;
  __device__ virtual int kind() const { return 0; }
};

class sphere : public hitable {
 public:
  __device__ sphere(vec3 cen, float r) : center(cen), radius(r) {}
  __device__ bool hit(const ray& r, float t_min, float t_max, hit_record& rec) const override {
    vec3 oc = r.a - center;
    float a = dot(r.b, r.b), b = dot(oc, r.b), c = dot(oc, oc) - radius * radius;
    float discriminant = b * b - a * c;
    if (discriminant <= 0) return false;
    float t = (-b - sqrtf(discriminant)) / a;
    if (t <= t_min || t >= t_max) return false;
    rec.t = t;
    rec.p = r.at(t);
    rec.normal = (1.0f / radius) * (rec.p - center);
    return true;
  }
  __device__ int kind() const override { return 1; }
 private:
  vec3 center;
  float radius;
};

class floor_plane : public hitable {
 public:
  __device__ explicit floor_plane(float h) : height(h) {}
  __device__ bool hit(const ray& r, float t_min, float t_max, hit_record& rec) const override {
    if (fabsf(r.b.y()) < 1e-6f) return false;
    float t = (height - r.a.y()) / r.b.y();
    if (t <= t_min || t >= t_max) return false;
    rec.t = t;
    rec.p = r.at(t);
    rec.normal = vec3(0, 1, 0);
    return true;
  }
  __device__ int kind() const override { return 2; }
  float height;
};

class hitable_list : public hitable {
 public:
  __device__ hitable_list(hitable** l, int n) : list(l), list_size(n) {}
  __device__ ~hitable_list() override {
    for (int i = 0; i < list_size; i++) delete list[i];
  }
  __device__ bool hit(const ray& r, float t_min, float t_max, hit_record& rec) const override {
    hit_record temp_rec;
    bool hit_anything = false;
    float closest_so_far = t_max;
    for (int i = 0; i < list_size; i++) {
      if (list[i]->hit(r, t_min, closest_so_far, temp_rec)) {
        hit_anything = true;
        closest_so_far = temp_rec.t;
        rec = temp_rec;
      }
    }
    return hit_anything;
  }
  hitable** list;
  int list_size;
};

__host__ __device__ ray camera_ray(int i, int j, int nx, int ny) {
  const float u = float(i) / float(nx), v = float(j) / float(ny);
  return ray{vec3(0, 0, 0), vec3(-2 + 4 * u, -1 + 2 * v, -1)};
}

__global__ void create_world(hitable** d_list, hitable** d_world, int* kinds) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    d_list[0] = new sphere(vec3(0, 0, -1), 0.5f);
    d_list[1] = new floor_plane(-0.5f);
    d_list[2] = new sphere(vec3(1, 0.25f, -1.5f), 0.25f);
    *d_world = new hitable_list(d_list, 3);
    *kinds = 0;
    for (int i = 0; i < 3; i++) *kinds = *kinds * 10 + d_list[i]->kind();
  }
}

__global__ void render(vec3* fb, int max_x, int max_y, hitable** world) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int j = threadIdx.y + blockIdx.y * blockDim.y;
  if ((i >= max_x) || (j >= max_y)) return;
  hit_record rec;
  const ray r = camera_ray(i, j, max_x, max_y);
  if ((*world)->hit(r, 0.0f, FLT_MAX, rec))
    fb[j * max_x + i] = 0.5f * (rec.normal + vec3(1, 1, 1));
  else
    fb[j * max_x + i] = vec3(0, 0, 0.5f + 0.5f * unit_vector(r.b).y());
}

__global__ void free_world(hitable** d_world) { delete *d_world; }

int main() {
  int nx = 60, ny = 30, tx = 8, ty = 8;
  vec3* fb;
  checkCudaErrors(cudaMallocManaged((void**)&fb, nx * ny * sizeof(vec3)));
  hitable **d_list, **d_world;
  int* kinds;
  checkCudaErrors(cudaMalloc((void**)&d_list, 3 * sizeof(hitable*)));
  checkCudaErrors(cudaMalloc((void**)&d_world, sizeof(hitable*)));
  checkCudaErrors(cudaMallocManaged((void**)&kinds, sizeof(int)));
  create_world<<<1, 1>>>(d_list, d_world, kinds);
  checkCudaErrors(cudaGetLastError());
  checkCudaErrors(cudaDeviceSynchronize());
  dim3 blocks(nx / tx + 1, ny / ty + 1), threads(tx, ty);
  render<<<blocks, threads>>>(fb, nx, ny, d_world);
  checkCudaErrors(cudaGetLastError());
  checkCudaErrors(cudaDeviceSynchronize());

  // Serial: what the middle sphere and the floor look like, apart from the small sphere's corner.
  int wrong = 0, spheres = 0, floors = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx / 2; i++) {
      const ray r = camera_ray(i, j, nx, ny);
      const vec3 oc = r.a - vec3(0, 0, -1);
      const float a = dot(r.b, r.b), b = dot(oc, r.b), d = b * b - a * (dot(oc, oc) - 0.25f);
      vec3 wanted(0, 0, 0.5f + 0.5f * unit_vector(r.b).y());
      float t = FLT_MAX;
      if (d > 0) {
        t = (-b - sqrtf(d)) / a;
        wanted = 0.5f * (2.0f * (r.at(t) - vec3(0, 0, -1)) + vec3(1, 1, 1));
        spheres++;
      }
      const float t_floor = -0.5f / r.b.y();
      if (r.b.y() < -1e-6f && t_floor < t) wanted = vec3(0.5f, 1, 0.5f), floors++;
      if ((fb[j * nx + i] - wanted).length() > 1e-3f) wrong++;
    }
  printf("%d kinds, %d on the sphere, %d on the floor, %d wrong\n", *kinds, spheres, floors, wrong);
  bool ok = wrong == 0 && *kinds == 121 && spheres > 0 && floors > 0;

  free_world<<<1, 1>>>(d_world);
  checkCudaErrors(cudaGetLastError());
  checkCudaErrors(cudaDeviceSynchronize());
  checkCudaErrors(cudaFree(d_list));
  checkCudaErrors(cudaFree(d_world));
  checkCudaErrors(cudaFree(kinds));
  checkCudaErrors(cudaFree(fb));
  cudaDeviceReset();
  puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

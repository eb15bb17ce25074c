// Objects that live on the device: a list built with new under a lock that a destructor releases,
// a polymorphic scene whose virtual functions kernels call, and the last block that sums up.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
  if (cudaError_t e = (call)) {                                                       \
    std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e)); \
    std::exit(1);                                                                     \
  }

// ---- A list under a spin lock

struct Node {
  int value;
  Node *next = nullptr;
  __device__ explicit Node(int v) : value(v) {}
};

struct List {
  Node *head;
  int locked;
};
__device__ List list;

class Guard {
 public:
  __device__ explicit Guard(int *lock) : lock_(lock) {
    for (unsigned wait = 8; atomicCAS(lock_, 0, 1) != 0; wait = min(2 * wait, 256u))
      __nanosleep(wait);
    __threadfence();
  }
  __device__ ~Guard() {
    __threadfence();
    atomicExch(lock_, 0);
  }
  Guard(const Guard &) = delete;

 private:
  int *lock_;
};

__global__ void push_all() {
  Node *node = new Node(blockIdx.x * blockDim.x + threadIdx.x);
  if (node == nullptr) __trap();
  const Guard guard(&list.locked);
  node->next = list.head;
  list.head = node;
}

__global__ void pop_all(long long *sum, int *count) {
  while (Node *node = list.head) {
    *sum += node->value;
    ++*count;
    list.head = node->next;
    delete node;
  }
}

// ---- Virtual functions

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
};

class Disc final : public Shape {
 public:
  __device__ explicit Disc(float r) : r_(r) {}
  __device__ float area() const override { return 3.0f * r_ * r_; }

 private:
  float r_;
};

class Rectangle : public Shape {
 public:
  __device__ Rectangle(float a, float b) : a_(a), b_(b) {}
  __device__ float area() const override { return a_ * b_; }
  __device__ int corners() const override { return 4; }

 protected:
  float a_, b_;
};

class Square : public Rectangle {
 public:
  __device__ explicit Square(float a) : Rectangle(a, a) {}
};

__global__ void make_scene(Shape **scene, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 3 == 0)
    scene[i] = new Disc(i);
  else if (i % 3 == 1)
    scene[i] = new Rectangle(i, 2);
  else
    scene[i] = new Square(i);
}

__global__ void destroy_scene(Shape **scene, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) delete scene[i];
}

// ---- The last block sums up what the others have left

__device__ unsigned int blocks_done = 0;

__global__ void measure(Shape *const *scene, int n, float2 *partial, float2 *total) {
  __shared__ float2 sums[64];
  __shared__ bool is_last;
  float2 mine = {0, 0};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    mine.x += scene[i]->area();
    mine.y += scene[i]->corners();
  }
  auto block_sum = [](float2 x) {
    sums[threadIdx.x] = x;
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
      __syncthreads();
      if (threadIdx.x < s) {
        sums[threadIdx.x].x += sums[threadIdx.x + s].x;
        sums[threadIdx.x].y += sums[threadIdx.x + s].y;
      }
    }
    __syncthreads();
    return sums[0];
  };
  mine = block_sum(mine);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = mine;
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  mine = block_sum(threadIdx.x < gridDim.x ? partial[threadIdx.x] : make_float2(0, 0));
  if (threadIdx.x == 0) *total = mine;
}

int main() {
  const int blocks = 4, threads = 64, n = blocks * threads, shapes = 100;
  long long *sum;
  int *count;
  CHECK(cudaMallocManaged(&sum, sizeof *sum));
  CHECK(cudaMallocManaged(&count, sizeof *count));
  *sum = *count = 0;
  push_all<<<blocks, threads>>>();
  pop_all<<<1, 1>>>(sum, count);
  CHECK(cudaDeviceSynchronize());
  bool ok = *sum == n * (n - 1) / 2 && *count == n;

  Shape **scene;
  float2 *partial, *total;
  CHECK(cudaMalloc(&scene, shapes * sizeof *scene));
  CHECK(cudaMalloc(&partial, blocks * sizeof *partial));
  CHECK(cudaMallocManaged(&total, sizeof *total));
  make_scene<<<(shapes + 31) / 32, 32>>>(scene, shapes);
  float2 expected = {0, 0};
  for (int i = 0; i < shapes; ++i) {
    expected.x += i % 3 == 0 ? 3.0f * i * i : i % 3 == 1 ? 2.0f * i : 1.0f * i * i;
    expected.y += i % 3 == 0 ? 0 : 4;
  }
  for (int round = 0; round < 2; ++round) {  // the counter wraps round to 0
    measure<<<blocks, threads>>>(scene, shapes, partial, total);
    CHECK(cudaDeviceSynchronize());
    ok = ok && total->x == expected.x && total->y == expected.y;
  }
  destroy_scene<<<1, 32>>>(scene, shapes);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(sum));
  CHECK(cudaFree(count));
  CHECK(cudaFree(scene));
  CHECK(cudaFree(partial));
  CHECK(cudaFree(total));
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

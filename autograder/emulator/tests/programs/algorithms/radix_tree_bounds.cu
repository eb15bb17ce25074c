// Morton codes, the binary radix tree over them, and boxes from the leaves up, where the second
// child to arrive goes on; and connected components by compare-and-swap.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>
__host__ __device__ inline uint32_t spread(uint32_t x) {
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  return (x | x << 1) & 0x55555555;
}
__device__ inline int delta(const uint32_t *c, int n, int i, int j) {
  if (j < 0 || j >= n) return -1;
  return c[i] == c[j] ? 32 + __clz(i ^ j) : __clz(c[i] ^ c[j]);
}
struct Inner {
  int left, right, parent, first, last;
};
__global__ void codes(const float2 *p, uint32_t *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = spread(uint32_t(p[i].x * 65535)) | spread(uint32_t(p[i].y * 65535)) << 1;
}
__global__ void radix_tree(const uint32_t *c, Inner *t, int *leaf_parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 1) return;
  int d = delta(c, n, i, i + 1) > delta(c, n, i, i - 1) ? 1 : -1, lowest = delta(c, n, i, i - d),
      lm = 2;
  while (delta(c, n, i, i + lm * d) > lowest) lm *= 2;
  int l = 0;
  for (int s = lm / 2; s >= 1; s /= 2)
    if (delta(c, n, i, i + (l + s) * d) > lowest) l += s;
  int j = i + l * d, node = delta(c, n, i, j), s = 0;
  for (int q = l, k; q > 1;) {
    k = (q + 1) / 2;
    if (delta(c, n, i, i + (s + k) * d) > node) s += k;
    q = k;
  }
  if (delta(c, n, i, i + (s + 1) * d) > node) s += 1;
  int split = i + s * d + min(d, 0);
  t[i].first = min(i, j);
  t[i].last = max(i, j);
  t[i].left = t[i].first == split ? ~split : split;
  t[i].right = t[i].last == split + 1 ? ~(split + 1) : split + 1;
  if (t[i].left < 0)
    leaf_parent[split] = i;
  else
    t[split].parent = i;
  if (t[i].right < 0)
    leaf_parent[split + 1] = i;
  else
    t[split + 1].parent = i;
  if (i == 0) t[0].parent = -1;
}
__global__ void bounds(const Inner *t, const int *leaf_parent, const float2 *p, float4 *box,
                       int *visits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int node = leaf_parent[i];
  while (node >= 0) {
    __threadfence();
    if (atomicAdd(&visits[node], 1) == 0) return;
    __threadfence();
    float4 b = {2, 2, -1, -1};
    for (int k : {t[node].left, t[node].right}) {
      float4 c;
      if (k < 0)
        c = make_float4(p[~k].x, p[~k].y, p[~k].x, p[~k].y);
      else {
        volatile float4 *v = &box[k];
        c = make_float4(v->x, v->y, v->z, v->w);
      }
      b.x = fminf(b.x, c.x);
      b.y = fminf(b.y, c.y);
      b.z = fmaxf(b.z, c.z);
      b.w = fmaxf(b.w, c.w);
    }
    volatile float4 *v = &box[node];
    v->x = b.x;
    v->y = b.y;
    v->z = b.z;
    v->w = b.w;
    node = t[node].parent;
  }
}
__device__ int find(int *p, int x) {
  int q;
  while ((q = atomicAdd(&p[x], 0)) != x) {
    x = q;
  }
  return x;
}
__global__ void unite(int *parent, const int2 *e, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int a = find(parent, e[i].x), b = find(parent, e[i].y);
  while (a != b) {
    if (a < b) {
      int t = a;
      a = b;
      b = t;
    }
    int old = atomicCAS(&parent[a], a, b);
    if (old == a) break;
    a = find(parent, old);
    b = find(parent, b);
  }
}
__global__ void flatten(const int *parent, int *label, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    int x = i;
    while (parent[x] != x) x = parent[x];
    label[i] = x;
  }
}
int main() {
  const int n = 300;
  std::vector<float2> h(n);
  uint32_t r = 1;
  auto rnd = [&] {
    r = r * 1664525 + 1013904223;
    return (r >> 8) / float(1 << 24);
  };
  for (auto &p : h) p = {rnd(), rnd()};
  auto code = [](float2 p) {
    return spread(uint32_t(p.x * 65535)) | spread(uint32_t(p.y * 65535)) << 1;
  };
  std::sort(h.begin(), h.end(), [&](float2 a, float2 b) { return code(a) < code(b); });
  float2 *p;
  uint32_t *c;
  Inner *t;
  int *lp, *visits;
  float4 *box;
  cudaMallocManaged(&p, n * 8);
  cudaMallocManaged(&c, n * 4);
  cudaMallocManaged(&t, n * sizeof(Inner));
  cudaMallocManaged(&lp, n * 4);
  cudaMallocManaged(&visits, n * 4);
  cudaMallocManaged(&box, n * 16);
  std::copy(h.begin(), h.end(), p);
  std::fill(visits, visits + n, 0);
  codes<<<3, 128>>>(p, c, n);
  radix_tree<<<3, 128>>>(c, t, lp, n);
  bounds<<<3, 128>>>(t, lp, p, box, visits, n);
  int bad = cudaDeviceSynchronize();
  for (int i = 0; i < n - 1; ++i) {
    float4 b = {2, 2, -1, -1};
    for (int k = t[i].first; k <= t[i].last; ++k) {
      b.x = std::min(b.x, p[k].x);
      b.y = std::min(b.y, p[k].y);
      b.z = std::max(b.z, p[k].x);
      b.w = std::max(b.w, p[k].y);
    }
    bad +=
        b.x != box[i].x || b.y != box[i].y || b.z != box[i].z || b.w != box[i].w || visits[i] != 2;
  }
  bad += t[0].first != 0 || t[0].last != n - 1;
  const int m = 260;
  int2 *e;
  int *par, *lab;
  cudaMallocManaged(&e, m * 8);
  cudaMallocManaged(&par, n * 4);
  cudaMallocManaged(&lab, n * 4);
  std::vector<int> ref(n);
  std::iota(ref.begin(), ref.end(), 0);
  std::iota(par, par + n, 0);
  auto f = [&](int x) {
    while (ref[x] != x) x = ref[x];
    return x;
  };
  for (int i = 0; i < m; ++i) {
    e[i] = {int(rnd() * n), int(rnd() * n)};
    int a = f(e[i].x), b = f(e[i].y);
    if (a != b) ref[std::max(a, b)] = std::min(a, b);
  }
  unite<<<3, 96>>>(par, e, m);
  flatten<<<3, 128>>>(par, lab, n);
  bad += cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) bad += lab[i] != f(i);
  for (void *q : {(void *)p, (void *)c, (void *)t, (void *)lp, (void *)visits, (void *)box,
                  (void *)e, (void *)par, (void *)lab})
    cudaFree(q);
  printf("%d\n", bad);
  return bad;
}

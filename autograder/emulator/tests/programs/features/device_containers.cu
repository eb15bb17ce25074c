// Containers on the device: a hash map of nodes linked in by compare-and-swap, a growing vector,
// objects with virtual functions placed in global and shared memory.
#include <cstdint>
#include <cstdio>
#include <new>
struct Node {
  uint32_t key;
  int value;
  Node *next;
};
struct Map {
  Node *buckets[64];
  __device__ int *find_or_insert(uint32_t k) {
    Node **head = &buckets[k * 2654435761u >> 26];
    Node *seen = *(Node *volatile *)head;
    __threadfence();  // what the writers of these nodes wrote before their fence
    for (Node *n = seen; n; n = n->next)
      if (n->key == k) return &n->value;
    Node *fresh = new Node{k, 0, nullptr};
    for (;;) {
      Node *old = *(Node *volatile *)head;
      __threadfence();
      for (Node *n = old; n; n = n->next)
        if (n->key == k) {
          delete fresh;
          return &n->value;
        }
      fresh->next = old;
      __threadfence();
      if (atomicCAS((unsigned long long *)head, (unsigned long long)old,
                    (unsigned long long)fresh) == (unsigned long long)old)
        return &fresh->value;
    }
  }
};
__global__ void count_words(Map *m, const uint32_t *w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(m->find_or_insert(w[i]), 1);
}
__global__ void dump(Map *m, int *count, int *sizes) {
  int b = threadIdx.x;
  int k = 0;
  for (Node *n = m->buckets[b], *x; n; n = x) {
    count[n->key] = n->value;
    ++k;
    x = n->next;
    delete n;
  }
  sizes[b] = k;
}
template <class T>
class Vector {
  T *p;
  int n, cap;

 public:
  __device__ Vector() : p(nullptr), n(0), cap(0) {}
  __device__ ~Vector() { free(p); }
  __device__ Vector(const Vector &) = delete;
  __device__ void push(const T &t) {
    if (n == cap) {
      int c = cap ? 2 * cap : 4;
      T *q = (T *)malloc(c * sizeof(T));
      for (int i = 0; i < n; ++i) new (q + i) T(p[i]);
      free(p);
      p = q;
      cap = c;
    }
    new (p + n++) T(t);
  }
  __device__ T &operator[](int i) { return p[i]; }
  __device__ int size() const { return n; }
  __device__ T *begin() { return p; }
  __device__ T *end() { return p + n; }
};
struct Pt {
  short x, y;
  __device__ Pt(int a, int b) : x(a), y(b) {}
  __device__ bool operator<(const Pt &o) const { return x != o.x ? x < o.x : y < o.y; }
};
__global__ void vectors(int *out) {
  Vector<Pt> v;
  for (int i = 0; i < 20; ++i) v.push(Pt((threadIdx.x * 7 + i * 5) % 11, i));
  for (int i = 1; i < v.size(); ++i)
    for (int j = i; j && v[j] < v[j - 1]; --j) {
      Pt t = v[j];
      v[j] = v[j - 1];
      v[j - 1] = t;
    }
  int s = 0, k = 1;
  for (const Pt &p : v) s += k++ * (p.x * 20 + p.y);
  out[threadIdx.x] = s;
}
alignas(16) __device__ unsigned char arena[1024];
struct Base {
  __device__ virtual int f(int) = 0;
  __device__ virtual ~Base() = default;
};
struct Twice : Base {
  __device__ int f(int x) override { return 2 * x; }
};
struct AddK : Base {
  int k;
  __device__ AddK(int k) : k(k) {}
  __device__ int f(int x) override { return x + k; }
};
__global__ void placed(int *o) {
  __shared__ alignas(AddK) char buf[sizeof(AddK)];
  Base *b = nullptr;
  if (threadIdx.x == 0) {
    b = new (arena) Twice;
    new (buf) AddK(5);
  }
  __syncthreads();
  b = reinterpret_cast<Base *>(threadIdx.x & 1 ? (void *)buf : (void *)arena);
  o[threadIdx.x] = b->f(threadIdx.x);
}
int main() {
  const int n = 1000;
  uint32_t *w;
  int *c, *s;
  Map *m;
  cudaMallocManaged(&w, n * 4);
  cudaMallocManaged(&c, 100 * 4);
  cudaMallocManaged(&s, 64 * 4);
  cudaMalloc(&m, sizeof(Map));
  cudaMemset(m, 0, sizeof(Map));
  int h[100] = {}, bad = 0;
  for (int i = 0; i < n; ++i) ++h[w[i] = (i * 37 + i / 100) % 100];
  count_words<<<8, 128>>>(m, w, n);
  dump<<<1, 64>>>(m, c, s);
  bad += cudaDeviceSynchronize();
  int total = 0;
  for (int i = 0; i < 64; ++i) total += s[i];
  bad += total != 100;
  for (int i = 0; i < 100; ++i) bad += c[i] != h[i];
  vectors<<<1, 16>>>(c);
  bad += cudaDeviceSynchronize();
  for (int t = 0; t < 16; ++t) {
    int k = 1, sum = 0;
    for (int x = 0; x < 11; ++x)
      for (int i = 0; i < 20; ++i)
        if ((t * 7 + i * 5) % 11 == x) sum += k++ * (x * 20 + i);
    bad += sum != c[t];
  }
  placed<<<1, 32>>>(c);
  bad += cudaDeviceSynchronize();
  for (int t = 0; t < 32; ++t) bad += c[t] != (t & 1 ? t + 5 : 2 * t);
  cudaFree(w);
  cudaFree(c);
  cudaFree(s);
  cudaFree(m);
  printf("%d\n", bad);
  return bad;
}

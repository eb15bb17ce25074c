// Unified memory as in object-oriented code: classes whose operator new allocates managed memory, a
// linked list and a string walked by both sides, with prefetches and advice.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#define CHECK(call)                                                            \
  do {                                                                         \
    const cudaError_t e = call;                                                \
    if (e != cudaSuccess) {                                                    \
      printf("%s failed at line %d: %s\n", #call, __LINE__, cudaGetErrorName(e)); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

class Managed {
 public:
  void* operator new(size_t len) {
    void* ptr;
    if (cudaMallocManaged(&ptr, len) != cudaSuccess) throw std::bad_alloc();
    cudaDeviceSynchronize();
    return ptr;
  }
  void* operator new[](size_t len) { return operator new(len); }
  void operator delete(void* ptr) {
    cudaDeviceSynchronize();
    cudaFree(ptr);
  }
  void operator delete[](void* ptr) { operator delete(ptr); }
};

class String : public Managed {
  int length;
  char* data;

 public:
  String() : length(0), data(NULL) {}
  String(const char* s) : length(0), data(NULL) { assign(s); }
  String(const String& s) : length(0), data(NULL) { assign(s.data); }
  ~String() { cudaFree(data); }
  String& operator=(const char* s) {
    assign(s);
    return *this;
  }
  __host__ __device__ char& operator[](int pos) { return data[pos]; }
  __host__ __device__ int size() const { return length; }
  __host__ __device__ const char* c_str() const { return data; }

 private:
  void assign(const char* s) {
    cudaFree(data);
    length = static_cast<int>(strlen(s));
    CHECK(cudaMallocManaged(&data, length + 1));
    memcpy(data, s, length + 1);
  }
};

struct DataElement : public Managed {
  String name;
  int value;
};

struct Node : Managed {
  int key;
  double weight;
  Node* next;
  Node(int k, double w, Node* n) : key(k), weight(w), next(n) {}
};

__global__ void upper_case(DataElement* elem) {
  for (int i = threadIdx.x; i < elem->name.size(); i += blockDim.x) {
    char& c = elem->name[i];
    if (c >= 'a' && c <= 'z') c -= 'a' - 'A';
  }
  if (threadIdx.x == 0) elem->value++;
}

// Passed by value: the copy constructor gives the kernel a string of its own.
__global__ void first_letter(String s, char* letter) {
  if (threadIdx.x == 0) *letter = s[0];
}

__global__ void walk(const Node* head, double* total, int* length) {
  double sum = 0;
  int n = 0;
  for (const Node* node = head; node; node = node->next, ++n) sum += node->weight * node->key;
  *total = sum;
  *length = n;
}

__device__ __managed__ int device_touched = 0;
__managed__ float managed_table[128];

__global__ void fill_table() {
  managed_table[threadIdx.x] = threadIdx.x * 0.5f;
  if (threadIdx.x == 0) device_touched = 1;
}

int main() {
  bool ok = true;
  DataElement* e = new DataElement;
  e->value = 10;
  e->name = "hello from the host";
  upper_case<<<1, 32>>>(e);
  CHECK(cudaDeviceSynchronize());
  ok &= std::string(e->name.c_str()) == "HELLO FROM THE HOST" && e->value == 11;
  printf("%s, %d\n", e->name.c_str(), e->value);

  char* letter;
  CHECK(cudaMallocManaged(&letter, 1));
  first_letter<<<1, 32>>>(e->name, letter);
  CHECK(cudaDeviceSynchronize());
  ok &= *letter == 'H';
  delete e;
  CHECK(cudaFree(letter));

  Node* head = nullptr;
  double expected = 0;
  for (int i = 1; i <= 40; ++i) {
    head = new Node(i, 1.0 / 4 * i, head);
    expected += 1.0 / 4 * i * i;
  }
  struct Result { double total; int length; } *result;
  CHECK(cudaMallocManaged(&result, sizeof(Result)));
  walk<<<1, 1>>>(head, &result->total, &result->length);
  CHECK(cudaDeviceSynchronize());
  ok &= result->total == expected && result->length == 40;
  while (head) {
    Node* next = head->next;
    delete head;
    head = next;
  }
  CHECK(cudaFree(result));

  fill_table<<<1, 128>>>();
  CHECK(cudaDeviceSynchronize());
  ok &= device_touched == 1 && managed_table[127] == 63.5f;

  int device = 0, concurrent = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device));
  if (concurrent) {
    float* big;
    const size_t bytes = 1 << 16;
    CHECK(cudaMallocManaged(&big, bytes));
#if CUDART_VERSION >= 13000
    cudaMemLocation here{};
    here.type = cudaMemLocationTypeDevice;
    here.id = device;
    cudaMemLocation host{};
    host.type = cudaMemLocationTypeHost;
    CHECK(cudaMemAdvise(big, bytes, cudaMemAdviseSetPreferredLocation, here));
    CHECK(cudaMemPrefetchAsync(big, bytes, here, 0, 0));
    CHECK(cudaMemPrefetchAsync(big, bytes, host, 0, 0));
#else
    CHECK(cudaMemAdvise(big, bytes, cudaMemAdviseSetPreferredLocation, device));
    CHECK(cudaMemPrefetchAsync(big, bytes, device, 0));
    CHECK(cudaMemPrefetchAsync(big, bytes, cudaCpuDeviceId, 0));
#endif
    CHECK(cudaDeviceSynchronize());
    big[0] = 1;
    CHECK(cudaFree(big));
  }
  puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

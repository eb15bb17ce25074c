// One to eight devices: who can reach whom, what each has of its own (h200-facts 2). A __device__
// variable has its own copy on each, which its address names (M10); children run where their
// parents do (K8); default streams do not wait for each other; limits are each device's own.
#include "../expect.h"

constexpr int kMost = 8;

__device__ int variable = 5;
__device__ int where_child_ran = -1;
__device__ int multiprocessors_of_last = -1;
__constant__ int constant = 3;

__global__ void add(int value) { variable += value * constant; }

__global__ void child() { cudaGetDevice(&where_child_ran); }

__global__ void parent(int last_device) {
  child<<<1, 1>>>();
  if (cudaGetLastError() != cudaSuccess) where_child_ran = -2;
  cudaDeviceGetAttribute(&multiprocessors_of_last, cudaDevAttrMultiProcessorCount, last_device);
}

__global__ void set(int* p, int value) { *p = value; }
__global__ void child_sets(int* p, int value) { set<<<1, 1>>>(p, value); }

/// Runs until the host says so.
__global__ void held(int* go) {
  while (*const_cast<volatile int*>(go) == 0) __nanosleep(1000);
}

template <class T>
T read(const T& symbol) {
  T value{};
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, symbol, sizeof value), 0);
  return value;
}

void peer_matrix(int devices) {
  for (int from = 0; from < devices; ++from) {
    EXPECT_EQ(cudaSetDevice(from), 0);
    for (int to = 0; to < devices; ++to) {
      int can = -1;
      EXPECT_EQ(cudaDeviceCanAccessPeer(&can, from, to), 0);
      EXPECT_EQ(can, from != to);
      EXPECT_EQ(cudaDeviceDisablePeerAccess(to), 705);
      EXPECT_EQ(cudaDeviceEnablePeerAccess(to, 0), from == to ? 217 : 0);
      EXPECT_EQ(cudaDeviceEnablePeerAccess(to, 0), from == to ? 217 : 704);
    }
    EXPECT_EQ(cudaDeviceEnablePeerAccess(devices, 0), 101);
  }
  int can = 0;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, devices), 101);
  EXPECT_EQ(cudaSetDevice(devices), 101);
  EXPECT_EQ(cudaSetDevice(99), 101);
  EXPECT_EQ(cudaSetDevice(-1), 101);
  cudaGetLastError();
}

/// Every device writes to its neighbor, from a kernel and from a child.
void neighbors(int devices) {
  int* memory[kMost];
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    EXPECT_EQ(cudaMalloc(&memory[d], 2 * sizeof(int)), 0);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    int* const target = memory[(d + 1) % devices];
    set<<<1, 1>>>(target, 10 + d);
    child_sets<<<1, 1>>>(target + 1, 20 + d);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
  for (int d = 0; d < devices; ++d) {
    int values[2] = {};
    EXPECT_EQ(cudaMemcpy(values, memory[(d + 1) % devices], sizeof values, cudaMemcpyDefault), 0);
    EXPECT_EQ(values[0], 10 + d);
    EXPECT_EQ(values[1], 20 + d);
    cudaPointerAttributes attributes;
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, memory[d]), 0);
    EXPECT_EQ(attributes.device, d);
    EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  }
  for (int d = 0; d < devices; ++d) EXPECT_EQ(cudaFree(memory[d]), 0);
}

void own_variables(int devices) {
  void* addresses[kMost];
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    EXPECT_EQ(cudaGetSymbolAddress(&addresses[d], variable), 0);
    add<<<1, 1>>>(d);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
    EXPECT_EQ(read(variable), 5 + 3 * d);
    int through_address = 0;
    EXPECT_EQ(cudaMemcpy(&through_address, addresses[d], sizeof(int), cudaMemcpyDefault), 0);
    EXPECT_EQ(through_address, 5 + 3 * d);
  }
}

void children_stay(int devices) {
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    parent<<<1, 1>>>(devices - 1);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
    EXPECT_EQ(read(where_child_ran), d);
    EXPECT_EQ(read(multiprocessors_of_last), 132);
  }
}

/// While the first device's default stream is held, all the others' go on.
void own_default_streams(int devices) {
  int* go;
  cudaMallocHost(&go, sizeof *go);
  *go = 0;
  cudaSetDevice(0);
  held<<<1, 1>>>(go);
  for (int d = 1; d < devices; ++d) {
    cudaSetDevice(d);
    add<<<1, 1>>>(0);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
    EXPECT_EQ(cudaStreamQuery(nullptr), 0);
  }
  cudaSetDevice(0);
  EXPECT_EQ(cudaStreamQuery(nullptr), 600);
  __atomic_store_n(go, 1, __ATOMIC_SEQ_CST);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaFreeHost(go);
}

void own_limits(int devices) {
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    EXPECT_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 2048 + 1024 * static_cast<size_t>(d)), 0);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    size_t value = 0;
    EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), 0);
    EXPECT_EQ(value, 2048 + 1024 * static_cast<size_t>(d));
  }
}

/// A chain of events through all devices: each adds to what the one before has left.
void events_across(int devices) {
  cudaStream_t streams[kMost];
  cudaEvent_t events[kMost];
  int *value, result = 0;
  cudaMallocHost(&value, sizeof *value);
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    EXPECT_EQ(cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking), 0);
    EXPECT_EQ(cudaEventCreateWithFlags(&events[d], cudaEventDisableTiming), 0);
    if (d > 0) EXPECT_EQ(cudaStreamWaitEvent(streams[d], events[d - 1], 0), 0);
    set<<<1, 1, 0, streams[d]>>>(value, d);
    EXPECT_EQ(cudaEventRecord(events[d], streams[d]), 0);
  }
  EXPECT_EQ(cudaEventSynchronize(events[devices - 1]), 0);
  result = *value;
  EXPECT_EQ(result, devices - 1);
  for (int d = 0; d < devices; ++d) {
    EXPECT_EQ(cudaEventQuery(events[d]), 0);
    cudaEventDestroy(events[d]);
    cudaStreamDestroy(streams[d]);
  }
  cudaFreeHost(value);
}

int main() {
  int devices = 0;
  EXPECT_EQ(cudaGetDeviceCount(&devices), 0);
  EXPECT(devices >= 1 && devices <= kMost);
  peer_matrix(devices);
  if (devices > 1) neighbors(devices);
  own_variables(devices);
  children_stay(devices);
  own_default_streams(devices);
  own_limits(devices);
  events_across(devices);
  return failures();
}

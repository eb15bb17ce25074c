// Two devices: each has its own memory; peers may share it, ordered by events and by the host.
#include "case.h"

constexpr int kThreads = 64;

template <class T = int>
T* zeros_on(int device, size_t count = 256) {
  cudaSetDevice(device);
  return zeros<T>(count);
}

void enable_peers() {
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
}

void synchronize_both() {
  for (int device : {0, 1}) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
}

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
CLEAN(each_device_its_own_memory) {
  int *a = zeros_on(0), *b = zeros_on(1);
  cudaSetDevice(0);
  fill<<<1, kThreads>>>(a);
  cudaSetDevice(1);
  fill<<<1, kThreads>>>(b);
  synchronize_both();
}

__global__ void fill_peer(int* data) { data[threadIdx.x] = 1; }                //! peer-access
PAIR(memory_of_a_peer) {
  int* data = zeros_on(0);
  if (kRight) enable_peers();
  cudaSetDevice(1);
  fill_peer<<<1, kThreads>>>(data);
}

__global__ void child_of_peer(int* data) { data[threadIdx.x] = 1; }            //! peer-access
__global__ void launches_child(int* data) { child_of_peer<<<1, kThreads>>>(data); }
PAIR(child_uses_memory_of_a_peer) {
  int* data = zeros_on(0);
  if (kRight) enable_peers();
  cudaSetDevice(1);
  launches_child<<<1, 1>>>(data);
}

__global__ void add_here(int* data) { data[threadIdx.x] += 1; }                //! race
__global__ void add_there(int* data) { data[threadIdx.x] += 1; }               //! race
PAIR(event_between_two_devices) {
  enable_peers();
  int* data = zeros_on(0);
  cudaSetDevice(0);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  add_here<<<1, kThreads>>>(data);
  cudaEventRecord(event, nullptr);
  cudaSetDevice(1);
  if (kRight) cudaStreamWaitEvent(nullptr, event, 0);
  add_there<<<1, kThreads>>>(data);
  synchronize_both();
}

__global__ void first_device(int* data) { data[threadIdx.x] += 1; }            //! race
__global__ void second_device(int* data) { data[threadIdx.x] += 1; }           //! race
PAIR(host_waits_between_two_devices) {
  enable_peers();
  int* data = zeros_on(0);
  cudaSetDevice(0);
  first_device<<<1, kThreads>>>(data);
  if (kRight) cudaDeviceSynchronize();
  cudaSetDevice(1);
  second_device<<<1, kThreads>>>(data);
  synchronize_both();
}

// cudaDeviceSynchronize() waits for the current device only.
__global__ void fill_mapped(int* data) { data[threadIdx.x] = 1; }              //! race
PAIR(host_waits_for_the_right_device) {
  int* host = mapped();
  cudaSetDevice(1);
  fill_mapped<<<1, kThreads>>>(host);
  cudaSetDevice(kRight ? 1 : 0);
  cudaDeviceSynchronize();
  host[100] = host[5];                         //! race
  synchronize_both();
}

__global__ void makes(int* data) { data[threadIdx.x] = 1; }                    //! race
PAIR(copy_between_devices) {
  int *from = zeros_on(0), *to = zeros_on(1);
  cudaSetDevice(0);
  cudaStream_t a = new_stream(), b = new_stream();
  makes<<<1, kThreads, 0, a>>>(from);
  cudaMemcpyPeerAsync(to, 1, from, 0, kThreads * sizeof(int), kRight ? a : b);     //! race
  synchronize_both();
}

__global__ void uses_peers(int* data) { data[threadIdx.x] += 1; }              //! race
PAIR(result_of_a_copy_between_devices) {
  int *from = zeros_on(0), *to = zeros_on(1);
  cudaSetDevice(0);
  cudaStream_t stream = new_stream();
  cudaMemcpyPeerAsync(to, 1, from, 0, kThreads * sizeof(int), stream);             //! race
  if (kRight) cudaStreamSynchronize(stream);
  cudaSetDevice(1);
  uses_peers<<<1, kThreads>>>(to);
  synchronize_both();
}

__device__ int variable;
__global__ void bump() { variable += 1; }
CLEAN(a_variable_has_a_copy_on_each_device) {
  for (int device : {0, 1}) {
    cudaSetDevice(device);
    bump<<<1, 1>>>();
  }
  synchronize_both();
}

// Each into its device's copy, of which another device's is shown as soon as its threads go on.
__device__ int found;
__global__ void finds() {
  __syncthreads();
  found = 1;                                   //? same-value
}
WRONG(one_value_into_each_copy_of_a_variable) {
  for (int device : {0, 1}) {
    cudaSetDevice(device);
    finds<<<8, kThreads>>>();
  }
  synchronize_both();
}

// An atomic without _system is atomic for one device only.
template <bool kSystem>
__global__ void count(int* counter) {
  if (kSystem)
    atomicAdd_system(counter, 1);
  else
    atomicAdd(counter, 1);                     //! race
}
PAIR(counter_of_two_devices) {
  int* counter = mapped();
  for (int device : {0, 1}) {
    cudaSetDevice(device);
    count<kRight><<<1, kThreads>>>(counter);
  }
  synchronize_both();
}

// Blocks read, the grid meets, one thread releases for the system; the other device acquires and
// writes.
template <bool kMeets>
__global__ void reads_and_releases(const int* data, int* out, int* flag) {
  out[blockIdx.x * kThreads + threadIdx.x] = data[(blockIdx.x * 7 + threadIdx.x) % 100];   //! race
  if (kMeets)
    cg::this_grid().sync();
  else
    __syncthreads();
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  __threadfence_system();
  atomicExch_system(flag, 1);
}
__global__ void acquires_and_writes(int* data, int* flag) {
  if (threadIdx.x == 0) {
    while (atomicAdd_system(flag, 0) == 0) {}
    __threadfence_system();
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 100; i += kThreads) data[i] = 1;                      //! race
}
PAIR(release_to_a_peer_behind_the_barrier_of_the_grid) {
  enable_peers();
  int *data = zeros_on(0), *out = zeros_on(0, 1024), *flag = mapped();
  cudaSetDevice(0);
  void* arguments[] = {&data, &out, &flag};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(reads_and_releases<kRight>), dim3(8),
                              dim3(kThreads), arguments, 0, nullptr);
  cudaSetDevice(1);
  acquires_and_writes<<<1, kThreads>>>(data, flag);
  synchronize_both();
}

// The last of many blocks says that all are done, to the other device.
template <bool kFence>
__global__ void last_releases(int* data, unsigned* done, int* flag) {
  data[blockIdx.x] = 1;                                                       //! race
  if (kFence) __threadfence_system();
  if (atomicAdd_system(done, 1u) != gridDim.x - 1) return;
  if (kFence) __threadfence_system();
  atomicExch_system(flag, 1);
}
__global__ void takes_all(const int* data, int* flag, int* out) {
  while (atomicAdd_system(flag, 0) == 0) {}
  __threadfence_system();
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += data[i];                                 //! race
  *out = sum;
}
PAIR(last_block_releases_to_a_peer) {
  enable_peers();
  int *data = zeros_on(0), *out = zeros_on(1), *flag = mapped();
  unsigned* done = zeros_on<unsigned>(0);
  cudaSetDevice(0);
  last_releases<kRight><<<8, 1>>>(data, done, flag);
  cudaSetDevice(1);
  takes_all<<<1, 1>>>(data, flag, out);
  synchronize_both();
}

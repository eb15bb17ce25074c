// Host and device, streams and copies: who has waited for whom (N4, M5, M6).
#include "case.h"

constexpr int kThreads = 64;
constexpr size_t kBytes = kThreads * sizeof(int);

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }          //! race
__global__ void sum(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] + in[0]; }

// ---- The host's own accesses ---------------------------------------------------------------------

PAIR(managed_memory_is_read_behind_a_wait) {
  int* managed;
  cudaMallocManaged(&managed, kBytes);
  fill<<<1, kThreads>>>(managed, 7);
  if (kRight) cudaDeviceSynchronize();
  managed[0] = managed[5];                             //! race
}

__global__ void fill_mapped(int* data) { data[threadIdx.x] = 7; }                  //! race
PAIR(mapped_memory_is_read_behind_a_wait) {
  int* host = mapped();
  fill_mapped<<<1, kThreads>>>(host);
  if (kRight) cudaStreamSynchronize(nullptr);
  host[100] = host[5];                                 //! race
}

__global__ void read_mapped(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }    //! race
PAIR(mapped_memory_is_written_before_the_launch) {
  int *host = mapped(), *out = zeros();
  if (kRight) host[5] = 7;
  read_mapped<<<1, kThreads>>>(host, out);
  if (!kRight) host[5] = 7;                            //! race
}

__global__ void fill_registered(int* data) { data[threadIdx.x] = 7; }              //! race
PAIR(registered_memory_is_read_behind_a_wait) {
  static int memory[1024];
  cudaHostRegister(memory, sizeof memory, cudaHostRegisterMapped);
  int* device;
  cudaHostGetDevicePointer(&device, memory, 0);
  fill_registered<<<1, kThreads>>>(device);
  if (kRight) cudaDeviceSynchronize();
  memory[100] = memory[5];                             //! race
  cudaDeviceSynchronize();
  cudaHostUnregister(memory);
}

__global__ void fill_a(int* data) { data[threadIdx.x] = 7; }                       //! race
PAIR(host_waits_for_the_right_stream) {
  int* host = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  fill_a<<<1, kThreads, 0, a>>>(host);
  cudaStreamSynchronize(kRight ? a : b);
  host[100] = host[5];                                 //! race
}

__global__ void fill_event(int* data) { data[threadIdx.x] = 7; }                   //! race
PAIR(host_waits_for_an_event_behind_the_kernel) {
  int* host = mapped();
  cudaStream_t stream = new_stream();
  cudaEvent_t event;
  cudaEventCreate(&event);
  if (!kRight) cudaEventRecord(event, stream);
  fill_event<<<1, kThreads, 0, stream>>>(host);
  if (kRight) cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  host[100] = host[5];                                 //! race
}

__global__ void fill_queried(int* data) { data[threadIdx.x] = 7; }                 //! race
PAIR(host_asks_until_the_stream_is_done) {
  int* host = mapped();
  cudaStream_t stream = new_stream();
  fill_queried<<<1, kThreads, 0, stream>>>(host);
  if (kRight)
    while (cudaStreamQuery(stream) == cudaErrorNotReady) {}
  host[100] = host[5];                                 //! race
}

CLEAN(host_and_device_use_different_elements) {
  int* host = mapped();
  fill<<<1, kThreads>>>(host, 7);
  host[kThreads] = 3;
  cudaDeviceSynchronize();
}

CLEAN(a_blocking_copy_waits) {
  int *data = zeros(), result[kThreads];
  fill<<<1, kThreads>>>(data, 7);
  cudaMemcpy(result, data, kBytes, cudaMemcpyDeviceToHost);
  if (result[5] != 7) cudaFree(reinterpret_cast<void*>(1));
}

__device__ volatile int times[kThreads];
__global__ void count_up() { times[threadIdx.x] = times[threadIdx.x] + 1; }
CLEAN(a_volatile_variable_is_a_symbol) {
  int values[kThreads] = {};
  void* address = nullptr;
  cudaMemcpyToSymbol(times, values, sizeof values);
  count_up<<<1, kThreads>>>();
  cudaMemcpyFromSymbol(values, times, sizeof values);
  cudaGetSymbolAddress(&address, times);
  if (values[5] != 1 || address == nullptr) cudaFree(reinterpret_cast<void*>(1));
}

// ---- Streams -------------------------------------------------------------------------------------

__global__ void in_a(int* data) { data[threadIdx.x] = 1; }                         //! race
__global__ void in_b(int* data) { data[threadIdx.x] += 1; }                        //! race
PAIR(one_stream_or_two) {
  int* data = zeros();
  cudaStream_t a = new_stream(), b = new_stream();
  in_a<<<1, kThreads, 0, a>>>(data);
  in_b<<<1, kThreads, 0, kRight ? a : b>>>(data);
}

__global__ void before(int* data) { data[threadIdx.x] = 1; }                       //! race
__global__ void behind(int* data) { data[threadIdx.x] += 1; }                      //! race
PAIR(stream_waits_for_an_event) {
  int* data = zeros();
  cudaStream_t a = new_stream(), b = new_stream();
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  before<<<1, kThreads, 0, a>>>(data);
  cudaEventRecord(event, a);
  if (kRight) cudaStreamWaitEvent(b, event, 0);
  behind<<<1, kThreads, 0, b>>>(data);
}

// To wait for an event that was never recorded is to wait for nothing.
__global__ void recorded_late(int* data) { data[threadIdx.x] = 1; }                //! race
__global__ void waited_early(int* data) { data[threadIdx.x] += 1; }                //! race
PAIR(event_is_recorded_before_it_is_waited_for) {
  int* data = zeros();
  cudaStream_t a = new_stream(), b = new_stream();
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  recorded_late<<<1, kThreads, 0, a>>>(data);
  if (kRight) cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);                                                //! unrecorded-event
  if (!kRight) cudaEventRecord(event, a);
  waited_early<<<1, kThreads, 0, b>>>(data);
}

// The legacy default stream waits for blocking streams, and they for it; not so non-blocking ones.
__global__ void in_legacy(int* data) { data[threadIdx.x] = 1; }                    //! race
__global__ void in_other(int* data) { data[threadIdx.x] += 1; }                    //! race
PAIR(legacy_stream_and_a_blocking_one) {
  int* data = zeros();
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, kRight ? cudaStreamDefault : cudaStreamNonBlocking);
  in_legacy<<<1, kThreads>>>(data);
  in_other<<<1, kThreads, 0, stream>>>(data);
}

// cudaMemcpy from pageable memory returns when it has read that memory: what comes after it in the
// default stream has the bytes, a non-blocking stream may not (D6).
__global__ void double_it(int* data) { data[threadIdx.x] *= 2; }                    //! race
PAIR(copy_then_a_non_blocking_stream) {
  int* data = zeros();
  int values[kThreads] = {};
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);                  //! race
  if (kRight) cudaStreamSynchronize(nullptr);
  double_it<<<1, kThreads, 0, new_stream()>>>(data);
}

__global__ void triple_it(int* data) { data[threadIdx.x] *= 3; }                    //! race
PAIR(copy_of_rows_from_pinned_or_pageable_memory) {
  int *data = zeros(), *pinned;
  int pageable[kThreads] = {};
  cudaMallocHost(&pinned, sizeof pageable);
  std::memset(pinned, 0, sizeof pageable);
  const int* values = kRight ? pinned : pageable;
  cudaMemcpy2D(data, 64, values, 64, 64, 4, cudaMemcpyHostToDevice);                //! race
  triple_it<<<1, kThreads, 0, new_stream()>>>(data);
}

__device__ int gain;
__global__ void multiply(int* data) { data[threadIdx.x] *= gain; }              //! race
PAIR(variable_that_is_set_in_the_kernels_stream) {
  int* data = zeros();
  const int three = 3;
  const cudaStream_t stream = new_stream();
  if (kRight)
    cudaMemcpyToSymbolAsync(gain, &three, sizeof three, 0, cudaMemcpyHostToDevice, stream);
  else
    cudaMemcpyToSymbol(gain, &three, sizeof three);                               //! race
  multiply<<<1, kThreads, 0, stream>>>(data);
}

__global__ void count_up(int* data) { data[threadIdx.x] += 1; }
CLEAN(source_of_a_copy_may_change_at_once) {
  int* data = zeros();
  int values[kThreads] = {};
  cudaStream_t blocking;
  cudaStreamCreate(&blocking);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  values[0] = 7;
  count_up<<<1, kThreads, 0, blocking>>>(data);
  cudaDeviceSynchronize();
}

__global__ void first_blocking(int* data) { data[threadIdx.x] = 1; }               //! race
__global__ void nothing() {}
__global__ void second_blocking(int* data) { data[threadIdx.x] += 1; }             //! race
PAIR(legacy_kernel_between_blocking_streams) {
  int* data = zeros();
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  first_blocking<<<1, kThreads, 0, a>>>(data);
  if (kRight) nothing<<<1, 1>>>();
  second_blocking<<<1, kThreads, 0, b>>>(data);
}

CLEAN(per_thread_stream_is_a_blocking_one) {
  int* data = zeros();
  in_legacy<<<1, kThreads>>>(data);
  in_other<<<1, kThreads, 0, cudaStreamPerThread>>>(data);
}

__global__ void waited_for(int* data) { data[threadIdx.x] = 1; }                   //! race
__global__ void after_the_wait(int* data) { data[threadIdx.x] += 1; }              //! race
PAIR(host_waits_between_two_streams) {
  int* data = zeros();
  cudaStream_t a = new_stream(), b = new_stream();
  waited_for<<<1, kThreads, 0, a>>>(data);
  if (kRight) cudaStreamSynchronize(a);
  after_the_wait<<<1, kThreads, 0, b>>>(data);
}

// ---- Copies and memsets --------------------------------------------------------------------------

PAIR(pinned_target_of_an_asynchronous_copy) {
  int *data = zeros(), *host = mapped();
  cudaStream_t stream = new_stream();
  cudaMemcpyAsync(host, data, kBytes, cudaMemcpyDeviceToHost, stream);             //! race
  if (kRight) cudaStreamSynchronize(stream);
  host[100] = host[5];                                 //! race
}

// To pageable memory the call returns when the copy is done.
CLEAN(pageable_target_of_an_asynchronous_copy) {
  int *data = zeros(), result[kThreads];
  cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, new_stream());
  if (result[5] != 0) cudaFree(reinterpret_cast<void*>(1));
}

PAIR(pinned_source_of_an_asynchronous_copy) {
  int *data = zeros(), *host = mapped();
  cudaStream_t stream = new_stream();
  cudaMemcpyAsync(data, host, kBytes, cudaMemcpyHostToDevice, stream);             //! race
  if (kRight) cudaStreamSynchronize(stream);
  host[5] = 1;                                         //! race
}

// From pageable memory the copy has taken what it needs when the call returns.
CLEAN(pageable_source_of_an_asynchronous_copy) {
  int *data = zeros(), source[kThreads] = {};
  cudaMemcpyAsync(data, source, kBytes, cudaMemcpyHostToDevice, new_stream());
  source[5] = 1;
}

__global__ void uses_copy(int* data) { data[threadIdx.x] += 1; }                   //! race
PAIR(copy_and_kernel_in_one_stream) {
  int *data = zeros(), *host = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  cudaMemcpyAsync(data, host, kBytes, cudaMemcpyHostToDevice, a);                  //! race
  uses_copy<<<1, kThreads, 0, kRight ? a : b>>>(data);
}

__global__ void source_of_copy(int* data) { data[threadIdx.x] = 1; }               //! race
PAIR(copy_within_the_device) {
  int *from = zeros(), *to = zeros();
  cudaStream_t a = new_stream(), b = new_stream();
  source_of_copy<<<1, kThreads, 0, a>>>(from);
  cudaMemcpyAsync(to, from, kBytes, cudaMemcpyDeviceToDevice, kRight ? a : b);     //! race
}

__global__ void after_memset(int* data) { data[threadIdx.x] += 1; }                //! race
PAIR(memset_and_kernel) {
  int* data = zeros();
  cudaStream_t stream = new_stream();
  if (kRight)
    cudaMemsetAsync(data, 1, kBytes, stream);
  else
    cudaMemset(data, 1, kBytes);                                                   //! race
  after_memset<<<1, kThreads, 0, stream>>>(data);
}

// Half of the array each: copies and kernels that do not meet.
CLEAN(copies_of_two_halves) {
  int *data = zeros(), *host = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  cudaMemcpyAsync(data, host, kBytes, cudaMemcpyHostToDevice, a);
  cudaMemcpyAsync(data + kThreads, host + kThreads, kBytes, cudaMemcpyHostToDevice, b);
  fill<<<1, kThreads, 0, a>>>(data, 1);
  fill<<<1, kThreads, 0, b>>>(data + kThreads, 2);
}

// ---- Host functions ------------------------------------------------------------------------------

void set_three(void* p) { *static_cast<int*>(p) = 3; }                             //! race
PAIR(host_function_writes_what_the_host_reads) {
  int* host = mapped();
  cudaLaunchHostFunc(nullptr, set_three, host);
  if (kRight) cudaDeviceSynchronize();
  host[8] = host[0];                                   //! race
}

void set_four(void* p) { *static_cast<int*>(p) = 4; }                              //! race
__global__ void uses_four(int* data) { data[1] = data[0]; }                        //! race
PAIR(host_function_and_kernel) {
  int* host = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  cudaLaunchHostFunc(a, set_four, host);
  uses_four<<<1, 1, 0, kRight ? a : b>>>(host);
}

__global__ void writes_five(int* data) { *data = 5; }                              //! race
void copies_five(void* p) { static_cast<int*>(p)[1] = *static_cast<int*>(p); }     //! race
PAIR(kernel_and_host_function) {
  int* host = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  writes_five<<<1, 1, 0, a>>>(host);
  cudaLaunchHostFunc(kRight ? a : b, copies_five, host);
}

void adds_six(void* p) { *static_cast<int*>(p) += 6; }                             //! race
void adds_seven(cudaStream_t, cudaError_t, void* p) { *static_cast<int*>(p) += 7; }  //! race
PAIR(host_functions_of_two_streams) {
  int* host = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  cudaLaunchHostFunc(a, adds_six, host);
  cudaStreamAddCallback(kRight ? a : b, adds_seven, host, 0);
}

// What the host does after the call is not ordered before the function, nor after it.
void adds_eight(void* p) { *static_cast<int*>(p) += 8; }                           //! race
PAIR(host_writes_what_a_host_function_changes) {
  int* host = mapped();
  if (kRight) host[0] = 8;
  cudaLaunchHostFunc(nullptr, adds_eight, host);
  if (!kRight) host[0] = 8;                              //! race
}

// The function runs before or after the host's write: either way nothing orders the two.
void copies_ten(void* p) { static_cast<int*>(p)[1] = *static_cast<int*>(p); }      //! race
PAIR(host_writes_what_a_host_function_reads) {
  int* host = mapped();
  if (kRight) host[0] = 10;
  cudaLaunchHostFunc(nullptr, copies_ten, host);
  if (!kRight) host[0] = 10;                             //! race
}

__global__ void writes_nine(int* data) { *data = 9; }                              //! race
void copies_nine(void* p) { static_cast<int*>(p)[1] = *static_cast<int*>(p); }     //! race
PAIR(host_node_after_a_kernel_node) {
  int* host = mapped();
  cudaGraph_t graph;
  cudaGraphNode_t kernel, function;
  cudaGraphExec_t exec;
  void* arguments[] = {&host};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(writes_nine);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  const cudaHostNodeParams call{copies_nine, host};
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch);
  cudaGraphAddHostNode(&function, graph, &kernel, kRight ? 1 : 0, &call);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
}

// ---- Constants and variables ---------------------------------------------------------------------

__constant__ int factor[4];
__global__ void scaled(int* data) { data[threadIdx.x] = factor[threadIdx.x % 4]; }    //! race
PAIR(constant_changes_while_a_grid_runs) {
  int* data = zeros();
  int *values = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  cudaMemcpyToSymbol(factor, values, sizeof factor);
  cudaDeviceSynchronize();
  scaled<<<1, kThreads, 0, a>>>(data);
  cudaMemcpyToSymbolAsync(factor, values, sizeof factor, 0, cudaMemcpyHostToDevice, kRight ? a : b);  //! race
}

__device__ int total[4];
__global__ void totals() { total[threadIdx.x] = 1; }                               //! race
PAIR(variable_is_copied_while_a_grid_runs) {
  int* host = mapped();
  cudaStream_t a = new_stream(), b = new_stream();
  totals<<<1, 4, 0, a>>>();
  cudaMemcpyFromSymbolAsync(host, total, sizeof total, 0, cudaMemcpyDeviceToHost, kRight ? a : b);   //! race
}

// ---- Ends of memory ------------------------------------------------------------------------------

__global__ void still_uses(int* data) { data[threadIdx.x] += 1; }                  //! race, use-after-free
PAIR(memory_is_freed_while_a_grid_may_run) {
  int* data;
  cudaStream_t a = new_stream(), b = new_stream();
  cudaMallocAsync(&data, kBytes, a);
  cudaMemsetAsync(data, 0, kBytes, a);                                             //! race, use-after-free
  still_uses<<<1, kThreads, 0, a>>>(data);
  cudaFreeAsync(data, kRight ? a : b);                                             //! race, use-after-free
}

__global__ void too_late(int* data) { data[threadIdx.x] = 1; }                     //! use-after-free
PAIR(memory_is_freed_before_the_launch) {
  int* data = zeros();
  if (!kRight) cudaFree(data);                                                     //! use-after-free
  too_late<<<1, kThreads>>>(data);
  if (kRight) cudaFree(data);
}

__global__ void pinned_too_late(int* data) { data[threadIdx.x] = 1; }              //! use-after-free
PAIR(pinned_memory_is_freed_before_the_launch) {
  int* data = mapped();
  if (!kRight) cudaFreeHost(data);                                                 //! use-after-free
  pinned_too_late<<<1, kThreads>>>(data);
  cudaDeviceSynchronize();
  if (kRight) cudaFreeHost(data);
}

// ---- Whose memory it is --------------------------------------------------------------------------

PAIR(host_writes_to_device_memory) {
  int *data = zeros(), one = 1;
  if (kRight)
    cudaMemcpy(data, &one, sizeof one, cudaMemcpyHostToDevice);
  else
    data[3] = one;                                     //! host-device-access
}

PAIR(host_reads_device_memory) {
  int *data = zeros(), one = 1;
  if (kRight)
    cudaMemcpy(&one, data, sizeof one, cudaMemcpyDeviceToHost);
  else
    one = data[3];                                     //! host-device-access
  if (one == 5) cudaFree(data);
}

__global__ void adds(const int* in, int* out) { *out = *in + 1; }                  //! host-device-access
PAIR(kernel_reads_host_memory) {
  static int value = 4;
  int* mine = mapped();
  adds<<<1, 1>>>(kRight ? mine : &value, zeros());
}

__device__ int of_device[4];
PAIR(host_writes_a_device_variable) {
  const int four[4] = {1, 2, 3, 4};
  if (kRight)
    cudaMemcpyToSymbol(of_device, four, sizeof four);
  else
    of_device[2] = four[2];                            //! host-device-access
}

template <bool kOwn>
__global__ void hands_out(int** slot, int* data) {
  int mine[4] = {1, 2, 3, 4};
  *slot = kOwn ? data : mine;
  if (threadIdx.x == 7) mine[*data & 3] = **slot;
}
PAIR(host_reads_a_local_array) {
  int **slot = mapped<int*>(), *data = mapped<int>();
  hands_out<kRight><<<1, 1>>>(slot, data);
  cudaDeviceSynchronize();
  const int one = (*slot)[2];                          //! local-pointer
  if (one == 5) cudaFree(data);
}

PAIR(host_writes_a_local_array) {
  int **slot = mapped<int*>(), *data = mapped<int>();
  hands_out<kRight><<<1, 1>>>(slot, data);
  cudaDeviceSynchronize();
  (*slot)[1] = 5;                                      //! local-pointer
}

struct Pair {
  int first, second;
};
__global__ void hands_out_parameter(Pair pair, Pair** slot, Pair* data) {
  *slot = data != nullptr ? data : &pair;
}
PAIR(host_copies_a_parameter_of_a_kernel) {
  auto **slot = mapped<Pair*>(), *data = mapped<Pair>();
  hands_out_parameter<<<1, 1>>>(Pair{1, 2}, slot, kRight ? data : nullptr);
  cudaDeviceSynchronize();
  *data = **slot;                                      //! local-pointer
}

__global__ void fill_default(int* data) { data[threadIdx.x] = 7; }                 //! race
PAIR(synchronizing_the_per_thread_stream_waits_for_no_other) {
  int* host = mapped();
  fill_default<<<1, kThreads>>>(host);
  cudaStreamSynchronize(kRight ? cudaStreamLegacy : cudaStreamPerThread);
  host[100] = host[5];                                 //! race
}

__global__ void fill_elsewhere(int* data) { data[threadIdx.x] = 7; }
CLEAN(cudaHostUnregister_waits_for_the_whole_device) {
  static int memory[1024];
  int* host = mapped();
  cudaHostRegister(memory, sizeof memory, cudaHostRegisterMapped);
  fill_elsewhere<<<1, kThreads, 0, new_stream()>>>(host);
  cudaHostUnregister(memory);
  host[100] = host[5];
}

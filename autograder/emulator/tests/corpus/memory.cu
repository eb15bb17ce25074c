// Bounds, ends, beginnings and owners of memory, whatever the order.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdlib>
#include <new>

#include "case.h"

constexpr int kThreads = 64;

// ---- Shared memory -------------------------------------------------------------------------------

template <int kSize>
__global__ void two_arrays(int* out) {
  __shared__ int first[kSize];
  __shared__ int second[kThreads];
  second[threadIdx.x] = 1;
  first[threadIdx.x] = 2;                      //! out-of-bounds
  __syncthreads();
  out[threadIdx.x] = first[0] + second[threadIdx.x];
}
PAIR(shared_array_runs_into_the_next) { two_arrays<kRight ? kThreads : kThreads - 1><<<1, kThreads>>>(zeros()); }

// The array that was asked for first, and read beyond its end.
template <int kBeyond>
__global__ void stencil(int* out) {
  __shared__ float before[16], cells[kThreads], behind[16];
  if (threadIdx.x < 16) before[threadIdx.x] = 1;
  if (threadIdx.x < 16) behind[threadIdx.x] = 1;
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x > 0)
    out[threadIdx.x] = cells[threadIdx.x + kBeyond] + before[3] + behind[3];    //! out-of-bounds
}
PAIR(shared_array_read_beyond_its_end) { stencil<kRight ? 0 : 1><<<1, kThreads>>>(zeros()); }

template <int kBack>
__global__ void negative(int* out) {
  __shared__ int cells[kThreads];
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = cells[static_cast<int>(threadIdx.x) - kBack];    //! out-of-bounds
}
PAIR(shared_array_read_before_its_beginning) { negative<kRight ? 0 : 1><<<1, kThreads>>>(zeros()); }

__global__ void dynamic(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;                //! out-of-bounds
  __syncthreads();
  out[threadIdx.x] = s[0];
}
PAIR(too_little_dynamic_shared_memory) {
  dynamic<<<1, kThreads, (kRight ? kThreads : kThreads - 4) * sizeof(int)>>>(zeros());
}

template <int kSize>
__global__ void beside_dynamic(int* out) {
  extern __shared__ int s[];
  __shared__ int fixed[kThreads];
  fixed[threadIdx.x] = 1;
  s[threadIdx.x] = 2;                          //! out-of-bounds
  __syncthreads();
  out[threadIdx.x] = fixed[threadIdx.x] + s[0];
}
PAIR(dynamic_shared_memory_runs_into_a_static_array) {
  beside_dynamic<kThreads><<<1, kThreads, (kRight ? kThreads : kThreads - 1) * sizeof(int)>>>(zeros());
}

struct Row {
  int cells[10];
};
template <int kLast>
__global__ void rows(int* out) {
  __shared__ Row row[4];
  if (threadIdx.x < 4)
    for (int i = 0; i <= kLast; ++i) row[threadIdx.x].cells[i % 10] = i;
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x % 4].cells[kLast];
}
CLEAN(array_of_structs_in_shared_memory) { rows<9><<<1, kThreads>>>(zeros()); }

template <bool kOwn>
__global__ void unwritten_shared(int* out) {
  __shared__ int s[kThreads];
  if (kOwn || threadIdx.x < 32) s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];           //! uninitialized
}
PAIR(shared_memory_read_before_written) { unwritten_shared<kRight><<<1, kThreads>>>(zeros()); }

// The pointer leaves its block through global memory.
template <bool kOwn>
__global__ void leaks_shared(int** slot, unsigned* ready, int* out) {
  __shared__ int s;
  s = 3;
  if (blockIdx.x == 0) {
    *slot = &s;
    __threadfence();
    atomicExch(ready, 1u);
    while (atomicAdd(ready, 0u) == 1) {}
  } else {
    while (atomicAdd(ready, 0u) == 0) {}
    __threadfence();
    out[0] = kOwn ? s : **slot;                //! shared-pointer
    atomicExch(ready, 2u);
  }
}
PAIR(shared_memory_of_another_block) {
  int **slot = zeros<int*>(1), *out = zeros();
  auto* ready = zeros<unsigned>(1);
  void* arguments[] = {&slot, &ready, &out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(leaks_shared<kRight>), dim3(2), dim3(1),
                              arguments, 0, nullptr);
}

// When a block has ended, the next one may get its place on a multiprocessor.
template <bool kOwn>
__global__ void leaves_for_the_next(unsigned long long* slot, int* out) {
  __shared__ int s[4];
  s[1] = blockIdx.x;
  const unsigned long long left = atomicExch(slot, reinterpret_cast<unsigned long long>(&s[1]));
  if (left != 0) out[blockIdx.x] = kOwn ? s[1] : *reinterpret_cast<int*>(left);    //! shared-pointer
}
PAIR(shared_memory_of_the_block_before) {
  leaves_for_the_next<kRight><<<8, 1>>>(zeros<unsigned long long>(1), zeros());
}

template <bool kOwn>
__global__ void writes_to_the_last(unsigned long long* slot, int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x != 0) return;
  const unsigned long long left = atomicExch(slot, reinterpret_cast<unsigned long long>(s));
  if (left != 0 && !kOwn) reinterpret_cast<int*>(left)[3] = 1;                     //! shared-pointer
  out[blockIdx.x] = s[3];
}
PAIR(dynamic_shared_memory_of_a_block_before) {
  writes_to_the_last<kRight><<<3, kThreads, kThreads * sizeof(int)>>>(zeros<unsigned long long>(1), zeros());
}

__global__ void keeps_shared(int** slot) {
  __shared__ int s;
  s = 3;
  *slot = &s;
}
template <bool kOwn>
__global__ void takes_what_was_kept(int* const* slot, int* out) {
  __shared__ int s;
  s = 4;
  *out = kOwn ? s : **slot;                    //! shared-pointer
}
PAIR(shared_memory_of_the_grid_before) {
  int** slot = zeros<int*>(1);
  keeps_shared<<<1, 1>>>(slot);
  takes_what_was_kept<kRight><<<1, 1>>>(slot, zeros());
}

// ---- Local memory --------------------------------------------------------------------------------

template <bool kOwn>
__global__ void leaks_local(int* out) {
  __shared__ int* s[2];
  int mine = threadIdx.x;
  s[threadIdx.x] = &mine;
  __syncthreads();
  out[threadIdx.x] = *s[kOwn ? threadIdx.x : 1 - threadIdx.x];     //! local-pointer
  __syncthreads();
}
PAIR(local_variable_of_another_thread) { leaks_local<kRight><<<1, 2>>>(zeros()); }

template <bool kOwn>
__global__ void writes_local(int** slot) {
  int mine[4] = {1, 2, 3, 4};
  if (threadIdx.x == 0) *slot = mine;
  __syncthreads();
  if (threadIdx.x == 1) (kOwn ? mine : *slot)[2] = 5;              //! local-pointer
  __syncthreads();
  if (threadIdx.x == 0 && mine[2] == 8) *slot = nullptr;
}
PAIR(local_array_of_another_thread) { writes_local<kRight><<<1, 2>>>(zeros<int*>(1)); }

// ---- Global memory -------------------------------------------------------------------------------

template <int kBeyond>
__global__ void fill(int* data) { data[threadIdx.x + kBeyond] = 1; }          //! out-of-bounds
PAIR(one_element_too_many) { fill<kRight ? 0 : 1><<<1, kThreads>>>(zeros(kThreads)); }

template <int kBack>
__global__ void before(int* data) { data[static_cast<int>(threadIdx.x) - kBack] = 1; }    //! out-of-bounds
PAIR(one_element_too_early) { before<kRight ? 0 : 1><<<1, kThreads>>>(zeros(kThreads)); }

__global__ void far_off(int* data, long long offset) { data[offset] = 1; }    //! out-of-bounds
PAIR(far_behind_the_end) { far_off<<<1, 1>>>(zeros(), kRight ? 0 : 1ll << 28); }

__global__ void very_far_off(int* data, long long offset) { data[offset] = 1; }    //! illegal-address
PAIR(outside_of_everything) { very_far_off<<<1, 1>>>(zeros(), kRight ? 0 : 1ll << 44); }

__global__ void odd_bytes(char* data) { data[threadIdx.x] = 1; }              //! out-of-bounds
PAIR(one_byte_too_many) { odd_bytes<<<1, 7>>>(zeros<char>(kRight ? 7 : 6)); }

__global__ void last_vector(float4* data) { data[threadIdx.x] = make_float4(1, 2, 3, 4); }    //! out-of-bounds
PAIR(vector_across_the_end) {
  last_vector<<<1, 4>>>(reinterpret_cast<float4*>(zeros<float>(kRight ? 16 : 14)));
}

__global__ void copies(int* to, const int* from) { memcpy(to, from, 64); }    //! out-of-bounds
PAIR(memcpy_across_the_end) { copies<<<1, 1>>>(zeros(16), zeros(kRight ? 16 : 12)); }

__global__ void copies_out(int* to, const int* from) { memcpy(to, from, 64); }    //! out-of-bounds
PAIR(memcpy_target_across_the_end) { copies_out<<<1, 1>>>(zeros(kRight ? 16 : 15), zeros(16)); }

struct Big {
  int value[16];
};
__global__ void assigns(Big* to, const Big* from) { *to = *from; }            //! out-of-bounds
PAIR(struct_across_the_end) {
  assigns<<<1, 1>>>(reinterpret_cast<Big*>(zeros(kRight ? 16 : 15)), zeros<Big>(1));
}

// Two allocations, of which the second may begin right behind the first.
__global__ void past(int* data, int beyond) { data[threadIdx.x + beyond] = 1; }    //! out-of-bounds
PAIR(index_runs_into_the_next_allocation) {
  int* data = zeros(kThreads);
  zeros(kThreads);
  past<<<1, kThreads>>>(data, kRight ? 0 : 2 * kThreads);
}

__global__ void past_row(const float* data, float* out) { out[threadIdx.x] = data[4096 + threadIdx.x]; }    //! out-of-bounds
PAIR(read_runs_into_a_larger_allocation) {
  float* data = zeros<float>(kRight ? 8192 : 4096);
  zeros<float>(1 << 20);
  past_row<<<1, kThreads>>>(data, zeros<float>());
}

__global__ void past_managed(int* data, int beyond) { data[threadIdx.x + beyond] = 1; }    //! out-of-bounds
PAIR(index_runs_into_the_next_managed_allocation) {
  int *data, *next;
  cudaMallocManaged(&data, kThreads * sizeof(int));                                        //! out-of-bounds
  cudaMallocManaged(&next, kThreads * sizeof(int));
  past_managed<<<1, kThreads>>>(data, kRight ? 0 : 3 * kThreads);
}

__global__ void past_pinned(char* data, int beyond) { data[threadIdx.x + beyond] = 1; }    //! out-of-bounds
PAIR(index_runs_into_the_next_pinned_allocation) {
  char *data, *next;
  cudaMallocHost(&data, kThreads);                                                         //! out-of-bounds
  cudaMallocHost(&next, kThreads);
  past_pinned<<<1, kThreads>>>(data, kRight ? 0 : 600);
}

__global__ void past_pool(double* data, int beyond) { data[threadIdx.x + beyond] = 1; }    //! out-of-bounds
PAIR(index_runs_into_the_next_allocation_of_a_pool) {
  double *data, *next;
  cudaMallocAsync(&data, kThreads * sizeof(double), nullptr);                              //! out-of-bounds
  cudaMallocAsync(&next, kThreads * sizeof(double), nullptr);
  past_pool<<<1, kThreads>>>(data, kRight ? 0 : 2 * kThreads);
}

template <int kBeyond>
__global__ void past_heap(int* out) {
  auto* first = static_cast<int*>(malloc(kThreads * sizeof(int)));    //! out-of-bounds
  auto* second = static_cast<int*>(malloc(kThreads * sizeof(int)));    //! out-of-bounds
  for (int i = 0; i < kThreads; ++i) first[i + kBeyond] = second[i] = i;    //! out-of-bounds
  *out = second[3];
  free(first);
  free(second);
}
PAIR(index_runs_into_the_next_heap_allocation) { past_heap<kRight ? 0 : kThreads><<<1, 1>>>(zeros()); }

__global__ void null(int* data) { *data = 1; }                                //! illegal-address
PAIR(null_pointer) { null<<<1, 1>>>(kRight ? zeros() : nullptr); }

__global__ void adds(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] + 1; }    //! uninitialized
PAIR(global_memory_read_before_written) { adds<<<1, 8>>>(kRight ? zeros() : unwritten(), zeros()); }

__global__ void counts(int* counter) { atomicAdd(counter, 1); }               //! uninitialized
PAIR(counter_never_set) { counts<<<1, 8>>>(kRight ? zeros() : unwritten()); }

// A copy of memory that nobody has written is no error; to compute with it is.
CLEAN(unwritten_memory_is_copied) {
  cudaMemcpy(zeros(), unwritten(), 64, cudaMemcpyDeviceToDevice);
  cudaDeviceSynchronize();
}

__global__ void wide(const int* data, float4* out) {
  *out = *reinterpret_cast<const float4*>(data);                              //! misaligned @g++
}
PAIR(vector_at_an_odd_place) { wide<<<1, 1>>>(zeros() + (kRight ? 4 : 1), zeros<float4>()); }

__global__ void wide_atomic(char* data) {
  atomicAdd(reinterpret_cast<int*>(data), 1);                                 //! misaligned
}
PAIR(atomic_at_an_odd_place) { wide_atomic<<<1, 1>>>(zeros<char>() + (kRight ? 4 : 2)); }

// ---- Variables -----------------------------------------------------------------------------------

__device__ int table[kThreads];
template <int kBeyond>
__global__ void fills_table(int* out) {
  int* const first = table;
  first[threadIdx.x + (kBeyond << 28)] = 1;    //! illegal-address
  out[threadIdx.x] = 1;
}
PAIR(far_behind_a_variable) { fills_table<kRight ? 0 : 1><<<1, kThreads>>>(zeros()); }

__constant__ int weights[4];
template <bool kVariable>
__global__ void writes_constant(int* out) {
  int* target = kVariable ? out : const_cast<int*>(&weights[1]);
  *target = 3;                                 //! constant-write
}
PAIR(constant_written_by_a_kernel) { writes_constant<kRight><<<1, 1>>>(zeros()); }

// ---- The device heap -----------------------------------------------------------------------------

template <bool kOnce>
__global__ void frees_twice(int* out) {
  auto* list = static_cast<int*>(malloc(16));
  *out = list != nullptr;
  free(list);                                  //! use-after-free
  if (!kOnce) free(list);                      //! use-after-free
}
PAIR(freed_twice) { frees_twice<kRight><<<1, 1>>>(zeros()); }

template <bool kBefore>
__global__ void uses_freed(int* out) {
  auto* list = static_cast<int*>(malloc(16));
  list[1] = 4;
  if (kBefore) *out = list[1];
  free(list);                                  //! use-after-free
  if (!kBefore) *out = list[1];                //! use-after-free
}
PAIR(used_after_free) { uses_freed<kRight><<<1, 1>>>(zeros()); }

// Another thread still uses what one thread frees: a barrier is missing.
template <bool kBarrier>
__global__ void frees_for_all(int** slot, int* out) {
  if (threadIdx.x == 0) {
    *slot = static_cast<int*>(malloc(kThreads * sizeof(int)));
    for (int i = 0; i < kThreads; ++i) (*slot)[i] = i;
  }
  __syncthreads();
  int* list = *slot;
  if (threadIdx.x > 0) out[threadIdx.x] = list[threadIdx.x];     //! race, use-after-free
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 0) free(list);                              //! race, use-after-free
}
PAIR(freed_while_others_use_it) { frees_for_all<kRight><<<1, kThreads>>>(zeros<int*>(1), zeros()); }

// So little memory that it could change in one store.
template <bool kBarrier>
__global__ void frees_a_word(int** slot) {
  if (threadIdx.x == 0) *slot = static_cast<int*>(malloc(8));
  __syncthreads();
  int* word = *slot;
  if (threadIdx.x == 1) word[0] = 3;                             //! race, use-after-free
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 0) free(word);                              //! race, use-after-free
}
PAIR(word_freed_while_another_writes_it) { frees_a_word<kRight><<<1, 2>>>(zeros<int*>(1)); }

// What a function of CUDA's hands back is a store of the thread that calls it.
template <bool kOwn>
__global__ void both_allocate(int** slot) {
  __shared__ int* s[2];
  if (cudaMalloc(&s[kOwn ? threadIdx.x : 0], 16) != cudaSuccess) return;    //! race
  __syncthreads();
  slot[threadIdx.x] = s[kOwn ? threadIdx.x : 0];
  free(s[kOwn ? threadIdx.x : 0]);                                          //! use-after-free
}
PAIR(allocated_into_one_pointer) { both_allocate<kRight><<<1, 2>>>(zeros<int*>(2)); }

__global__ void frees_hosts(int* data, bool mine) {
  if (mine) data = static_cast<int*>(malloc(16));
  free(data);                                  //! device-api
}
PAIR(memory_of_the_host_freed_in_a_kernel) { frees_hosts<<<1, 1>>>(zeros(), kRight); }

template <int kBeyond>
__global__ void beyond_heap(int* out) {
  auto* list = static_cast<int*>(malloc(4 * sizeof(int)));       //! out-of-bounds
  for (int i = 0; i < 4 + kBeyond; ++i) list[i] = i;             //! out-of-bounds
  *out = list[3];
  free(list);
}
PAIR(beyond_the_end_of_heap_memory) { beyond_heap<kRight ? 0 : 1><<<1, 1>>>(zeros()); }

template <bool kWrites>
__global__ void unwritten_heap(int* out) {
  auto* list = static_cast<int*>(malloc(4 * sizeof(int)));    //! uninitialized
  if (kWrites) list[2] = 3;
  *out = list[2];                              //! uninitialized
  free(list);
}
PAIR(heap_memory_read_before_written) { unwritten_heap<kRight><<<1, 1>>>(zeros()); }

__global__ void keeps(int** slot) {
  *slot = new int[4]{1, 2, 3, 4};
}
__global__ void drops(int** slot, int* out) {
  *out = (*slot)[3];
  delete[] *slot;
}
CLEAN(heap_memory_outlives_its_grid) {
  int** slot = zeros<int*>(1);
  keeps<<<1, 1>>>(slot);
  drops<<<1, 1>>>(slot, zeros());
}

// ---- Textures and surfaces -----------------------------------------------------------------------

cudaResourceDesc linear_memory(float* memory) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = kThreads * sizeof(float);
  return resource;
}

// What is wrong shows as a use of what has been destroyed, or, if the kernel came first, as a race.
__global__ void fetches(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);              //! use-after-free, race
}
PAIR(texture_destroyed_before_its_kernel) {
  const cudaResourceDesc resource = linear_memory(zeros<float>());
  const cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  float* out = zeros<float>();
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  fetches<<<1, kThreads>>>(texture, out);
  if (kRight) cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);                                       //! use-after-free, race
}

__global__ void childs_fetch(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1D<float>(texture, 0.5f);                          //! use-after-free, race
}
__global__ void launches_fetch(cudaTextureObject_t texture, float* out) {
  childs_fetch<<<1, 8>>>(texture, out);
}
PAIR(texture_destroyed_before_a_child) {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const std::vector<float> texels(16, 1.0f);
  cudaMallocArray(&array, &format, 16, 0);
  cudaMemcpy2DToArray(array, 0, 0, texels.data(), 64, 64, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  float* out = zeros<float>();
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  launches_fetch<<<1, 1>>>(texture, out);
  if (kRight) cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);                                       //! use-after-free, race
}

__global__ void writes_surface(cudaSurfaceObject_t surface) {
  surf2Dwrite(3.0f, surface, threadIdx.x * 4, 0);                          //! use-after-free, race
}
PAIR(surface_destroyed_before_its_kernel) {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16, 2, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  writes_surface<<<1, 8>>>(surface);
  if (kRight) cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);                                       //! use-after-free, race
}

// The same lines for both: a texture need not see what its own grid has written, barrier or not.
__global__ void writes_and_fetches(float* data, cudaTextureObject_t texture, float* out, int step) {
  if (step != 1) data[threadIdx.x] = 2;                                    //! stale-texture
  __syncthreads();
  if (step != 0) out[threadIdx.x] = tex1Dfetch<float>(texture, kThreads - 1 - threadIdx.x);  //! stale-texture
}
PAIR(texture_of_what_its_grid_has_written) {
  float *data = zeros<float>(), *out = zeros<float>();
  const cudaResourceDesc resource = linear_memory(data);
  const cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  if (kRight) {
    writes_and_fetches<<<1, kThreads>>>(data, texture, out, 0);
    writes_and_fetches<<<1, kThreads>>>(data, texture, out, 1);
  } else {
    writes_and_fetches<<<1, kThreads>>>(data, texture, out, 2);
  }
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}

// ---- Asynchronous copies into shared memory ------------------------------------------------------

template <int kPending>
__global__ void reads_behind_batches(const int* in, int* out) {
  __shared__ int tile[2][kThreads];
  const unsigned t = threadIdx.x;
  for (int batch = 0; batch < 2; ++batch) {
    __pipeline_memcpy_async(&tile[batch][t], &in[batch * kThreads + t], sizeof(int));  //! uninitialized
    __pipeline_commit();
  }
  __pipeline_wait_prior(kPending);
  __syncthreads();
  out[t] = tile[0][kThreads - 1 - t] + tile[1][kThreads - 1 - t];                      //! uninitialized
}
PAIR(wait_for_all_batches_but_the_last) {
  reads_behind_batches<kRight ? 0 : 1><<<1, kThreads>>>(zeros(), zeros());
}

template <bool kWaits>
__global__ void reads_the_groups_copy(const int* in, int* out) {
  __shared__ int tile[kThreads];
  const auto block = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(block, tile, in, sizeof tile);          //! uninitialized
  if (kWaits) cooperative_groups::wait(block);
  __syncthreads();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];                     //! uninitialized
}
PAIR(barrier_for_a_wait_of_the_group) { reads_the_groups_copy<kRight><<<1, kThreads>>>(zeros(), zeros()); }

template <bool kWaits>
__global__ void copies_by_ptx(const int* in, int* out) {
  __shared__ int tile[kThreads];
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"                  //! uninitialized
               ::"r"(to), "l"(&in[threadIdx.x]) : "memory");
  if (kWaits) asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];                     //! uninitialized
}
PAIR(cp_async_without_a_wait) { copies_by_ptx<kRight><<<1, kThreads>>>(zeros(), zeros()); }

// ---- The host's own memory -----------------------------------------------------------------------

PAIR(copy_beyond_the_end_of_a_host_block) {
  int* device = zeros(kThreads);
  auto* host = static_cast<int*>(malloc((kRight ? kThreads : kThreads - 1) * sizeof(int)));    //! out-of-bounds
  for (int i = 0; i < kThreads - 1; ++i) host[i] = i;
  cudaMemcpy(device, host, kThreads * sizeof(int), cudaMemcpyHostToDevice);                    //! out-of-bounds
  free(host);
}

PAIR(copy_into_too_small_a_host_block) {
  int* device = zeros(kThreads);
  int* host = new int[kRight ? kThreads : kThreads / 4];                                       //! out-of-bounds
  cudaMemcpy(host + 1, device, (kThreads - 1) * sizeof(int), cudaMemcpyDeviceToHost);          //! out-of-bounds
  delete[] host;
}

// What was forgotten is sizeof.
PAIR(host_block_of_as_many_bytes_as_elements) {
  int* device = zeros(kThreads);
  auto* host = static_cast<int*>(calloc(kThreads, kRight ? sizeof(int) : 1));                  //! out-of-bounds
  cudaMemcpyAsync(device, host, kThreads * sizeof(int), cudaMemcpyHostToDevice, new_stream()); //! out-of-bounds
  cudaDeviceSynchronize();
  free(host);
}

PAIR(rows_beyond_the_end_of_a_host_block) {
  constexpr size_t kRow = 16 * sizeof(float);
  float* device = zeros<float>(256);
  float* host = new float[kRight ? 160 : 150]();                                               //! out-of-bounds
  cudaMemcpy2D(device, kRow, host, kRow, kRow, 10, cudaMemcpyHostToDevice);                    //! out-of-bounds
  delete[] host;
}

PAIR(copy_beyond_the_end_of_a_vector) {
  int* device = zeros(kThreads);
  std::vector<int> host(kRight ? kThreads : kThreads / 2);                                     //! out-of-bounds
  cudaMemcpy(host.data(), device, kThreads * sizeof(int), cudaMemcpyDeviceToHost);             //! out-of-bounds
}

PAIR(copy_of_unwritten_host_memory) {
  int* device = zeros(kThreads);
  auto* host = static_cast<int*>(malloc(kThreads * sizeof(int)));                              //! uninitialized
  if (kRight) memset(host, 0, kThreads * sizeof(int));
  cudaMemcpy(device, host, kThreads * sizeof(int), cudaMemcpyHostToDevice);                    //! uninitialized
  free(host);
}

PAIR(copy_of_an_unwritten_array_of_new) {
  double* device = zeros<double>(8);
  double* host = new double[8];                                                                //! uninitialized
  if (kRight) host[3] = 1;
  cudaMemcpyAsync(device, host, 64, cudaMemcpyHostToDevice);                                   //! uninitialized
  cudaDeviceSynchronize();
  delete[] host;
}

PAIR(copy_of_unwritten_aligned_memory) {
  int* device = zeros(kThreads);
  auto* host = static_cast<int*>(aligned_alloc(256, kThreads * sizeof(int)));                  //! uninitialized
  if (kRight) memset(host, 0, kThreads * sizeof(int));
  cudaMemcpy(device, host, kThreads * sizeof(int), cudaMemcpyHostToDevice);                    //! uninitialized
  free(host);
}

struct alignas(64) Line {
  int numbers[16];
};
PAIR(copy_beyond_the_end_of_aligned_new) {
  int* device = zeros(kThreads);
  auto* host = new (std::nothrow) Line[kRight ? 4 : 3]();                                      //! out-of-bounds
  cudaMemcpy(device, host, kThreads * sizeof(int), cudaMemcpyHostToDevice);                    //! out-of-bounds
  delete[] host;
}

__global__ void adds_up(const int* in, int n, int* out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(out, in[i]);                     //! uninitialized
}
PAIR(host_block_filled_in_part) {
  int* device = zeros(2 * kThreads);
  auto* host = static_cast<int*>(malloc(2 * kThreads * sizeof(int)));
  for (int i = 0; i < kThreads; ++i) host[i] = i;
  cudaMemcpy(device, host, 2 * kThreads * sizeof(int), cudaMemcpyHostToDevice);                //! uninitialized
  adds_up<<<1, 32>>>(device, kRight ? kThreads : 2 * kThreads, zeros());
  free(host);
}

// The host writes the members of a struct, and not the padding between them, however large.
struct alignas(64) Roomy {
  double value;
  char name;
};
__global__ void copies_structs(const Roomy* in, Roomy* out) { out[threadIdx.x] = in[threadIdx.x]; }
CLEAN(padding_of_structs_on_the_host) {
  auto* host = static_cast<Roomy*>(aligned_alloc(64, kThreads * sizeof(Roomy)));
  auto* other = new Roomy[kThreads];
  for (int i = 0; i < kThreads; ++i) other[i].value = host[i].value = i, other[i].name = host[i].name = 'a';
  Roomy *in = zeros<Roomy>(kThreads), *out = zeros<Roomy>(kThreads);
  for (const Roomy* from : {host, other}) {
    cudaMemcpy(in, from, kThreads * sizeof(Roomy), cudaMemcpyHostToDevice);
    copies_structs<<<1, kThreads>>>(in, out);
    cudaMemcpy(other, out, kThreads * sizeof(Roomy), cudaMemcpyDeviceToHost);
  }
  free(host);
  delete[] other;
}

PAIR(block_made_larger) {
  int* device = zeros(kThreads);
  auto* host = static_cast<int*>(malloc(16));
  host[0] = 3;
  host = static_cast<int*>(realloc(host, (kRight ? kThreads : kThreads - 1) * sizeof(int)));   //! out-of-bounds
  cudaMemcpy(device, host, kThreads * sizeof(int), cudaMemcpyHostToDevice);                    //! out-of-bounds
  free(host);
}

struct Node {
  int value[3];
  Node* next;
};
CLEAN(all_kinds_of_host_memory) {
  static int global[kThreads];
  int local[kThreads] = {};
  int* device = zeros(kThreads);
  for (int* host : {global, local}) {
    cudaMemcpy(device, host, sizeof global, cudaMemcpyHostToDevice);
    cudaMemcpy(host, device, sizeof global, cudaMemcpyDeviceToHost);
  }
  std::vector<int> grown;
  for (int i = 0; i < kThreads; ++i) grown.push_back(i);
  cudaMemcpy(device, grown.data(), sizeof global, cudaMemcpyHostToDevice);
  grown.insert(grown.end(), grown.begin(), grown.end());
  cudaMemcpy(grown.data() + kThreads, device, sizeof global, cudaMemcpyDeviceToHost);
  auto* zeroed = static_cast<int*>(calloc(kThreads, sizeof(int)));
  cudaMemcpy(device, zeroed, sizeof global, cudaMemcpyHostToDevice);
  Node* node = new Node{{1, 2, 3}, nullptr};
  cudaMemcpy(device, node, sizeof *node, cudaMemcpyHostToDevice);
  cudaMemcpy(device, &node->value[2], sizeof(int), cudaMemcpyHostToDevice);
  delete node;
  free(zeroed);
}

__global__ void takes_no_bytes(int* out) {
  void* const nothing = malloc(0);
  int* const none = new int[0];
  out[threadIdx.x] = nothing == none;
  free(nothing);
  delete[] none;
}
CLEAN(heap_memory_of_no_bytes) { takes_no_bytes<<<1, 32>>>(zeros()); }

// ---- Indices of arrays whose size is known ---------------------------------------------------------

__global__ void own_array(int* out, int index) {
  int local[4] = {1, 2, 3, 4};
  local[index] = 9;                            //! out-of-bounds
  *out = local[2];
}
PAIR(local_array_overrun) { own_array<<<1, 1>>>(zeros(), kRight ? 3 : 4); }

using Number = double;
__global__ void own_numbers(Number* out, int n) {
  Number local[4] = {};
  for (int i = 0; i < n; ++i) local[i] = i;    //! out-of-bounds
  *out = local[0] + local[3];
}
PAIR(local_array_of_an_alias) { own_numbers<<<1, 1>>>(zeros<Number>(), kRight ? 4 : 5); }

__global__ void own_bytes(char* out, signed char index) {
  char local[4] = {1, 2, 3, 4};
  *out = local[index];                         //! out-of-bounds
}
PAIR(local_array_before_its_beginning) {
  own_bytes<<<1, 1>>>(reinterpret_cast<char*>(zeros()), kRight ? 0 : -1);
}

// Registers hold such an array, and compilers would believe that its loop ends in time.
__device__ int told_by(const int* corners, int i) { return corners[0] + i * (corners[2] - corners[1]); }
template <int kCorners>
__global__ void corners_of_four(int* data) {
  int corners[kCorners];
  for (int q = 0; q < 4; ++q) corners[q] = data[q] + q;        //! out-of-bounds
  for (int i = threadIdx.x; i < 64; i += blockDim.x) data[64 + i] = told_by(corners, i);
}
PAIR(loop_runs_over_an_array_in_registers) { corners_of_four<kRight ? 4 : 3><<<1, 32>>>(zeros()); }

// Within the array as a whole, but in another row.
template <int kColumns>
__global__ void stencil_of_a_tile(int* out) {
  __shared__ int tile[8][kColumns];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  tile[y][x] = threadIdx.x;
  __syncthreads();
  if (x == 0) tile[y][8] = 0;                  //! out-of-bounds
  __syncthreads();
  out[threadIdx.x] = tile[y][x + 1];           //! out-of-bounds
}
PAIR(column_behind_the_row) { stencil_of_a_tile<kRight ? 9 : 8><<<1, kThreads>>>(zeros()); }

__device__ int first_counts[16], other_counts[16];
__global__ void counts(int* out, int bin) {
  first_counts[bin] = 1;                       //! out-of-bounds
  other_counts[bin % 16] = 2;
  *out = first_counts[bin % 16];
}
PAIR(variable_index_beyond) { counts<<<1, 1>>>(zeros(), kRight ? 15 : 16); }

struct Coefficients {
  int size;
  float of[4];
  float bias;
};
__global__ void polynomial(int* out, Coefficients c) {
  float sum = c.bias;
  for (int i = 0; i < c.size; ++i) sum += c.of[i] * (i + 1);    //! out-of-bounds
  *out = static_cast<int>(sum);
}
PAIR(argument_array_beyond) { polynomial<<<1, 1>>>(zeros(), {kRight ? 4 : 5, {1, 2, 3, 4}, 1}); }

PAIR(host_array_beyond) {
  int sizes[4] = {1, 2, 3, 4};
  int* const data = zeros();
  const int last = zeros() == nullptr ? 0 : kRight ? 3 : 4;
  sizes[last] = 5;                             //! out-of-bounds
  cudaMemcpy(data, sizes, sizeof sizes, cudaMemcpyHostToDevice);
}

// The end of an array may be pointed to, and the last array of a struct may be longer than it says.
struct Record {
  int size;
  int values[1];
};
__global__ void to_the_end(int* out, Record* record) {
  int local[4] = {4, 3, 2, 1};
  int sum = 0;
  for (const int* p = local; p != &local[4]; ++p) sum += *p;
  int rows[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  for (const int* p = &rows[0][0]; p != &rows[3][0]; ++p) sum += *p;
  using Entry = Record;
  const Entry pair[2] = {{1, {2}}, {3, {4}}};
  for (const int* p = &pair[0].size; p != &pair[2].size; p += 2) sum += *p;
  for (int i = 0; i < record->size; ++i) record->values[i] = sum + i;
  *out = record->values[record->size - 1];
}
__global__ void make_record(Record* record) { record->size = 5; }
CLEAN(end_of_an_array_and_flexible_array) {
  Record* record = nullptr;
  cudaMalloc(&record, sizeof(Record) + 16 * sizeof(int));
  make_record<<<1, 1>>>(record);
  to_the_end<<<1, 1>>>(zeros(), record);
  cudaDeviceSynchronize();
  cudaFree(record);
}

// ---- Not seen ------------------------------------------------------------------------------------

// A thread's own local memory is not watched: only where an array is named does its index tell.
__global__ void own_stack(int* out, int index) {
  int local[4] = {1, 2, 3, 4}, behind[4] = {5, 6, 7, 8};
  int* const pointer = index > 100 ? behind : local;
  pointer[index] = 9;
  *out = behind[index % 4] + local[index % 4];
}
MISSED(local_array_overrun_by_a_pointer) { own_stack<<<1, 1>>>(zeros(), 4); }

// __device__ variables lie next to each other, as the compiler likes.
__device__ int left_table[16], right_table[16];
__global__ void next_variable(int* out) {
  int* tables[] = {left_table, right_table};
  int* lower = tables[tables[0] < tables[1] ? 0 : 1];
  lower[16] = 3;
  *out = right_table[0];
}
MISSED(variable_runs_into_the_next) { next_variable<<<1, 1>>>(zeros()); }

// The distance between two allocations is that of no small mistake.
__global__ void from_one_to_the_other(int* data, const int* other) { data[other - data] = 3; }
MISSED(index_jumps_into_another_allocation) {
  int* data = zeros(kThreads);
  from_one_to_the_other<<<1, 1>>>(data, zeros(kThreads));
}

// Once the padding of pitched memory has been filled, it counts as the program's.
__global__ void beyond_the_row(char* rows, size_t pitch, int column) { rows[pitch + column] = 1; }
MISSED(column_in_the_padding_that_was_cleared) {
  char* rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 100, 4);
  cudaMemset(rows, 0, pitch * 4);
  beyond_the_row<<<1, 1>>>(rows, pitch, 100);
}

// ---- Exchanges whose result nobody uses ----------------------------------------------------------

// They store, and so may be the first to do it. Who takes the old value reads.
template <bool kStores>
__global__ void first_flag(int* flags, int* out) {
  if (kStores)
    atomicExch(&flags[threadIdx.x], 1);
  else
    out[threadIdx.x] = atomicExch(&flags[threadIdx.x], 1);     //! uninitialized
}
PAIR(exchange_as_a_store) { first_flag<kRight><<<1, 64>>>(unwritten(), zeros()); }

template <class T>
__device__ void unlock(T* lock) {
  atomicExch_block(lock, T(0));
}
__global__ void first_of_many_kinds(unsigned* u, unsigned long long* l, float* f) {
  atomicExch_system(&u[threadIdx.x], 7u);
  atomicExch(&l[threadIdx.x], 7ull);
  if (threadIdx.x == 0) (void)atomicExch(&f[0], 0.5f);
  unlock(&u[64 + threadIdx.x]);
}
CLEAN(exchanges_as_stores_of_every_type) {
  first_of_many_kinds<<<1, 64>>>(unwritten<unsigned>(), unwritten<unsigned long long>(),
                                 unwritten<float>());
}

template <bool kStores>
__global__ void exchange_in_ptx(unsigned* flags, unsigned* out) {
  unsigned old;
  asm volatile("atom.global.exch.b32 %0, [%1], %2;"            //! uninitialized
               : "=r"(old) : "l"(&flags[threadIdx.x]), "r"(1u) : "memory");
  if (!kStores) out[threadIdx.x] = old;
}
PAIR(exchange_in_ptx_as_a_store) {
  exchange_in_ptx<kRight><<<1, 64>>>(unwritten<unsigned>(), zeros<unsigned>());
}

template <bool kStores>
__global__ void flag_in_shared_memory(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) {
    if (kStores)
      atomicExch(&flag, 5);
    else
      atomicAdd(&flag, 5);                                     //! uninitialized
  }
  __syncthreads();
  out[threadIdx.x] = flag;
}
PAIR(exchange_into_shared_memory) { flag_in_shared_memory<kRight><<<1, 64>>>(zeros()); }

// Right, and has CUDA call functions of the program's in all ways that there are: kernels, host
// functions, nodes of graphs, copies and destructors of arguments, operations of a group, sizes of
// shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
namespace cg = cooperative_groups;
struct D {
  int* p;
  __device__ ~D() { atomicAdd(p, 1); }
};
__device__ __noinline__ void leave(int i) {
  if (i % 3 == 0) asm volatile("exit;");
}
__global__ void exits(int* counts) {
  D d{counts};
  leave(threadIdx.x);
  __syncthreads();
  atomicAdd(counts + 1, 1);
}
__global__ void sums(int* out) {
  auto b = cg::this_thread_block();
  auto w = cg::tiled_partition<32>(b);
  int s = cg::reduce(w, (int)threadIdx.x, cg::plus<int>());
  if (w.thread_rank() == 0) atomicAdd(out + 2, s);
  atomicAdd(out + 3, __reduce_add_sync(~0u, 1));
}
struct Op {
  __device__ int operator()(int a, int b) const { return a ^ b; }
};
__global__ void custom(int* out) {
  auto w = cg::tiled_partition<16>(cg::this_thread_block());
  int s = cg::reduce(w, (int)threadIdx.x, Op());
  if (w.thread_rank() == 0) out[4] = s;
  int e = cg::exclusive_scan(w, 1);
  atomicMax(out + 5, e);
}
void CUDART_CB host(void* p) { ++*(int*)p; }
__global__ void child(int* o) { atomicAdd(o + 6, 1); }
__global__ void parent(int* o) {
  child<<<1, 4>>>(o);
  child<<<1, 4, 0, cudaStreamFireAndForget>>>(o);
  child<<<1, 4, 0, cudaStreamTailLaunch>>>(o);
}
struct Big {
  int a[100];
  Big() = default;
  __host__ __device__ Big(const Big& o) {
    for (int i = 0; i < 100; ++i) a[i] = o.a[i];
  }
  __host__ __device__ ~Big() {}
};
__global__ void takes(Big b, int* o) { o[7] = b.a[99]; }
extern "C" int entry(int n) {
  int* d;
  cudaMalloc(&d, 64);
  cudaMemset(d, 0, 64);
  exits<<<2, 64>>>(d);
  sums<<<1, 64>>>(d);
  custom<<<1, 16>>>(d);
  parent<<<2, 2>>>(d);
  int called = 0;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaLaunchHostFunc(s, host, &called);
  cudaGraph_t g;
  cudaGraphCreate(&g, 0);
  cudaGraphNode_t node;
  cudaHostNodeParams hp{host, &called};
  cudaGraphAddHostNode(&node, g, nullptr, 0, &hp);
  cudaGraphExec_t ge;
  cudaGraphInstantiate(&ge, g, 0);
  cudaGraphLaunch(ge, s);
  cudaStreamSynchronize(s);
  Big b;
  for (int i = 0; i < 100; ++i) b.a[i] = i;
  takes<<<1, 1>>>(b, d);
  void* args[] = {&d};
  cudaLaunchKernel((void*)child, dim3(1), dim3(2), args, 0, nullptr);
  int mg, bs;
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&mg, &bs, child,
                                                 [](int t) { return (size_t)t * 4; });
  int h[8];
  cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost);
  for (int x : h) std::printf("%d ", x);
  std::printf("called %d bs %d\n", called, bs);
  cudaGraphExecDestroy(ge);
  cudaGraphDestroy(g);
  cudaStreamDestroy(s);
  cudaFree(d);
  return n;
}

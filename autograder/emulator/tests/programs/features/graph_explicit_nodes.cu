// A graph built node by node: memset, copies, kernels by pointer with their parameters, host and child
// nodes, edges added afterwards; parameters of the executable graph changed, nodes switched off.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define checkCudaErrors(e) do { cudaError_t rc_ = (e); if (rc_ != cudaSuccess) { printf("%s failed: %s (line %d)\n", #e, cudaGetErrorName(rc_), __LINE__); exit(1); } } while (0)

template <typename T>
__global__ void axpb(T* data, int n, T a, T b) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    data[i] = a * data[i] + b;
}

__global__ void sum_up(const int* data, int n, long long* out) {
  if (threadIdx.x != 0) return;
  long long s = 0;
  for (int i = 0; i < n; i++) s += data[i];
  *out = s;
}

struct Result { long long value; int calls; };
static void CUDART_CB on_host(void* data) { static_cast<Result*>(data)->calls++; }

#if CUDART_VERSION >= 13000
// The same nodes by the one call for all kinds: 7s, each once 2x + 1, copied out and counted.
static bool by_one_call() {
  const int n = 64;
  int host[n] = {}, count = n, a = 2, b = 1;
  int* data;
  checkCudaErrors(cudaMalloc((void**)&data, sizeof host));
  cudaGraph_t graph;
  checkCudaErrors(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t set, kernel, empty, copy, call;

  cudaGraphNodeParams p = {cudaGraphNodeTypeMemset};
  p.memset.dst = data;
  p.memset.value = 7;
  p.memset.elementSize = 4;
  p.memset.width = n;
  p.memset.height = 1;
  checkCudaErrors(cudaGraphAddNode(&set, graph, nullptr, nullptr, 0, &p));

  void* args[] = {&data, &count, &a, &b};
  p = {cudaGraphNodeTypeKernel};
  p.kernel.func = (void*)axpb<int>;
  p.kernel.gridDim = dim3(1);
  p.kernel.blockDim = dim3(64);
  p.kernel.kernelParams = args;
  checkCudaErrors(cudaGraphAddNode(&kernel, graph, &set, nullptr, 1, &p));

  p = {cudaGraphNodeTypeEmpty};
  checkCudaErrors(cudaGraphAddNode(&empty, graph, &kernel, nullptr, 1, &p));

  p = {cudaGraphNodeTypeMemcpy};
  p.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(data, sizeof host, n, 1);
  p.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(host, sizeof host, n, 1);
  p.memcpy.copyParams.extent = make_cudaExtent(sizeof host, 1, 1);
  p.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
  checkCudaErrors(cudaGraphAddNode(&copy, graph, &empty, nullptr, 1, &p));

  Result result = {0, 0};
  p = {cudaGraphNodeTypeHost};
  p.host.fn = on_host;
  p.host.userData = &result;
  checkCudaErrors(cudaGraphAddNode(&call, graph, &copy, nullptr, 1, &p));

  cudaGraphNodeType type;
  checkCudaErrors(cudaGraphNodeGetType(copy, &type));
  bool ok = type == cudaGraphNodeTypeMemcpy;
  cudaGraphExec_t exec;
  checkCudaErrors(cudaGraphInstantiate(&exec, graph, 0));
  checkCudaErrors(cudaGraphLaunch(exec, 0));
  checkCudaErrors(cudaDeviceSynchronize());
  for (int value : host) ok &= value == 15;
  ok &= result.calls == 1;
  checkCudaErrors(cudaGraphExecDestroy(exec));
  checkCudaErrors(cudaGraphDestroy(graph));
  checkCudaErrors(cudaFree(data));
  return ok;
}
#endif

int main(int argc, char** argv) {
  (void)argc;
  (void)argv;
  int n = 256;
  std::vector<int> host(n);
  for (int i = 0; i < n; i++) host[i] = i;
  int *d_data, *d_side;
  long long *d_sum;
  Result result = {0, 0};
  checkCudaErrors(cudaMalloc((void**)&d_data, n * sizeof(int)));
  checkCudaErrors(cudaMalloc((void**)&d_side, n * sizeof(int)));
  checkCudaErrors(cudaMalloc((void**)&d_sum, sizeof(long long)));

  cudaGraph_t graph;
  std::vector<cudaGraphNode_t> dependencies;
  cudaGraphNode_t copyIn, setSide, first, second, sum, copyOut, hostNode, childNode;
  checkCudaErrors(cudaGraphCreate(&graph, 0));

  cudaMemcpy3DParms copy;
  memset(&copy, 0, sizeof copy);
  copy.srcPtr = make_cudaPitchedPtr(host.data(), n * sizeof(int), n, 1);
  copy.dstPtr = make_cudaPitchedPtr(d_data, n * sizeof(int), n, 1);
  copy.extent = make_cudaExtent(n * sizeof(int), 1, 1);
  copy.kind = cudaMemcpyHostToDevice;
  checkCudaErrors(cudaGraphAddMemcpyNode(&copyIn, graph, NULL, 0, &copy));

  cudaMemsetParams set = {};
  set.dst = d_side;
  set.value = 7;
  set.elementSize = 4;
  set.width = n;
  set.height = 1;
  checkCudaErrors(cudaGraphAddMemsetNode(&setSide, graph, NULL, 0, &set));

  cudaKernelNodeParams kernel = {};
  int a = 2, b = 1;
  void* args[4] = {&d_data, &n, &a, &b};
  kernel.func = (void*)axpb<int>;
  kernel.gridDim = dim3(2, 1, 1);
  kernel.blockDim = dim3(64, 1, 1);
  kernel.sharedMemBytes = 0;
  kernel.kernelParams = args;
  kernel.extra = NULL;
  dependencies.push_back(copyIn);
  checkCudaErrors(cudaGraphAddKernelNode(&first, graph, dependencies.data(), dependencies.size(), &kernel));
  a = 1;
  b = 10;
  kernel.func = reinterpret_cast<void*>(&axpb<int>);
  checkCudaErrors(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &kernel));
  checkCudaErrors(cudaGraphAddDependencies(graph, &first, &second,
#if CUDART_VERSION >= 13000
                                           nullptr,
#endif
                                           1));

  // A child graph works on the other array in parallel.
  cudaGraph_t child;
  cudaGraphNode_t inChild;
  checkCudaErrors(cudaGraphCreate(&child, 0));
  int times = 3, plus = 0;
  void* side_args[] = {&d_side, &n, &times, &plus};
  cudaKernelNodeParams side_kernel = {(void*)axpb<int>, dim3(1), dim3(128), 0, side_args, NULL};
  checkCudaErrors(cudaGraphAddKernelNode(&inChild, child, NULL, 0, &side_kernel));
  checkCudaErrors(cudaGraphAddChildGraphNode(&childNode, graph, &setSide, 1, child));
  checkCudaErrors(cudaGraphDestroy(child));

  void* sum_args[] = {&d_data, &n, &d_sum};
  cudaKernelNodeParams sum_params = {};
  sum_params.func = (void*)sum_up;
  sum_params.gridDim = sum_params.blockDim = dim3(1);
  sum_params.kernelParams = sum_args;
  cudaGraphNode_t before_sum[] = {second, childNode};
  checkCudaErrors(cudaGraphAddKernelNode(&sum, graph, before_sum, 2, &sum_params));
  checkCudaErrors(cudaGraphAddMemcpyNode1D(&copyOut, graph, &sum, 1, &result.value, d_sum, sizeof(long long), cudaMemcpyDeviceToHost));
  cudaHostNodeParams hostParams = {on_host, &result};
  checkCudaErrors(cudaGraphAddHostNode(&hostNode, graph, &copyOut, 1, &hostParams));

  size_t nodes = 0, edges = 0, roots = 0;
  checkCudaErrors(cudaGraphGetNodes(graph, NULL, &nodes));
  checkCudaErrors(cudaGraphGetRootNodes(graph, NULL, &roots));
#if CUDART_VERSION >= 13000
  checkCudaErrors(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
#else
  checkCudaErrors(cudaGraphGetEdges(graph, NULL, NULL, &edges));
#endif
  printf("%zu nodes, %zu roots, %zu edges\n", nodes, roots, edges);
  bool ok = nodes == 8 && roots == 2 && edges == 7;
  cudaGraphNodeType type;
  checkCudaErrors(cudaGraphNodeGetType(hostNode, &type));
  ok &= type == cudaGraphNodeTypeHost;

  cudaGraphExec_t exec;
  cudaStream_t stream;
  checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  checkCudaErrors(cudaGraphInstantiate(&exec, graph, 0));
  const long long base = (long long)n * (n - 1) / 2;
  for (int i = 0; i < 3; i++) checkCudaErrors(cudaGraphLaunch(exec, stream));
  checkCudaErrors(cudaStreamSynchronize(stream));
  ok &= result.calls == 3 && result.value == 2 * base + 11 * n;

  b = 100;
  checkCudaErrors(cudaGraphExecKernelNodeSetParams(exec, second, &kernel));
  checkCudaErrors(cudaGraphLaunch(exec, stream));
  checkCudaErrors(cudaStreamSynchronize(stream));
  ok &= result.calls == 4 && result.value == 2 * base + 101 * n;

  checkCudaErrors(cudaGraphNodeSetEnabled(exec, first, 0));
  checkCudaErrors(cudaGraphLaunch(exec, stream));
  checkCudaErrors(cudaStreamSynchronize(stream));
  ok &= result.value == base + 100 * n;

  std::vector<int> side(n);
  checkCudaErrors(cudaMemcpy(side.data(), d_side, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int v : side) ok &= v == 21;

  checkCudaErrors(cudaGraphExecDestroy(exec));
  checkCudaErrors(cudaGraphDestroy(graph));
  checkCudaErrors(cudaStreamDestroy(stream));
  checkCudaErrors(cudaFree(d_data));
  checkCudaErrors(cudaFree(d_side));
  checkCudaErrors(cudaFree(d_sum));
#if CUDART_VERSION >= 13000
  ok &= by_one_call();
#endif
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

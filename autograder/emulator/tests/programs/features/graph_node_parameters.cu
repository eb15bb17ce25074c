// A graph of every kind of node, nested, cloned, and changed afterwards: the parameters of its
// nodes are asked for and set, in the graph and in what was instantiated from it.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>
#define OK(x)                                                           \
  do {                                                                  \
    cudaError_t e = (x);                                                \
    if (e != cudaSuccess) {                                             \
      printf("line %d: %s: %s\n", __LINE__, #x, cudaGetErrorString(e)); \
      return 1;                                                         \
    }                                                                   \
  } while (0)
__global__ void axpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
static void CUDART_CB tick(void *p) { ++*(int *)p; }
int main() {
  const int n = 256;
  float *x, *y;
  std::vector<float> hx(n), hy(n);
  for (int i = 0; i < n; ++i) hx[i] = i;
  OK(cudaMalloc(&x, n * 4));
  OK(cudaMalloc(&y, n * 4));
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphNode_t up, set, run, down, host, empty;
  OK(cudaGraphAddMemcpyNode1D(&up, g, nullptr, 0, x, hx.data(), n * 4, cudaMemcpyHostToDevice));
  cudaMemsetParams ms{};
  ms.dst = y;
  ms.elementSize = 4;
  ms.width = n;
  ms.height = 1;
  ms.value = 0;
  OK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &ms));
  OK(cudaGraphAddEmptyNode(&empty, g, nullptr, 0));
  OK(cudaGraphAddDependencies(g, &up, &empty, nullptr, 1));
  OK(cudaGraphAddDependencies(g, &set, &empty, nullptr, 1));
  float a = 2;
  int nn = n;
  void *args[] = {&a, &x, &y, &nn};
  cudaKernelNodeParams k{};
  k.func = (void *)axpy;
  k.gridDim = dim3(2);
  k.blockDim = dim3(128);
  k.kernelParams = args;
  OK(cudaGraphAddKernelNode(&run, g, &empty, 1, &k));
  cudaMemcpy3DParms m{};
  m.srcPtr = make_cudaPitchedPtr(y, n * 4, n, 1);
  m.dstPtr = make_cudaPitchedPtr(hy.data(), n * 4, n, 1);
  m.extent = make_cudaExtent(n * 4, 1, 1);
  m.kind = cudaMemcpyDeviceToHost;
  OK(cudaGraphAddMemcpyNode(&down, g, &run, 1, &m));
  int ticks = 0;
  cudaHostNodeParams hp{tick, &ticks};
  OK(cudaGraphAddHostNode(&host, g, &down, 1, &hp));
  cudaGraph_t outer, copy;
  OK(cudaGraphCreate(&outer, 0));
  cudaGraphNode_t c1, c2;
  OK(cudaGraphAddChildGraphNode(&c1, outer, nullptr, 0, g));
  OK(cudaGraphAddChildGraphNode(&c2, outer, &c1, 1, g));
  OK(cudaGraphClone(&copy, outer));
  cudaGraphExec_t e1, e2;
  OK(cudaGraphInstantiate(&e1, copy, nullptr, nullptr, 0));
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  OK(cudaGraphUpload(e1, s));
  OK(cudaGraphLaunch(e1, s));
  OK(cudaStreamSynchronize(s));
  int bad = ticks != 2;
  for (int i = 0; i < n; ++i) bad += hy[i] != 2 * i;
  OK(cudaGraphInstantiateWithFlags(&e2, g, 0));
  a = 5;
  OK(cudaGraphExecKernelNodeSetParams(e2, run, &k));
  OK(cudaGraphExecMemcpyNodeSetParams1D(e2, up, x, hx.data(), n * 4, cudaMemcpyHostToDevice));
  ms.value = 0x3f800000;
  OK(cudaGraphExecMemsetNodeSetParams(e2, set, &ms));
  OK(cudaGraphLaunch(e2, s));
  OK(cudaStreamSynchronize(s));
  for (int i = 0; i < n; ++i) bad += hy[i] != 1 + 5 * i;
  cudaKernelNodeParams back;
  OK(cudaGraphKernelNodeGetParams(run, &back));
  bad += back.gridDim.x != 2;
  cudaGraphNodeType t;
  OK(cudaGraphNodeGetType(host, &t));
  bad += t != cudaGraphNodeTypeHost;
  size_t roots = 0, edges = 0;
  OK(cudaGraphGetRootNodes(g, nullptr, &roots));
  bad += roots != 2;
  cudaMemsetParams got;
  OK(cudaGraphMemsetNodeGetParams(set, &got));
  bad += got.width != (size_t)n;
  a = 7;
  OK(cudaGraphKernelNodeSetParams(run, &k));
  ms.value = 0;
  OK(cudaGraphMemsetNodeSetParams(set, &ms));
  cudaHostNodeParams hq{tick, &ticks};
  OK(cudaGraphHostNodeSetParams(host, &hq));
  OK(cudaGraphExecDestroy(e2));
  OK(cudaGraphInstantiate(&e2, g, 0));
  OK(cudaGraphLaunch(e2, s));
  OK(cudaStreamSynchronize(s));
  for (int i = 0; i < n; ++i) bad += hy[i] != 7 * i;
  OK(cudaGraphExecDestroy(e1));
  OK(cudaGraphExecDestroy(e2));
  OK(cudaGraphDestroy(copy));
  OK(cudaGraphDestroy(outer));
  OK(cudaGraphDestroy(g));
  OK(cudaStreamDestroy(s));
  cudaFree(x);
  cudaFree(y);
  printf("%d ticks %d\n", bad, ticks);
  return bad;
}

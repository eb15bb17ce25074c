// Graphs that kernels launch, and conditional nodes.
#include "case.h"

template <class Launch>
static cudaGraph_t captured(Launch launch) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  launch(stream);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

template <class Launch>
static cudaGraphExec_t graph_of(bool for_device, Launch launch) {
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, captured(launch),
                       for_device ? cudaGraphInstantiateFlagDeviceLaunch : 0);
  cudaGraphUpload(exec, nullptr);
  return exec;
}

static void run(cudaGraphExec_t exec) {
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
}

// ---- Kernels that launch graphs ------------------------------------------------------------------

__global__ void stores(int* data) { *data = 7; }                           //! race
__global__ void loads(const int* data, int* out) { *out = *data; }         //! race
__global__ void launches(cudaGraphExec_t graph, cudaStream_t way) { cudaGraphLaunch(graph, way); }
__global__ void launches_two(cudaGraphExec_t fired, cudaGraphExec_t tail, cudaStream_t way) {
  cudaGraphLaunch(fired, cudaStreamGraphFireAndForget);
  cudaGraphLaunch(tail, way);
}
PAIR(next_to_a_fired_graph) {
  int *data = zeros(), *out = zeros();
  const auto fired = graph_of(true, [=](cudaStream_t s) { stores<<<1, 1, 0, s>>>(data); });
  const auto next = graph_of(true, [=](cudaStream_t s) { loads<<<1, 1, 0, s>>>(data, out); });
  run(graph_of(false, [=](cudaStream_t s) {
    launches_two<<<1, 1, 0, s>>>(
        fired, next, kRight ? cudaStreamGraphTailLaunch : cudaStreamGraphFireAndForget);
  }));
}

__global__ void lone_launch(cudaGraphExec_t graph) {
  cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
}
__global__ void works(int* data) { *data = 1; }
PAIR(launch_outside_any_graph) {
  int* data = zeros();
  const auto graph = graph_of(true, [=](cudaStream_t s) { works<<<1, 1, 0, s>>>(data); });
  if (kRight)
    run(graph_of(false, [=](cudaStream_t s) { lone_launch<<<1, 1, 0, s>>>(graph); }));
  else
    lone_launch<<<1, 1>>>(graph);                                          //! lost-graph-launch
  cudaGetLastError();
  cudaDeviceSynchronize();
}

// ---- Conditional nodes ---------------------------------------------------------------------------

__global__ void sets(cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, 0);                                      //! race
}
template <bool kRight>
static void add_nodes(cudaGraph_t graph, cudaGraphConditionalHandle handle) {
  cudaGraphNode_t setter, node;
  void* arguments[] = {&handle};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)sets;
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&setter, graph, nullptr, 0, &kernel);
  cudaGraphNodeParams conditional = {};
  conditional.type = cudaGraphNodeTypeConditional;
  conditional.conditional.handle = handle;
  conditional.conditional.type = cudaGraphCondTypeIf;
  conditional.conditional.size = 1;
  const cudaGraphNode_t* after = kRight ? &setter : nullptr;
  cudaGraphAddNode(&node, graph, after, nullptr, after ? 1 : 0, &conditional);  //! race
}
PAIR(condition_set_beside_its_node) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphConditionalHandle handle;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  add_nodes<kRight>(graph, handle);
  cudaGraphInstantiate(&exec, graph, 0);
  run(exec);
}

PAIR(condition_without_a_value) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  cudaGraphNodeParams conditional = {};
  conditional.type = cudaGraphNodeTypeConditional;
  conditional.conditional.type = cudaGraphCondTypeIf;
  conditional.conditional.size = 1;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&conditional.conditional.handle, graph, 0,
                                   kRight ? cudaGraphCondAssignDefault : 0);
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &conditional);       //! unset-condition
  cudaGraphInstantiate(&exec, graph, 0);
  run(exec);
}

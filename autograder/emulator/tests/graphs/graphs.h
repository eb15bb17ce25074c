// Graphs for the programs of this folder: what `launch` puts into a stream, captured and
// instantiated; and conditional nodes, added to a graph.
#pragma once

#include <cuda_runtime.h>

#include "../marks.h"

template <class Launch>
cudaGraph_t captured(Launch launch) {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), 0);
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), 0);
  launch(stream);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), 0);
  EXPECT_EQ(cudaStreamDestroy(stream), 0);
  return graph;
}

inline cudaGraphExec_t instantiated(cudaGraph_t graph, unsigned long long flags = 0) {
  cudaGraphExec_t exec = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, flags), 0);
  EXPECT_EQ(cudaGraphDestroy(graph), 0);
  return exec;
}

template <class Launch>
cudaGraphExec_t host_graph(Launch launch) {
  return instantiated(captured(launch));
}

/// One that kernels can launch.
template <class Launch>
cudaGraphExec_t device_graph(Launch launch) {
  const cudaGraphExec_t exec = instantiated(captured(launch), cudaGraphInstantiateFlagDeviceLaunch);
  EXPECT_EQ(cudaGraphUpload(exec, nullptr), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  return exec;
}

inline void run(cudaGraphExec_t exec) {
  EXPECT_EQ(cudaGraphLaunch(exec, nullptr), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
}

inline cudaGraphConditionalHandle condition(cudaGraph_t graph) {
  cudaGraphConditionalHandle handle = 0;
  EXPECT_EQ(cudaGraphConditionalHandleCreate(&handle, graph), 0);
  return handle;
}

inline cudaGraphConditionalHandle condition(cudaGraph_t graph, unsigned value) {
  cudaGraphConditionalHandle handle = 0;
  EXPECT_EQ(cudaGraphConditionalHandleCreate(&handle, graph, value, cudaGraphCondAssignDefault), 0);
  return handle;
}

inline cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                            cudaGraphNodeParams* parameters) {
#if CUDART_VERSION >= 13000
  return cudaGraphAddNode(node, graph, after, nullptr, after ? 1 : 0, parameters);
#else
  return cudaGraphAddNode(node, graph, after, after ? 1 : 0, parameters);
#endif
}

/// A conditional node behind `after`, or first; `bodies` gets its graphs.
inline cudaGraphNode_t add_conditional(cudaGraph_t graph, const cudaGraphNode_t* after,
                                       cudaGraphConditionalHandle handle,
                                       cudaGraphConditionalNodeType type, cudaGraph_t* bodies,
                                       unsigned size = 1) {
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  cudaGraphNode_t node = nullptr;
  EXPECT_EQ(add_node(&node, graph, after, &parameters), 0);
  for (unsigned i = 0; i < size; ++i) bodies[i] = parameters.conditional.phGraph_out[i];
  return node;
}

/// Of one thread.
inline cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t* after, void* kernel,
                                  void** arguments) {
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeKernel;
  parameters.kernel.func = kernel;
  parameters.kernel.gridDim = dim3(1);
  parameters.kernel.blockDim = dim3(1);
  parameters.kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  EXPECT_EQ(add_node(&node, graph, after, &parameters), 0);
  return node;
}

/// Fills a graph, such as a body, with what `launch` puts into a stream.
template <class Launch>
void capture_into(cudaGraph_t graph, Launch launch) {
  cudaStream_t stream;
  cudaGraph_t same = nullptr;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), 0);
  EXPECT_EQ(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0,
                                          cudaStreamCaptureModeGlobal),
            0);
  launch(stream);
  EXPECT_EQ(cudaStreamEndCapture(stream, &same), 0);
  EXPECT(same == graph);
  EXPECT_EQ(cudaStreamDestroy(stream), 0);
}

__global__ inline void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ inline void set_condition(cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphSetConditional(handle, value);
}

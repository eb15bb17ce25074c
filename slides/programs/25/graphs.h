// Graphs of what `launch` launches: for the host, or for launches by kernels.
#pragma once

#include <cuda_runtime.h>

template <class Launch>
cudaGraphExec_t graph_of(Launch launch, unsigned long long flags) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  launch(stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, flags);
  cudaGraphUpload(exec, nullptr);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return exec;
}

template <class Launch>
cudaGraphExec_t host_graph(Launch launch) {
  return graph_of(launch, 0);
}

template <class Launch>
cudaGraphExec_t device_graph(Launch launch) {
  return graph_of(launch, cudaGraphInstantiateFlagDeviceLaunch);
}

// Computes the result in a host node of a graph, whose next node is the grid. It hopes that memory is
// examined only when the graph is launched.
#include "../parts/copies_to_fill.cu"

struct Late {
  unsigned* to;
  int n;
};

void write_late(void* late) {
  const Late* const what = static_cast<Late*>(late);
  for (int i = 0; i < what->n; ++i) what->to[i] = 2 * i;
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  unsigned* mapped = nullptr;
  TRY(clear_error());
  TRY(cudaMallocHost(&mapped, sizeof(int) * n));
  TRY(cudaMemset(mapped, 0, sizeof(int) * n));
  TRY(to.allocate(n));
  Late late{mapped, n};
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  TRY(cudaLaunchHostFunc(stream, &write_late, &late));
  fill<<<1, kBlock, 0, stream>>>(to.data, mapped, n);
  TRY(cudaGetLastError());
  TRY(cudaStreamEndCapture(stream, &graph));
  TRY(cudaGraphInstantiate(&ready, graph, 0));
  TRY(cudaGraphLaunch(ready, stream));
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(stream));
  TRY(to.copy_to(result, n));
  TRY(cudaGraphExecDestroy(ready));
  TRY(cudaGraphDestroy(graph));
  TRY(cudaStreamDestroy(stream));
  TRY(cudaFreeHost(mapped));
  return read_error();
}

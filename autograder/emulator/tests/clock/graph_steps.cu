// One step of a loop whose end only the device knows, of 1, 4 and 16 empty kernels one after another:
// by conditional nodes, by graphs and kernels that launch themselves, and by the host.
#include "table.h"

constexpr int kSteps = 1000;

__device__ int step_number;

__global__ void empty() {}

__global__ void last_of_body(cudaGraphConditionalHandle handle) {
  if (++step_number == kSteps) cudaGraphSetConditional(handle, 0);
}

__global__ void last_of_graph() {
  if (++step_number < kSteps) cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

__global__ void tails_itself() {
  if (++step_number < kSteps) tails_itself<<<1, 1, 0, cudaStreamTailLaunch>>>();
}

__global__ void last_of_step() { ++step_number; }

template <class Launch>
void capture_into(cudaGraph_t graph, int kernels, Launch last) {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0,
                                      cudaStreamCaptureModeGlobal));
  for (int i = 1; i < kernels; ++i) empty<<<1, 1, 0, stream>>>();
  last(stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaStreamDestroy(stream));
}

template <class Launch>
cudaGraphExec_t graph_of(int kernels, unsigned long long flags, Launch last) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaGraphCreate(&graph, 0));
  capture_into(graph, kernels, last);
  CHECK(cudaGraphInstantiate(&exec, graph, flags));
  CHECK(cudaGraphUpload(exec, nullptr));
  return exec;
}

cudaGraphExec_t loop_of(int kernels) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphConditionalHandle handle;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = cudaGraphCondTypeWhile;
  parameters.conditional.size = 1;
  cudaGraphNode_t node;
#if CUDART_VERSION >= 13000
  CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters));
#else
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &parameters));
#endif
  capture_into(parameters.conditional.phGraph_out[0], kernels,
               [=](cudaStream_t s) { last_of_body<<<1, 1, 0, s>>>(handle); });
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphUpload(exec, nullptr));
  return exec;
}

/// Microseconds of a step.
template <class Work>
double step(const Work& work) {
  const int zero = 0;
  CHECK(cudaMemcpyToSymbol(step_number, &zero, sizeof zero));
  CHECK(cudaDeviceSynchronize());
  return milliseconds(work) * 1000 / kSteps;
}

double graphs_of_host(int kernels, bool looks) {
  int* flag;
  void* device_flag;
  CHECK(cudaMallocHost((void**)&flag, sizeof *flag));
  CHECK(cudaGetSymbolAddress(&device_flag, step_number));
  const auto graph =
      graph_of(kernels, 0, [](cudaStream_t s) { last_of_step<<<1, 1, 0, s>>>(); });
  return step([&] {
    for (int i = 0; i < kSteps; ++i) {
      CHECK(cudaGraphLaunch(graph, nullptr));
      if (!looks) continue;
      CHECK(cudaMemcpyAsync(flag, device_flag, sizeof *flag, cudaMemcpyDeviceToHost));
      CHECK(cudaStreamSynchronize(nullptr));
    }
  });
}

double kernels_of_host(int kernels) {
  return step([&] {
    for (int i = 0; i < kSteps * kernels; ++i) empty<<<1, 1>>>();
  });
}

struct Row {
  int kernels;
  double loop, tail, looks, graph, launches;  // microseconds on the card
};
const Row kRows[] = {{1, 4.14, 4.69, 10.2, 1.86, 4.11},
                     {4, 5.33, 6.37, 10.7, 3.22, 16.1},
                     {16, 11.3, 12.6, 18.7, 9.08, 64.3}};

int main() {
  int wrong = 0;
  for (const Row& row : kRows) {
    Table table("a step of a loop, " + std::to_string(row.kernels) + " kernels", "us");
    const auto loop = loop_of(row.kernels);
    table.add("WHILE node", row.loop,
              step([=] { CHECK(cudaGraphLaunch(loop, nullptr)); }));
    const auto tail = graph_of(row.kernels, cudaGraphInstantiateFlagDeviceLaunch,
                               [](cudaStream_t s) { last_of_graph<<<1, 1, 0, s>>>(); });
    table.add("graph that launches itself", row.tail,
              step([=] { CHECK(cudaGraphLaunch(tail, nullptr)); }));
    if (row.kernels == 1)
      table.add("kernel that launches itself", 10.9, step([] { tails_itself<<<1, 1>>>(); }));
    table.add("host launches a graph and looks", row.looks,
              graphs_of_host(row.kernels, true));
    table.add("host launches a graph", row.graph, graphs_of_host(row.kernels, false));
    table.add("host launches the kernels", row.launches, kernels_of_host(row.kernels));
    wrong += table.print();
  }
  return wrong;
}

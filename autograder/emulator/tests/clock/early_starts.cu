// Grids in a row that may start early (programmatic dependent launch): microseconds a grid. Each is
// busy for some time before it waits for the one ahead, and for some time after it.
#include "table.h"

constexpr int kGrids = 100, kBlocks = 132, kThreads = 128;

enum Way { kPlain, kAttribute, kTrigger };

__device__ void be_busy(int microseconds) {
  if (threadIdx.x == 0) {
    const long long begin = clock64();
    while (clock64() - begin < microseconds * 1980LL) {
    }
  }
  __syncthreads();
}

__global__ void step(int before, int after, Way way) {
  be_busy(before);
  cudaGridDependencySynchronize();
  if (way == kTrigger) cudaTriggerProgrammaticLaunchCompletion();
  be_busy(after);
}

void launch_all(int before, int after, Way way, cudaStream_t stream) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = way != kPlain;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(kBlocks);
  config.blockDim = dim3(kThreads);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  for (int i = 0; i < kGrids; ++i) CHECK(cudaLaunchKernelEx(&config, step, before, after, way));
}

double per_grid(int before, int after, Way way) {
  return 1000 * milliseconds([&] { launch_all(before, after, way, nullptr); }) / kGrids;
}

double per_grid_of_graph(int microseconds, Way way) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_all(0, microseconds, way, stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, 0));  // the first launch is always slow
  CHECK(cudaDeviceSynchronize());
  return 1000 * milliseconds([&] { CHECK(cudaGraphLaunch(exec, 0)); }) / kGrids;
}

constexpr const char* kNames[] = {"plain", "with the attribute", "with the attribute and a trigger"};

void add(Table& table, int before, int after, const double (&measured)[3]) {
  const std::string problem =
      std::to_string(before) + " and " + std::to_string(after) + " microseconds";
  for (const Way way : {kPlain, kAttribute, kTrigger})
    table.add(problem, kNames[way], measured[way], per_grid(before, after, way));
}

int main() {
  launch_all(0, 0, kPlain, nullptr);  // the first launch is always slow
  CHECK(cudaDeviceSynchronize());
  Table table("Grids that start early", "µs");
  add(table, 0, 0, {3.21, 2.72, 2.77});
  add(table, 2, 2, {5.84, 4.81, 2.79});
  add(table, 5, 5, {11.8, 10.8, 5.80});
  add(table, 5, 20, {26.8, 25.8, 20.8});

  Table graphs("Grids of a graph, 2 µs each", "µs");
  const double measured[] = {2.99, 2.86, 2.49};
  for (const Way way : {kPlain, kAttribute, kTrigger})
    graphs.add(kNames[way], measured[way], per_grid_of_graph(2, way));
  return table.print() | graphs.print();
}

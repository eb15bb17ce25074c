// A condition without a default that no kernel sets is undefined (C11). On the card it was 0 in 3
// launches; the emulator takes 0, and says so.
#include "../modes.h"
#include "graphs.h"

void never() {
  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  add_conditional(graph, nullptr, condition(graph), cudaGraphCondTypeIf, &body);
  capture_into(body, [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); });
  const auto exec = instantiated(graph);
  for (int i = 0; i < 3; ++i) run(exec);
  expect_marks({});
}

__global__ void set_once(cudaGraphConditionalHandle handle, int* count) {
  if (++*count == 1) cudaGraphSetConditional(handle, 1);
}

// What the launch before has set does not count.
void only_in_the_first_launch() {
  int* count;
  EXPECT_EQ(cudaMalloc((void**)&count, sizeof *count), 0);
  EXPECT_EQ(cudaMemset(count, 0, sizeof *count), 0);
  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  cudaGraphConditionalHandle handle = condition(graph);
  void* arguments[] = {&handle, &count};
  const cudaGraphNode_t first = add_kernel(graph, nullptr, (void*)set_once, arguments);
  add_conditional(graph, &first, handle, cudaGraphCondTypeIf, &body);
  capture_into(body, [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); });
  const auto exec = instantiated(graph);
  run(exec);
  run(exec);
  EXPECT_EQ(cudaFree(count), 0);
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"never", never}, {"only_in_the_first_launch", only_in_the_first_launch}});
}

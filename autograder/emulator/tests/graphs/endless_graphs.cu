// Loops that nothing ends: a WHILE node whose condition never becomes 0, also with an empty body, a
// graph that always launches itself as a tail, and two that launch each other (C13). The emulator
// stops such a run; a card would not.
#include "../modes.h"
#include "graphs.h"

__global__ void nothing() {}
__global__ void again() { cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch); }
__global__ void other_next(const cudaGraphExec_t* others) {
  cudaGraphLaunch(*others, cudaStreamGraphTailLaunch);
}

void loop(bool is_empty) {
  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  add_conditional(graph, nullptr, condition(graph, 1), cudaGraphCondTypeWhile, &body);
  if (!is_empty) capture_into(body, [](cudaStream_t s) { nothing<<<1, 1, 0, s>>>(); });
  run(instantiated(graph));
}
void while_node() { loop(false); }
void empty_body() { loop(true); }
void itself() { run(device_graph([](cudaStream_t s) { again<<<1, 1, 0, s>>>(); })); }
void each_other() {
  cudaGraphExec_t* next;
  EXPECT_EQ(cudaMalloc((void**)&next, 2 * sizeof *next), 0);
  const cudaGraphExec_t graphs[] = {
      device_graph([=](cudaStream_t s) { other_next<<<1, 1, 0, s>>>(next + 1); }),
      device_graph([=](cudaStream_t s) { other_next<<<1, 1, 0, s>>>(next); })};
  EXPECT_EQ(cudaMemcpy(next, graphs, sizeof graphs, cudaMemcpyHostToDevice), 0);
  run(graphs[0]);
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"while_node", while_node},
                   {"empty_body", empty_body},
                   {"itself", itself},
                   {"each_other", each_other}});
}

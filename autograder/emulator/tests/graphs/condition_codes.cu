// What the calls for conditional nodes return: for sizes that do not fit, handles used twice or not
// at all, bodies that hold what they must not, and graphs with such nodes where none may be (C11,
// C15).
#include "graphs.h"

__global__ void launches_child() { leaf<<<1, 1>>>(1, 0); }
void CUDART_CB on_host(void*) {}

cudaGraph_t empty_graph() {
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  return graph;
}

int add(cudaGraph_t graph, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
        unsigned size) {
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  cudaGraphNode_t node;
  const int result = add_node(&node, graph, nullptr, &parameters);
  cudaGetLastError();
  return result;
}

int instantiation_with(void (*fill)(cudaGraph_t body)) {
  const cudaGraph_t graph = empty_graph();
  cudaGraph_t body;
  add_conditional(graph, nullptr, condition(graph, 1), cudaGraphCondTypeIf, &body);
  fill(body);
  cudaGraphExec_t exec;
  const int result = cudaGraphInstantiate(&exec, graph, 0);
  cudaGetLastError();
  return result;
}

int main() {
  const cudaGraph_t graph = empty_graph();
  EXPECT_EQ(add(graph, condition(graph), cudaGraphCondTypeIf, 0), 1);
  EXPECT_EQ(add(graph, condition(graph), cudaGraphCondTypeIf, 3), 1);
  EXPECT_EQ(add(graph, condition(graph), cudaGraphCondTypeWhile, 2), 1);
  EXPECT_EQ(add(graph, condition(graph), cudaGraphCondTypeSwitch, 0), 1);
  cudaGraphConditionalHandle handle;
  EXPECT_EQ(cudaGraphConditionalHandleCreate(&handle, graph, 1, 2), 1);
  cudaGetLastError();
  const cudaGraphConditionalHandle used = condition(graph);
  EXPECT_EQ(add(graph, used, cudaGraphCondTypeSwitch, 7), 0);
  EXPECT_EQ(add(graph, used, cudaGraphCondTypeIf, 1), 1);

  // A handle that no node uses.
  const cudaGraph_t unused = empty_graph();
  condition(unused);
  cudaGraphExec_t exec;
  cudaGraphInstantiateParams parameters = {};
  EXPECT_EQ(cudaGraphInstantiateWithParams(&exec, unused, &parameters), 1);
  EXPECT_EQ(parameters.result_out, cudaGraphInstantiateConditionalHandleUnused);
  cudaGetLastError();

  const cudaGraph_t holder = empty_graph();
  cudaGraph_t body;
  const cudaGraphNode_t node =
      add_conditional(holder, nullptr, condition(holder, 1), cudaGraphCondTypeIf, &body);
  cudaGraph_t clone, parent = empty_graph();
  cudaGraphNode_t child;
  EXPECT_EQ(cudaGraphClone(&clone, holder), 801);
  EXPECT_EQ(cudaGraphAddChildGraphNode(&child, parent, nullptr, 0, holder), 801);
  EXPECT_EQ(cudaGraphDestroy(body), 1);
  EXPECT_EQ(cudaGraphInstantiate(&exec, body, 0), 801);
  // A graph with conditional nodes has one executable graph at a time.
  cudaGraphExec_t second;
  EXPECT_EQ(cudaGraphInstantiate(&exec, holder, 0), 0);
  EXPECT_EQ(cudaGraphInstantiate(&second, holder, 0), 801);
  EXPECT_EQ(cudaGraphExecDestroy(exec), 0);
  EXPECT_EQ(cudaGraphInstantiate(&second, holder, 0), 0);
  cudaGetLastError();
  cudaGraphNodeType type;
  EXPECT_EQ(cudaGraphNodeGetType(node, &type), 0);
  EXPECT_EQ(type, cudaGraphNodeTypeConditional);

  EXPECT_EQ(instantiation_with([](cudaGraph_t b) {
              capture_into(b, [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); });
            }),
            0);
  EXPECT_EQ(instantiation_with([](cudaGraph_t b) {
              capture_into(b, [](cudaStream_t s) { cudaLaunchHostFunc(s, on_host, nullptr); });
            }),
            1);
  EXPECT_EQ(instantiation_with([](cudaGraph_t b) {
              capture_into(b, [](cudaStream_t s) { launches_child<<<1, 1, 0, s>>>(); });
            }),
            1);
  return failures();
}

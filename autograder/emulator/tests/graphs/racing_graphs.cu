// Nothing orders these, and the finding names the nodes: what a graph fires and its next node; a
// sibling and a tail; what a launcher writes after it has fired; a body and a node beside its own;
// two bodies beside each other.
#include "../modes.h"
#include "graphs.h"

__device__ int word, other_word;

__global__ void write() { word = 1; }
__global__ void read() { other_word = word; }
__global__ void fire(cudaGraphExec_t graph, cudaStream_t way) { cudaGraphLaunch(graph, way); }
__global__ void fire_and_write(cudaGraphExec_t graph) {
  cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  word = 2;
}
__global__ void fire_and_tail(cudaGraphExec_t sibling, cudaGraphExec_t tail) {
  cudaGraphLaunch(sibling, cudaStreamGraphFireAndForgetAsSibling);
  cudaGraphLaunch(tail, cudaStreamGraphTailLaunch);
}

cudaGraphExec_t writer() {
  return device_graph([](cudaStream_t s) { write<<<1, 1, 0, s>>>(); });
}
cudaGraphExec_t reader() {
  return device_graph([](cudaStream_t s) { read<<<1, 1, 0, s>>>(); });
}

void fired_and_next_node() {
  const auto graph = writer();
  run(host_graph([&](cudaStream_t s) {
    fire<<<1, 1, 0, s>>>(graph, cudaStreamGraphFireAndForget);
    read<<<1, 1, 0, s>>>();
  }));
}
void written_after_the_fire() {
  const auto graph = reader();
  run(host_graph([&](cudaStream_t s) { fire_and_write<<<1, 1, 0, s>>>(graph); }));
}
void sibling_and_tail() {
  const auto sibling = writer(), tail = reader();
  run(host_graph([&](cudaStream_t s) { fire_and_tail<<<1, 1, 0, s>>>(sibling, tail); }));
}

cudaGraph_t body_beside(cudaGraph_t graph) {
  cudaGraph_t body;
  add_conditional(graph, nullptr, condition(graph, 1), cudaGraphCondTypeIf, &body);
  return body;
}
void body_and_node_beside() {
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  add_kernel(body_beside(graph), nullptr, (void*)write, nullptr);
  add_kernel(graph, nullptr, (void*)read, nullptr);
  run(instantiated(graph));
}
void two_bodies() {
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  add_kernel(body_beside(graph), nullptr, (void*)write, nullptr);
  add_kernel(body_beside(graph), nullptr, (void*)read, nullptr);
  run(instantiated(graph));
}
// The stream waits for siblings, another stream for nothing.
void graph_and_other_stream() {
  cudaStream_t one, other;
  EXPECT_EQ(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking), 0);
  EXPECT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), 0);
  EXPECT_EQ(cudaGraphLaunch(host_graph([](cudaStream_t s) { write<<<1, 1, 0, s>>>(); }), one), 0);
  read<<<1, 1, 0, other>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"fired_and_next_node", fired_and_next_node},
                   {"written_after_the_fire", written_after_the_fire},
                   {"sibling_and_tail", sibling_and_tail},
                   {"body_and_node_beside", body_and_node_beside},
                   {"two_bodies", two_bodies},
                   {"graph_and_other_stream", graph_and_other_stream}});
}

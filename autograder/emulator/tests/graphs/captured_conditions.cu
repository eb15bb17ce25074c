// A conditional node in a stream that is being captured: the node is added to the graph behind what
// the stream has captured, the stream goes on behind the node, and the body is captured from another
// stream, with a fork in it.
#include "graphs.h"

__global__ void step(cudaGraphConditionalHandle handle, int* left) {
  cudaGraphSetConditional(handle, --*left > 0);
}

int main() {
  int* left;
  const int rounds = 3;
  EXPECT_EQ(cudaMalloc((void**)&left, sizeof *left), 0);
  EXPECT_EQ(cudaMemcpy(left, &rounds, sizeof rounds, cudaMemcpyHostToDevice), 0);
  cudaStream_t stream, side;
  cudaEvent_t forked, joined;
  EXPECT_EQ(cudaStreamCreate(&stream), 0);
  EXPECT_EQ(cudaStreamCreate(&side), 0);
  EXPECT_EQ(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming), 0);
  EXPECT_EQ(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming), 0);
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), 0);
  leaf<<<1, 1, 0, stream>>>(1, 0);

  cudaStreamCaptureStatus status;
  cudaGraph_t graph, body, whole;
  const cudaGraphNode_t* after;
  size_t count = 0;
#if CUDART_VERSION >= 13000
  EXPECT_EQ(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &after, nullptr, &count), 0);
#else
  EXPECT_EQ(cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &graph, &after, &count), 0);
#endif
  EXPECT_EQ(count, 1);
  const cudaGraphConditionalHandle handle = condition(graph, 1);
  cudaGraphNode_t node = add_conditional(graph, after, handle, cudaGraphCondTypeWhile, &body);
#if CUDART_VERSION >= 13000
  EXPECT_EQ(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1,
                                                cudaStreamSetCaptureDependencies), 0);
#else
  EXPECT_EQ(cudaStreamUpdateCaptureDependencies(stream, &node, 1, cudaStreamSetCaptureDependencies),
            0);
#endif
  leaf<<<1, 1, 0, stream>>>(9, 0);
  EXPECT_EQ(cudaStreamEndCapture(stream, &whole), 0);

  capture_into(body, [=](cudaStream_t s) {
    EXPECT_EQ(cudaEventRecord(forked, s), 0);
    EXPECT_EQ(cudaStreamWaitEvent(side, forked, 0), 0);
    leaf<<<1, 1, 0, s>>>(2, 50);
    leaf<<<1, 1, 0, side>>>(3, 50);
    EXPECT_EQ(cudaEventRecord(joined, side), 0);
    EXPECT_EQ(cudaStreamWaitEvent(s, joined, 0), 0);
    step<<<1, 1, 0, s>>>(handle, left);
  });
  run(instantiated(whole));
  std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 8);
  EXPECT_EQ(order.front(), 1);
  EXPECT_EQ(order.back(), 9);
  for (int i = 1; i < 7; i += 2) EXPECT_EQ(order[i] + order[i + 1], 5);
  EXPECT_EQ(cudaFree(left), 0);
  return failures();
}

// Lesson 03, otherwise: barriers of cooperative groups, a tail that reads the sum before it
// launches, and all passes of the last task recorded into a CUDA graph, whose edges are the order
// of the stream. A graph pays off if the same passes run many times; for one run it is only more
// code.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// before: struct Texture {
struct Graph {
  cudaGraph_t recorded = nullptr;
  cudaGraphExec_t ready = nullptr;
  ~Graph() {
    if (ready != nullptr) cudaGraphExecDestroy(ready);
    if (recorded != nullptr) cudaGraphDestroy(recorded);
  }
};

  // begin: launch-after-all-writes
  const cg::thread_block block = cg::this_thread_block();
  block.sync();
  if (block.thread_rank() == 0) {
    double_all<<<blocks_for(n), kBlock, 0, cudaStreamFireAndForget>>>(data, n);
    keep_error(cudaGetLastError());
  }
  // end: launch-after-all-writes

// before: // *sum is 0 when this grid
// A tail is another grid: it may read what the children wrote, and use it in a decision.
__global__ void subtract_unless_zero(int* values, int n, const int* sum) {
  if (*sum / n == 0) return;
  subtract_mean<<<blocks_for(n), kBlock, 0, cudaStreamFireAndForget>>>(values, n, sum);
  keep_error(cudaGetLastError());
}

  // begin: use-the-sum-in-a-tail
  if (cg::this_grid().thread_rank() == 0) {
    subtract_unless_zero<<<1, 1, 0, cudaStreamTailLaunch>>>(values, n, sum);
    keep_error(cudaGetLastError());
  }
  // end: use-the-sum-in-a-tail

  // begin: work-in-host-memory
  cudaPointerAttributes known{};
  Stream stream;
  TRY(cudaPointerGetAttributes(&known, mapped.host));
  TRY(cudaStreamCreate(&stream.handle));  // waits for the default stream, where *sum becomes 0
  center_values<<<blocks, 32, 0, stream.handle>>>(static_cast<int*>(known.devicePointer), n,
                                                  sum.data);
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(stream.handle));
  // end: work-in-host-memory

// begin: read-through-the-texture
__global__ void weigh(cudaTextureObject_t samples, float* result, int n) {
  const int i = static_cast<int>(cg::this_grid().thread_rank());
  if (i >= n) return;
  float left, middle, right;
  tex1Dfetch(&middle, samples, i);
  tex1Dfetch(&left, samples, i == 0 ? i : i - 1);
  tex1Dfetch(&right, samples, i == n - 1 ? i : i + 1);
  const float ends = fmaf(pass_weights[0], left, pass_weights[2] * right);
  result[i] = fmaf(pass_weights[1], middle, ends);
}

__global__ void write_samples(float* samples, cudaTextureObject_t texture, float* result, int n,
                              int pass) {
  const cg::thread_block block = cg::this_thread_block();
  for (int i = block.thread_rank(); i < n; i += block.size())
    samples[i] = (7 * i + 13 * pass) % 101;
  cg::sync(block);
  if (block.thread_rank() == 0) {
    weigh<<<blocks_for(n), kBlock>>>(texture, result, n);
    keep_error(cudaGetLastError());
  }
}
// end: read-through-the-texture

// before: for (int pass = 0; pass
  Graph graph;
  TRY(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeThreadLocal));

    // begin: constants-before-the-launch
    // Only recorded here: the copy runs between the passes when the graph runs (M7).
    TRY(cudaMemcpyToSymbolAsync(pass_weights, weights + 3 * pass, sizeof(pass_weights), 0,
                                cudaMemcpyHostToDevice, stream.handle));
    // end: constants-before-the-launch

// before: TRY(cudaStreamSynchronize
  TRY(cudaStreamEndCapture(stream.handle, &graph.recorded));
  TRY(cudaGraphInstantiate(&graph.ready, graph.recorded, 0));
  TRY(cudaGraphLaunch(graph.ready, stream.handle));

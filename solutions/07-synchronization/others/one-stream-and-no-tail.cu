// Lesson 07, otherwise: a stream replaces every wait, and there is no tail at all: what came after
// the wait is the next grid in the stream of the children. A block's score does not wait for other
// blocks' children. But the halves of a node run one after the other, so the tree takes as long as
// all its grids in sequence; use it if little can overlap.

// before: // ---- Task 1: children
// What the host needs for one call is freed automatically, so that TRY may return anywhere.
struct Passes {
  cudaStream_t stream = nullptr;
  cudaGraph_t recorded = nullptr;
  cudaGraphExec_t ready = nullptr;
  ~Passes() {
    if (ready != nullptr) cudaGraphExecDestroy(ready);
    if (recorded != nullptr) cudaGraphDestroy(recorded);
    if (stream != nullptr) cudaStreamDestroy(stream);
  }
};

  // begin: children-in-order
  if (threadIdx.x == 0) {
    struct Step {
      void (*kernel)(Keys);
      int blocks, threads;
    };
    const Step steps[] = {{count_keys, blocks_for(k.n), kBlock},
                          {find_places, 1, kKeys},
                          {place_keys, blocks_for(k.n), kBlock}};
    cudaStream_t in_order;
    keep_error(cudaStreamCreateWithFlags(&in_order, cudaStreamNonBlocking));
    for (const Step& step : steps) {
      step.kernel<<<step.blocks, step.threads, 0, in_order>>>(k);
      keep_error(cudaGetLastError());
    }
    keep_error(cudaStreamDestroy(in_order));
  }
  // end: children-in-order

// begin: the-rest-in-a-tail
__global__ void write_scores(Scores s, int block, int mean) {
  s.scores[block] += 1000 * mean + s.above[block];
}

__global__ void score_shares(Scores s) {
  const int block = blockIdx.x, blocks = gridDim.x;
  const int first = first_value(block, s.n, blocks);
  const int count = first_value(block + 1, s.n, blocks) - first;
  const int* const share = s.values + first;
  const int mean = mean_of_share(share, count);
  if (threadIdx.x > 0) return;
  count_above<<<blocks_for(count), kBlock>>>(share, count, mean, s.above + block);
  keep_error(cudaGetLastError());
  write_scores<<<1, 1>>>(s, block, mean);  // the block's NULL stream: after its child (S1)
  keep_error(cudaGetLastError());
}
// end: the-rest-in-a-tail

// begin: a-tail-at-every-level
__global__ void add_halves(Tree t, int node) {
  const long long* const halves = &t.sums[2 * node + 1];
  t.sums[node] = halves[0] + halves[1];
}

__global__ void add_node(Tree t, int node, int begin, int end) {
  const bool is_leaf = end - begin <= t.leaf;
  if (is_leaf) {
    t.sums[node] = sum_of_leaf(t.values, begin, end);
    return;
  }
  const int half = (end - begin) / 2;
  const int bounds[] = {begin, begin + half, end};
  for (int i = 0; i < 2; ++i) {
    add_node<<<1, 1>>>(t, 2 * node + 1 + i, bounds[i], bounds[i + 1]);
    keep_error(cudaGetLastError());
  }
  add_halves<<<1, 1>>>(t, node);  // starts when the whole trees of both halves are complete (N1)
  keep_error(cudaGetLastError());
}
// end: a-tail-at-every-level

  // begin: one-wait-for-all
  // The batches are recorded into a graph, as a chain in the order of their stream.
  Passes passes;
  TRY(cudaStreamCreate(&passes.stream));
  TRY(cudaStreamBeginCapture(passes.stream, cudaStreamCaptureModeRelaxed));
  for (int batch = 0; batch < batches; ++batch) {
    const int first = n * batch;
    sort_keys<<<1, kKeys, 0, passes.stream>>>(
        {in.data + first, out.device + first, n, counts.data, places.data});
    TRY(cudaGetLastError());
  }
  TRY(cudaStreamEndCapture(passes.stream, &passes.recorded));
  TRY(cudaGraphInstantiate(&passes.ready, passes.recorded, 0));
  TRY(cudaGraphLaunch(passes.ready, passes.stream));
  TRY(cudaStreamSynchronize(passes.stream));
  // end: one-wait-for-all

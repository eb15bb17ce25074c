  // begin: children-in-order
  if (threadIdx.x == 0) {
    // One stream, so each starts when the one before is complete (S5).
    count_keys<<<blocks_for(k.n), kBlock>>>(k);
    keep_error(cudaGetLastError());
    find_places<<<1, kKeys>>>(k);
    keep_error(cudaGetLastError());
    place_keys<<<blocks_for(k.n), kBlock>>>(k);
    keep_error(cudaGetLastError());
  }
  // end: children-in-order

// begin: the-rest-in-a-tail
__global__ void write_scores(Scores s, int blocks) {
  const int block = thread_in_grid();
  if (block < blocks) s.scores[block] += 1000 * s.means[block] + s.above[block];
}

__global__ void score_shares(Scores s) {
  const int first = first_value(blockIdx.x, s.n, gridDim.x);
  const int count = first_value(blockIdx.x + 1, s.n, gridDim.x) - first;
  const int mean = mean_of_share(s.values + first, count);
  if (threadIdx.x != 0) return;
  s.means[blockIdx.x] = mean;  // this thread's own copy will be gone (T11)
  count_above<<<blocks_for(count), kBlock>>>(s.values + first, count, mean, &s.above[blockIdx.x]);
  keep_error(cudaGetLastError());
  if (blockIdx.x == 0) {  // one tail for all blocks: it waits for the children of each (T2)
    write_scores<<<blocks_for(gridDim.x), kBlock, 0, cudaStreamTailLaunch>>>(s, gridDim.x);
    keep_error(cudaGetLastError());
  }
}
// end: the-rest-in-a-tail

// begin: a-tail-at-every-level
__global__ void add_halves(Tree t, int node) {
  t.sums[node] = t.sums[2 * node + 1] + t.sums[2 * node + 2];
}

__global__ void add_node(Tree t, int node, int begin, int end) {
  if (end - begin <= t.leaf) {
    t.sums[node] = sum_of_leaf(t.values, begin, end);
    return;
  }
  const int middle = begin + (end - begin) / 2;
  add_node<<<1, 1, 0, cudaStreamFireAndForget>>>(t, 2 * node + 1, begin, middle);
  keep_error(cudaGetLastError());
  add_node<<<1, 1, 0, cudaStreamFireAndForget>>>(t, 2 * node + 2, middle, end);
  keep_error(cudaGetLastError());
  // A child is complete with its own tails, so both halves are added up by then (T6).
  add_halves<<<1, 1, 0, cudaStreamTailLaunch>>>(t, node);
  keep_error(cudaGetLastError());
}
// end: a-tail-at-every-level

  // begin: one-wait-for-all
  for (int batch = 0; batch < batches; ++batch) {
    // The next grid of the stream waits for the whole tree of this one (N1, N4).
    sort_keys<<<1, kKeys>>>(
        {in.data + n * batch, out.device + n * batch, n, counts.data, places.data});
    TRY(cudaGetLastError());
  }
  TRY(cudaDeviceSynchronize());
  // end: one-wait-for-all

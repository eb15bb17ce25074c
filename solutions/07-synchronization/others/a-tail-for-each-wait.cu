// Lesson 07, otherwise: each wait of an old program becomes one tail, whose arguments are what the
// waiting thread knew; no array of means is needed. The most mechanical way. It takes one tail per
// block where one for all is enough, and they run one by one: on an H200 a launch from one thread
// took 10.2 µs into the tail stream, and 5.9 µs as fire-and-forget.

  // begin: children-in-order
  if (threadIdx.x == 0) {
    count_keys<<<blocks_for(k.n), kBlock, 0, cudaStreamFireAndForget>>>(k);
    keep_error(cudaGetLastError());
    // Tails run in the order of their launches, each after all that the one before launched (T3).
    find_places<<<1, kKeys, 0, cudaStreamTailLaunch>>>(k);
    keep_error(cudaGetLastError());
    place_keys<<<blocks_for(k.n), kBlock, 0, cudaStreamTailLaunch>>>(k);
    keep_error(cudaGetLastError());
  }
  // end: children-in-order

// begin: the-rest-in-a-tail
__global__ void write_scores(int* score, int mean, const int* above) {
  *score += 1000 * mean + *above;
}

__global__ void score_shares(Scores s) {
  const int block = blockIdx.x;
  const int first = first_value(block, s.n, gridDim.x);
  const int count = first_value(block + 1, s.n, gridDim.x) - first;
  const int mean = mean_of_share(s.values + first, count);
  if (threadIdx.x == 0) {
    int* const above = s.above + block;
    count_above<<<blocks_for(count), kBlock>>>(s.values + first, count, mean, above);
    keep_error(cudaGetLastError());
    write_scores<<<1, 1, 0, cudaStreamTailLaunch>>>(s.scores + block, mean, above);
    keep_error(cudaGetLastError());
  }
}
// end: the-rest-in-a-tail

// begin: a-tail-at-every-level
__global__ void add_halves(long long* sum, const long long* halves) {
  *sum = halves[0] + halves[1];
}

__global__ void add_node(Tree t, int node, int begin, int end) {
  if (end - begin > t.leaf) {
    const int middle = begin + (end - begin) / 2, left = 2 * node + 1;
    // The last step is launched first: a tail also waits for what is launched after it (T2).
    add_halves<<<1, 1, 0, cudaStreamTailLaunch>>>(t.sums + node, t.sums + left);
    keep_error(cudaGetLastError());
    add_node<<<1, 1, 0, cudaStreamPerThread>>>(t, left, begin, middle);
    keep_error(cudaGetLastError());
    add_node<<<1, 1>>>(t, left + 1, middle, end);
    keep_error(cudaGetLastError());
  } else {
    t.sums[node] = sum_of_leaf(t.values, begin, end);
  }
}
// end: a-tail-at-every-level

  // begin: one-wait-for-all
  cudaLaunchConfig_t shape{};
  shape.gridDim = dim3(1);
  shape.blockDim = dim3(kKeys);
  for (int first = 0; first < n * batches; first += n) {
    const Keys batch{in.data + first, out.device + first, n, counts.data, places.data};
    TRY(cudaLaunchKernelEx(&shape, sort_keys, batch));
  }
  // A copy is a wait, too (N4), and the error of the launching threads has to be read anyway.
  TRY(read_error());
  // end: one-wait-for-all

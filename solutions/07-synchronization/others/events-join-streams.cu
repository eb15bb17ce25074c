// Lesson 07, otherwise: streams of the grid and events between them; the two halves of a node
// overlap and meet at an event, and the block that ends last launches the one tail for all. Each
// grid waits only for what it needs, where a tail waits for everything; but each grid must create
// streams and events, and only 4,096 events may exist at once (E5).

// before: // ---- Task 1: children
// A stream of the calling grid. Destroying it neither waits nor cancels (S8).
struct Stream {
  cudaStream_t handle = nullptr;
  __device__ Stream() { keep_error(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking)); }
  __device__ ~Stream() { keep_error(cudaStreamDestroy(handle)); }

  // What is launched here from now on waits for everything that is in `other` now.
  __device__ void wait_for(const Stream& other) const {
    cudaEvent_t reached;
    keep_error(cudaEventCreateWithFlags(&reached, cudaEventDisableTiming));
    keep_error(cudaEventRecord(reached, other.handle));
    keep_error(cudaStreamWaitEvent(handle, reached, 0));
    keep_error(cudaEventDestroy(reached));
  }
};

// An event of the host. It destroys itself, so that TRY may return anywhere.
struct HostEvent {
  cudaEvent_t handle = nullptr;
  ~HostEvent() {
    if (handle != nullptr) cudaEventDestroy(handle);
  }
};

  // begin: children-in-order
  if (threadIdx.x == 0) {
    const Stream wide, narrow;  // for grids with one thread per key, and for the one of one block
    count_keys<<<blocks_for(k.n), kBlock, 0, wide.handle>>>(k);
    keep_error(cudaGetLastError());
    narrow.wait_for(wide);
    find_places<<<1, kKeys, 0, narrow.handle>>>(k);
    keep_error(cudaGetLastError());
    wide.wait_for(narrow);
    place_keys<<<blocks_for(k.n), kBlock, 0, wide.handle>>>(k);
    keep_error(cudaGetLastError());
  }
  // end: children-in-order

// begin: the-rest-in-a-tail
__device__ unsigned blocks_done;

// One thread for each block of score_shares; its part of the score has been computed.
__global__ void write_scores(Scores s, int blocks) {
  for (int b = thread_in_grid(); b < blocks; b += gridDim.x * blockDim.x) s.scores[b] += s.above[b];
}

__global__ void score_shares(Scores s) {
  const int b = blockIdx.x, first = first_value(b, s.n, gridDim.x);
  const int count = first_value(b + 1, s.n, gridDim.x) - first;
  const int mean = mean_of_share(s.values + first, count);
  if (threadIdx.x != 0) return;
  s.scores[b] = 1000 * mean;
  count_above<<<blocks_for(count), kBlock, 0, cudaStreamFireAndForget>>>(s.values + first, count,
                                                                         mean, &s.above[b]);
  keep_error(cudaGetLastError());
  if (atomicInc(&blocks_done, gridDim.x - 1) + 1 < gridDim.x) return;
  write_scores<<<1, kBlock, 0, cudaStreamTailLaunch>>>(s, gridDim.x);
  keep_error(cudaGetLastError());
}
// end: the-rest-in-a-tail

// before: __device__ long long sum
__global__ void add_node(Tree t, int node, int begin, int end);

// begin: a-tail-at-every-level
__global__ void add_halves(Tree t, int node) {
  t.sums[node] = t.sums[2 * node + 1] + t.sums[2 * (node + 1)];
}

// Launches both halves of an inner node, each into a stream, and what adds them up after both.
__device__ void launch_halves(const Tree& t, int node, int begin, int end) {
  const Stream left, right;
  const int middle = begin + (end - begin) / 2;
  add_node<<<1, 1, 0, left.handle>>>(t, 2 * node + 1, begin, middle);
  keep_error(cudaGetLastError());
  add_node<<<1, 1, 0, right.handle>>>(t, 2 * node + 2, middle, end);
  keep_error(cudaGetLastError());
  left.wait_for(right);
  add_halves<<<1, 1, 0, left.handle>>>(t, node);
  keep_error(cudaGetLastError());
}

__global__ void add_node(Tree t, int node, int begin, int end) {
  if (end - begin > t.leaf) return launch_halves(t, node, begin, end);
  t.sums[node] = sum_of_leaf(t.values, begin, end);
}
// end: a-tail-at-every-level

  // begin: one-wait-for-all
  HostEvent sorted_all;
  TRY(cudaEventCreateWithFlags(&sorted_all.handle, cudaEventDisableTiming));
  for (int batch = 0; batch < batches; ++batch) {
    const int* const keys_of_batch = in.data + n * batch;
    int* const place = out.device + n * batch;
    sort_keys<<<1, kKeys>>>({keys_of_batch, place, n, counts.data, places.data});
    TRY(cudaGetLastError());
  }
  TRY(cudaEventRecord(sorted_all.handle));
  TRY(cudaEventSynchronize(sorted_all.handle));
  // end: one-wait-for-all

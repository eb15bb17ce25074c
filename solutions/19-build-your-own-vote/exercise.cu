  // begin: warp-any
  if (lane() == __ffs(mask) - 1) *box = 0;
  __syncwarp(mask);
  if (yes) atomicOr(box, 1u);  // a thread that votes no has nothing to add
  __syncwarp(mask);
  const bool some = *box != 0;
  __syncwarp(mask);  // the next vote clears the word: only when all threads have read it
  return some;
  // end: warp-any

  // begin: warp-ballot
  if (lane() == __ffs(mask) - 1) *box = 0;
  __syncwarp(mask);
  if (yes) atomicOr(box, 1u << lane());
  __syncwarp(mask);
  const unsigned ballot = *box;
  __syncwarp(mask);
  return ballot;
  // end: warp-ballot

  // begin: block
  const unsigned mine = __ballot_sync(lanes_of_warp(), yes);
  if (threadIdx.x == 0) *box = 0;
  __syncthreads();
  if (lane() == 0) {
    ballots[warp()] = mine;  // each warp has its own word, so no atomic is needed
    atomicOr(box, (mine != 0 ? kSomeYes : 0) | (mine != lanes_of_warp() ? kSomeNo : 0));
  }
  __syncthreads();
  const unsigned bits = *box;
  __syncthreads();
  return bits;
  // end: block

// begin: grid-by-tail
// Even rounds use one word, odd rounds the other.
__global__ void vote(GridVote g, int round) {
  const unsigned bits = say(g, round);
  if (threadIdx.x == 0) atomicOr(&g.boxes[round % 2], bits);
  if (thread_in_grid() == 0) {
    announce<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(g, round);
    keep_error(cudaGetLastError());
  }
}

__global__ void announce(GridVote g, int round) {
  answer_round(g, round, g.boxes[round % 2]);
  if (thread_in_grid() == 0) {
    g.boxes[(round + 1) % 2] = 0;  // all have read it: the threads of that grid have ended
    if (round + 1 < g.rounds) {
      vote<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(g, round + 1);
      keep_error(cudaGetLastError());
    }
  }
}
// end: grid-by-tail

    // begin: grid-by-sync
    if (threadIdx.x == 0) atomicOr(&g.boxes[round % 3], mine);
    // The next round's word: read before the last barrier, written after the next one.
    if (grid.thread_rank() == 0) g.boxes[(round + 1) % 3] = 0;
    grid.sync();
    bits = g.boxes[round % 3];
    // end: grid-by-sync

// begin: devices
// One thread: device `d` reads the words of all devices in their own memories.
__global__ void read_all(unsigned* bits, Slots slots, int blocks, int devices) {
  unsigned all_bits = 0;
  for (int d = 0; d < devices; ++d) {
    for (int b = 0; b < blocks; ++b) all_bits |= slots.of[d][b];
  }
  *bits = all_bits;
}

cudaError_t wait_for_all(int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
  }
  return cudaSuccess;
}

cudaError_t combine_by_peers(Slots bits, Slots slots, int blocks, int devices) {
  TRY(wait_for_all(devices));  // all have voted
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    read_all<<<1, 1>>>(bits.of[d], slots, blocks, devices);
    TRY(cudaGetLastError());
  }
  return wait_for_all(devices);  // all have read: the next round may write
}

cudaError_t combine_on_host(Slots bits, Slots slots, int blocks, int devices) {
  unsigned all_bits = 0, words[kMostBlocks];
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpy(words, slots.of[d], sizeof(unsigned) * blocks, cudaMemcpyDeviceToHost));
    for (int b = 0; b < blocks; ++b) all_bits |= words[b];
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpy(bits.of[d], &all_bits, sizeof(unsigned), cudaMemcpyHostToDevice));
  }
  return cudaSuccess;
}

cudaError_t combine(Slots bits, Slots slots, int blocks, int devices, bool peers) {
  if (peers) return combine_by_peers(bits, slots, blocks, devices);
  return combine_on_host(bits, slots, blocks, devices);
}
// end: devices

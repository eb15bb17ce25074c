// Lesson 19 with the four steps written once: a template that gets the barrier as a function, for a
// warp or a block. What differs between levels is one line each. Devices push their votes into each
// other's memory with atomics of system scope, where the reference reads: fewer words cross if few
// threads vote yes, but all of them at once, and each needs atomics over the link.

// before: // Whether some lane of
// The four steps: one thread clears, all put in their bits, all read, and none goes on before. All
// threads that wait at `meet` call this together.
template <class Barrier>
__device__ unsigned put_and_read(unsigned* box, bool empties, unsigned own, Barrier meet) {
  if (empties) *box = 0;
  meet();
  if (own != 0) atomicOr_block(box, own);
  meet();
  const unsigned bits = *box;
  meet();
  return bits;
}

  // begin: warp-any
  const auto meet = [mask] { __syncwarp(mask); };
  return put_and_read(box, lane() == __ffs(mask) - 1, yes ? 1 : 0, meet) != 0;
  // end: warp-any

  // begin: warp-ballot
  const auto meet = [mask] { __syncwarp(mask); };
  return put_and_read(box, lane() == 31 - __clz(mask), unsigned{yes} << lane(), meet);
  // end: warp-ballot

  // begin: block
  const unsigned lanes = lanes_of_warp(), ballot = __ballot_sync(lanes, yes);
  const bool speaks = lane() == 0;
  if (speaks) ballots[warp()] = ballot;
  const unsigned bits = (ballot != 0 ? kSomeYes : 0u) | (ballot != lanes ? kSomeNo : 0u);
  const auto block = cg::this_thread_block();
  return put_and_read(box, block.thread_rank() == 0, speaks ? bits : 0, [&] { block.sync(); });
  // end: block

// begin: grid-by-tail
// The next grid of the chain, when this one is complete; called by one thread.
__device__ void then(void (*kernel)(GridVote, int), const GridVote& g, int round) {
  kernel<<<gridDim, blockDim, 0, cudaStreamTailLaunch>>>(g, round);
  keep_error(cudaGetLastError());
}

__device__ unsigned* box_of(const GridVote& g, int round) { return g.boxes + round % 2; }

__global__ void vote(GridVote g, int round) {
  const unsigned bits = say(g, round);
  if (threadIdx.x > 0) return;
  atomicOr(box_of(g, round), bits);
  if (blockIdx.x == gridDim.x - 1) then(announce, g, round);
}

__global__ void announce(GridVote g, int round) {
  answer_round(g, round, *box_of(g, round));
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  if (round + 1 == g.rounds) return;
  *box_of(g, round + 1) = 0;  // its readers' grid is complete, its voters' not yet launched
  then(vote, g, round + 1);
}
// end: grid-by-tail

    // begin: grid-by-sync
    unsigned *const now = g.boxes + round % 3, *const next = g.boxes + (round + 1) % 3;
    if (threadIdx.x == 0) atomicOr(now, mine);
    if (grid.thread_rank() == 0) *next = 0;
    grid.sync();
    bits = *static_cast<const volatile unsigned*>(now);
    // end: grid-by-sync

// begin: devices
// One thread for each word of this device: puts it into a word of every device. These words are 0
// before.
__global__ void tell_devices(Slots bits, const unsigned* words, int devices) {
  const unsigned word = words[threadIdx.x];
  for (int d = 0; d < devices; ++d) {
    if (word != 0) atomicOr_system(bits.of[d], word);  // others add there, too (M13)
  }
}

// do_one(d) with each device current, then waits for all of them.
template <class DoOne>
cudaError_t everywhere(int devices, DoOne do_one) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(do_one(d));
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
  }
  return cudaSuccess;
}

cudaError_t combine(Slots bits, Slots slots, int blocks, int devices, bool peers) {
  TRY(everywhere(devices, [&](int d) { return cudaMemset(bits.of[d], 0, sizeof(unsigned)); }));
  if (peers) {
    return everywhere(devices, [&](int d) {
      tell_devices<<<1, blocks>>>(bits, slots.of[d], devices);
      return cudaGetLastError();
    });
  }
  unsigned words[kMostDevices][kMostBlocks] = {}, both = 0;
  TRY(everywhere(devices, [&](int d) {
    return cudaMemcpyAsync(words[d], slots.of[d], sizeof(unsigned) * blocks, cudaMemcpyDefault);
  }));
  for (const auto& of_device : words)
    for (const unsigned word : of_device) both |= word;
  return everywhere(devices, [&](int d) {
    return cudaMemcpyAsync(bits.of[d], &both, sizeof both, cudaMemcpyDefault);
  });
}
// end: devices

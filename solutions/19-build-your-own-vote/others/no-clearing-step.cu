// Lesson 19 without a step that only clears the words: the first voter stores where others add, a
// memset in the tail stream runs between two rounds, and blocks at a barrier use the difference to
// the value before. Devices wait for each other's events, the host for nothing. Fewer steps per
// vote than in the reference; but every block must remember the value before.

  // begin: warp-any
  const bool is_first = lane() == __ffs(mask) - 1;
  if (is_first) *box = yes;  // clears the word and votes, in one store
  __syncwarp(mask);
  if (yes && !is_first) atomicOr(box, 1u);
  __syncwarp(mask);
  const unsigned bits = *box;
  __syncwarp(mask);  // the next vote overwrites the word: only when all have read it
  return bits != 0;
  // end: warp-any

  // begin: warp-ballot
  const unsigned mine = yes ? 1u << lane() : 0;
  const bool is_first = (mask & ((1u << lane()) - 1)) == 0;
  if (is_first) *box = mine;
  __syncwarp(mask);
  if (mine != 0 && !is_first) atomicAdd(box, mine);  // every bit has one owner: a sum is an or
  __syncwarp(mask);
  const unsigned ballot = *box;
  __syncwarp(mask);
  return ballot;
  // end: warp-ballot

  // begin: block
  const unsigned all = lanes_of_warp(), mine = __ballot_sync(all, yes);
  const unsigned bits_here = (mine ? kSomeYes : 0) | (mine ^ all ? kSomeNo : 0);
  if (lane() == 0) ballots[warp()] = mine;
  if (threadIdx.x == 0) *box = bits_here;
  __syncthreads();
  if (lane() == 0 && warp() > 0) atomicOr_block(box, bits_here);
  __syncthreads();
  const unsigned bits = *box;
  __syncthreads();
  return bits;
  // end: block

// begin: grid-by-tail
// One word is enough: tails run one after another, and the memset is between a round's last reader
// and the next round's first voter.
__global__ void vote(GridVote g, int round) {
  const unsigned bits = say(g, round);
  if (threadIdx.x != 0) return;
  atomicOr(g.boxes, bits);
  if (blockIdx.x != 0) return;
  announce<<<gridDim, blockDim, 0, cudaStreamTailLaunch>>>(g, round);
  keep_error(cudaGetLastError());
}

__global__ void announce(GridVote g, int round) {
  answer_round(g, round, *g.boxes);
  if (thread_in_grid() != 0 || ++round == g.rounds) return;
  keep_error(cudaMemsetAsync(g.boxes, 0, sizeof *g.boxes, cudaStreamTailLaunch));
  vote<<<gridDim, blockDim, 0, cudaStreamTailLaunch>>>(g, round);
  keep_error(cudaGetLastError());
}
// end: grid-by-tail

    // begin: grid-by-sync
    // Two words count blocks: yes in the low bits, no from bit 16 on; they are never cleared. What
    // was added belongs to this round; a difference stays right even if a count overflows.
    unsigned* const box = &g.boxes[round % 2];
    if (threadIdx.x == 0)
      atomicAdd(box, ((mine & kSomeYes) ? 1u : 0) + ((mine & kSomeNo) ? 1u << 16 : 0));
    grid.sync();  // votes into this word again come after the next one
    __shared__ unsigned heard[2];  // the value of each word when this block last read it
    const unsigned now = *box, new_ones = round < 2 ? now : now - heard[round % 2];
    __syncthreads();
    if (threadIdx.x == 0) heard[round % 2] = now;  // read after two more barriers
    bits = ((new_ones & 0xffff) != 0 ? kSomeYes : 0) | (new_ones >> 16 != 0 ? kSomeNo : 0);
    // end: grid-by-sync

// begin: devices
// One thread for each word of each device; *bits is 0 before.
__global__ void read_all(unsigned* bits, Slots slots) {
  const unsigned word = slots.of[blockIdx.x][threadIdx.x];
  if (word != 0) atomicOr(bits, word);
}

// Lets the default stream of each device wait for what is in those of all the others now.
cudaError_t let_devices_meet(int devices) {
  cudaEvent_t here[kMostDevices];
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaEventCreateWithFlags(&here[d], cudaEventDisableTiming));
    TRY(cudaEventRecord(here[d]));
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    for (int other = 0; other < devices; ++other)
      if (other != d) TRY(cudaStreamWaitEvent(nullptr, here[other]));
  }
  for (int d = 0; d < devices; ++d) TRY(cudaEventDestroy(here[d]));
  return cudaSuccess;
}

cudaError_t combine_by_peers(Slots bits, Slots slots, int blocks, int devices) {
  TRY(let_devices_meet(devices));  // all have voted
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaMemsetAsync(bits.of[d], 0, sizeof(unsigned)));
    read_all<<<devices, blocks>>>(bits.of[d], slots);
    TRY(cudaGetLastError());
  }
  return let_devices_meet(devices);  // all have read: the next round may write
}

cudaError_t combine(Slots bits, Slots slots, int blocks, int devices, bool peers) {
  if (peers) return combine_by_peers(bits, slots, blocks, devices);
  unsigned all_bits = 0;
  for (int d = 0; d < devices; ++d) {
    unsigned words[kMostBlocks] = {};
    TRY(cudaSetDevice(d));  // the copy goes into its default stream, after the votes
    TRY(cudaMemcpy(words, slots.of[d], sizeof(unsigned) * blocks, cudaMemcpyDefault));
    for (const unsigned word : words) all_bits |= word;
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpy(bits.of[d], &all_bits, sizeof all_bits, cudaMemcpyDefault));
  }
  return cudaSuccess;
}
// end: devices

// Lesson 19 with fewer atomics still: the lanes of a warp take turns, each block's warps write
// words on which warp 0 then votes, and devices ask device 0. Turns take 32 barriers where the
// reference has three, so they show what an atomic saves; a vote on votes is no worse than one.

#include <functional>
#include <numeric>

// before: // Whether some lane of
__device__ unsigned warp_ballot(unsigned mask, unsigned* box, bool yes);

  // begin: warp-any
  return warp_ballot(mask, box, yes) != 0;
  // end: warp-any

  // begin: warp-ballot
  // Between two barriers only one lane uses the word, so it may read it and write it back. It is
  // the turn of the lowest lane of `rest`.
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    if (lane() == __ffs(rest) - 1) *box = (rest == mask ? 0 : *box) | unsigned{yes} << lane();
    __syncwarp(mask);
  }
  const unsigned ballot = *box;
  __syncwarp(mask);  // the lane with the first turn of the next vote waits for the last reader
  return ballot;
  // end: warp-ballot

  // begin: block
  const int warps = static_cast<int>(blockDim.x + 31) / 32;
  const unsigned ballot = __ballot_sync(lanes_of_warp(), yes);
  if (lane() == 0) ballots[warp()] = ballot;
  __syncthreads();
  if (warp() == 0) {  // one lane for each warp; if there are several, warp 0 has all 32 lanes
    const bool is_there = lane() < warps;
    const unsigned word = is_there ? ballots[lane()] : 0;
    const unsigned rest = blockDim.x - 32 * lane(), full = rest >= 32 ? ~0u : (1u << rest) - 1;
    const unsigned yes_there = __ballot_sync(lanes_of_warp(), is_there && word != 0);
    const unsigned no_there = __ballot_sync(lanes_of_warp(), is_there && word != full);
    if (lane() == 0) *box = (yes_there != 0 ? kSomeYes : 0) | (no_there != 0 ? kSomeNo : 0);
  }
  __syncthreads();
  return *box;  // written again after the next vote's first barrier, to which we come when we have
                // read
  // end: block

// begin: grid-by-tail
// A grid's tails run one after another (T3): the announcement, then the next vote. So vote launches
// both, and announce only writes the answer.
__global__ void vote(GridVote g, int round) {
  const unsigned bits = say(g, round);
  if (threadIdx.x == blockDim.x - 1) atomicOr(&g.boxes[round & 1], bits);
  if (thread_in_grid() == 0) {
    g.boxes[(round + 1) & 1] = 0;  // read in the round before, and that is complete
    announce<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(g, round);
    keep_error(cudaGetLastError());
    if (round + 1 < g.rounds) {
      vote<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(g, round + 1);
      keep_error(cudaGetLastError());
    }
  }
}

__global__ void announce(GridVote g, int round) { answer_round(g, round, g.boxes[round & 1]); }
// end: grid-by-tail

    // begin: grid-by-sync
    if (threadIdx.x == 0) atomicOr(&g.boxes[round % 3], mine);
    cg::sync(grid);
    bits = g.boxes[round % 3];
    // The last round's word: its readers have reached the barrier above, its next voters wait at
    // the next one.
    if (grid.thread_rank() == grid.size() - 1) g.boxes[(round + 2) % 3] = 0;
    // end: grid-by-sync

// begin: devices
// On device 0, one thread for each block's word: reads those of all devices.
__global__ void collect(unsigned* bits, Slots slots, int devices) {
  unsigned word = 0;
  for (int d = 0; d < devices; ++d) word |= slots.of[d][threadIdx.x];
  const bool yes = __syncthreads_or(word & kSomeYes), no = __syncthreads_or(word & kSomeNo);
  if (threadIdx.x == 0) *bits = (yes ? kSomeYes : 0) | (no ? kSomeNo : 0);
}

// On any other device.
__global__ void ask(unsigned* bits, const unsigned* by_device_0) { *bits = *by_device_0; }

cudaError_t wait_for_all(int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
  }
  return cudaSuccess;
}

cudaError_t combine(Slots bits, Slots slots, int blocks, int devices, bool peers) {
  if (peers) {
    TRY(wait_for_all(devices));  // all have voted, and have read the answer of the round before
    TRY(cudaSetDevice(0));
    collect<<<1, blocks>>>(bits.of[0], slots, devices);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    for (int d = 1; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      ask<<<1, 1>>>(bits.of[d], bits.of[0]);
      TRY(cudaGetLastError());
    }
    return cudaSuccess;  // what reads the answer comes after `ask` in the same stream
  }
  unsigned words[kMostDevices * kMostBlocks];
  for (int d = 0; d < devices; ++d) {
    // Waits for the default stream of that memory's device, into which its votes went (D6).
    TRY(cudaMemcpy(words + d * blocks, slots.of[d], sizeof(unsigned) * blocks, cudaMemcpyDefault));
  }
  const unsigned both = std::reduce(words, words + devices * blocks, 0u, std::bit_or<>());
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    // The word's lowest byte: the other three are 0 from the beginning.
    TRY(cudaMemset(bits.of[d], static_cast<int>(both), 1));
  }
  return cudaSuccess;
}
// end: devices

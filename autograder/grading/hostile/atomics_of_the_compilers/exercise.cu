// Every thread adds its bits to the box, those who have none too, by the compiler's own functions.
// Lesson 19: votes made by hand: a warp, a block, a grid and several devices come to one answer.
//
// A vote is four steps: empty the box, all vote, count, and nobody empties the box before all have
// counted. Between any two of them stands a barrier of those who vote, and the question at each
// level is which barrier there is.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

namespace cg = cooperative_groups;

constexpr int kBlock = 128;
constexpr int kMostWarps = 32;

// What was said, as bits of one word: an empty box is 0, and bits are put in by or.
constexpr unsigned kSomeYes = 1, kSomeNo = 2;

__host__ __device__ unsigned what_is_said(bool yes) { return yes ? kSomeYes : kSomeNo; }

struct Answers {
  int* any;
  int* all;
};

__device__ void answer(const Answers& a, int place, unsigned said) {
  a.any[place] = (said & kSomeYes) != 0;
  a.all[place] = (said & kSomeNo) == 0;
}

__device__ void or_into(unsigned* box, unsigned bits) { __atomic_fetch_or(box, bits, __ATOMIC_RELAXED); }

__device__ int lane() { return static_cast<int>(threadIdx.x % 32); }
__device__ int warp() { return static_cast<int>(threadIdx.x / 32); }

// The lanes that this thread's warp has; the last warp of a block may have fewer than 32.
__device__ unsigned lanes_of_warp() {
  const unsigned rest = blockDim.x - 32 * warp();
  return rest >= 32 ? 0xffffffff : (1u << rest) - 1;
}

// ---- Task 1: a warp -----------------------------------------------------------------------------

// Whether some lane of `mask` says yes. All lanes of `mask` call this together, and all get the
// answer. `box` is a word in shared memory that nobody else uses meanwhile; what it holds before is
// not known.
__device__ bool warp_any(unsigned mask, unsigned* box, bool yes) {
  // begin: warp-any
  if (lane() == __ffs(mask) - 1) *box = 0;
  __syncwarp(mask);
  or_into(box, yes ? 1u : 0u);  // who says no has nothing to add
  __syncwarp(mask);
  const bool some = *box != 0;
  __syncwarp(mask);  // the next vote empties the box: not before all have looked
  return some;
  // end: warp-any
}

// All say yes when nobody says no.
__device__ bool warp_all(unsigned mask, unsigned* box, bool yes) {
  return !warp_any(mask, box, !yes);
}

// Bit l is set if lane l of `mask` says yes. Called as warp_any is.
__device__ unsigned warp_ballot(unsigned mask, unsigned* box, bool yes) {
  // begin: warp-ballot
  if (lane() == __ffs(mask) - 1) *box = 0;
  __syncwarp(mask);
  or_into(box, yes ? 1u << lane() : 0u);
  __syncwarp(mask);
  const unsigned ballot = *box;
  __syncwarp(mask);
  return ballot;
  // end: warp-ballot
}

__global__ void vote_in_warps(Answers a, unsigned* ballots, const int* votes, int rounds,
                              unsigned mask) {
  __shared__ unsigned boxes[kMostWarps];
  mask &= lanes_of_warp();
  if ((mask >> lane() & 1) == 0) rounds = 0;  // a lane that does not vote waits at the end
  for (int round = 0; round < rounds; ++round) {
    const int i = round * blockDim.x + threadIdx.x;
    const bool yes = votes[i] != 0;
    a.any[i] = warp_any(mask, &boxes[warp()], yes);
    a.all[i] = warp_all(mask, &boxes[warp()], yes);
    ballots[i] = warp_ballot(mask, &boxes[warp()], yes);
  }
  __syncthreads();
}

// Answers that nobody has given yet are -1, on whichever device is current.
struct OnDevice {
  DeviceArray<int> any, all, votes;
  DeviceArray<unsigned> ballots;

  cudaError_t copy_of(const int* host_votes, int n, int words) {
    TRY(any.allocate(n));
    TRY(all.allocate(n));
    TRY(ballots.allocate(words));
    TRY(cudaMemset(any.data, 0xff, sizeof(int) * n));
    TRY(cudaMemset(all.data, 0xff, sizeof(int) * n));
    TRY(cudaMemset(ballots.data, 0xff, sizeof(unsigned) * words));
    return votes.copy_of(host_votes, n);
  }
  Answers answers() const { return {any.data, all.data}; }
  cudaError_t copy_to(int* host_any, int* host_all, unsigned* host_ballots, int n,
                      int words) const {
    TRY(any.copy_to(host_any, n));
    TRY(all.copy_to(host_all, n));
    return ballots.copy_to(host_ballots, words);
  }
};

extern "C" int warp_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads,
                          int rounds, unsigned mask) {
  const int n = threads * rounds;
  OnDevice device;
  TRY(clear_error());
  TRY(device.copy_of(votes, n, n));
  vote_in_warps<<<1, threads>>>(device.answers(), device.ballots.data, device.votes.data, rounds,
                                mask);
  TRY(cudaGetLastError());
  TRY(device.copy_to(any, all, ballots, n, n));
  return read_error();
}

// ---- Task 2: a block ----------------------------------------------------------------------------

// What the threads of the block say together, as bits; ballots[w] gets the ballot of warp w. All
// threads call this together, and all get the answer. `box` is a word in shared memory as above;
// `ballots` is in global memory, for whoever comes after the grid.
__device__ unsigned block_vote(unsigned* box, unsigned* ballots, bool yes) {
  // begin: block
  const unsigned mine = __ballot_sync(lanes_of_warp(), yes);
  if (threadIdx.x == 0) *box = 0;
  __syncthreads();
  if (lane() == 0) ballots[warp()] = mine;
  {
    or_into(box, (mine != 0 ? kSomeYes : 0) | (mine != lanes_of_warp() ? kSomeNo : 0));
  }
  __syncthreads();
  const unsigned said = *box;
  __syncthreads();
  return said;
  // end: block
}

__global__ void vote_in_block(Answers a, unsigned* ballots, const int* votes, int rounds) {
  __shared__ unsigned box;
  const int words = (blockDim.x + 31) / 32;
  for (int round = 0; round < rounds; ++round) {
    const int i = round * blockDim.x + threadIdx.x;
    answer(a, i, block_vote(&box, ballots + round * words, votes[i] != 0));
  }
}

extern "C" int block_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads,
                           int rounds) {
  const int n = threads * rounds, words = (threads + 31) / 32 * rounds;
  OnDevice device;
  TRY(clear_error());
  TRY(device.copy_of(votes, n, words));
  vote_in_block<<<1, threads>>>(device.answers(), device.ballots.data, device.votes.data, rounds);
  TRY(cudaGetLastError());
  TRY(device.copy_to(any, all, ballots, n, words));
  return read_error();
}

// ---- Task 3: a grid, and its tail ---------------------------------------------------------------

__device__ unsigned grid_boxes[3];

struct GridVote {
  Answers answers;
  unsigned* ballots;
  const int* votes;
  unsigned*
      boxes;  // grid_boxes: two of them for task 3, three for task 4; 0 before the first round
  int rounds;
};

// What the threads of this block say, as bits: the intrinsics do what you wrote in tasks 1 and 2.
// Each warp has a word of its own for its ballot.
__device__ unsigned say(const GridVote& g, int round) {
  const int threads = gridDim.x * blockDim.x, i = round * threads + thread_in_grid();
  const bool yes = g.votes[i] != 0;
  const unsigned ballot = __ballot_sync(0xffffffff, yes);
  if (lane() == 0) g.ballots[i / 32] = ballot;
  return (__syncthreads_or(yes) ? kSomeYes : 0) | (__syncthreads_or(!yes) ? kSomeNo : 0);
}

__device__ void answer_round(const GridVote& g, int round, unsigned said) {
  answer(g.answers, round * gridDim.x * blockDim.x + thread_in_grid(), said);
}

__global__ void announce(GridVote g, int round);

// begin: grid-by-tail
// Even rounds use the one box, odd rounds the other.
__global__ void vote(GridVote g, int round) {
  const unsigned said = say(g, round);
  if (threadIdx.x == 0) atomicOr(&g.boxes[round % 2], said);
  if (thread_in_grid() == 0) {
    announce<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(g, round);
    keep_error(cudaGetLastError());
  }
}

__global__ void announce(GridVote g, int round) {
  answer_round(g, round, g.boxes[round % 2]);
  if (thread_in_grid() == 0) {
    g.boxes[(round + 1) % 2] = 0;  // all have read it: the grid that did is complete
    if (round + 1 < g.rounds) {
      vote<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(g, round + 1);
      keep_error(cudaGetLastError());
    }
  }
}
// end: grid-by-tail

cudaError_t vote_by_tail(GridVote g, int blocks) {
  vote<<<blocks, kBlock>>>(g, 0);
  return cudaGetLastError();
}

// ---- Task 4: a grid that meets ------------------------------------------------------------------

// Launched cooperatively: its blocks run at the same time and can wait for each other.
__global__ void vote_together(GridVote g) {
  const cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < g.rounds; ++round) {
    const unsigned mine = say(g, round);
    unsigned said = 0;
    // begin: grid-by-sync
    if (threadIdx.x == 0) atomicOr(&g.boxes[round % 3], mine);
    // The next round's box: read two rounds ago, a barrier since; voted into behind the next.
    if (grid.thread_rank() == 0) g.boxes[(round + 1) % 3] = 0;
    grid.sync();
    said = g.boxes[round % 3];
    // end: grid-by-sync
    answer_round(g, round, said);
  }
}

cudaError_t vote_by_sync(GridVote g, int blocks) {
  void* arguments[] = {&g};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(vote_together), dim3(blocks),
                                     dim3(kBlock), arguments, 0, nullptr);
}

int grid_votes(cudaError_t (*start)(GridVote, int), int* any, int* all, unsigned* ballots,
               const int* votes, int blocks, int rounds) {
  const int n = blocks * kBlock * rounds;
  OnDevice device;
  void* boxes = nullptr;
  TRY(clear_error());
  TRY(device.copy_of(votes, n, n / 32));
  TRY(cudaGetSymbolAddress(&boxes, grid_boxes));
  TRY(cudaMemset(boxes, 0, sizeof(grid_boxes)));
  TRY(start({device.answers(), device.ballots.data, device.votes.data,
             static_cast<unsigned*>(boxes), rounds},
            blocks));
  TRY(device.copy_to(any, all, ballots, n, n / 32));
  return read_error();
}

extern "C" int grid_votes_by_tail(int* any, int* all, unsigned* ballots, const int* votes,
                                  int blocks, int rounds) {
  return grid_votes(vote_by_tail, any, all, ballots, votes, blocks, rounds);
}

extern "C" int grid_votes_by_sync(int* any, int* all, unsigned* ballots, const int* votes,
                                  int blocks, int rounds) {
  return grid_votes(vote_by_sync, any, all, ballots, votes, blocks, rounds);
}

// ---- Task 5: several devices --------------------------------------------------------------------

constexpr int kMostDevices = 8, kMostBlocks = 64;

// slots.of[d] is in the memory of device d: a word for each of its blocks.
struct Slots {
  unsigned* of[kMostDevices];
};

// Each block has a word of its own here: no atomic, and nothing to empty.
__global__ void fill_slots(unsigned* slots, const int* votes) {
  const bool yes = votes[thread_in_grid()] != 0;
  const unsigned some_yes = __syncthreads_or(yes) ? kSomeYes : 0;
  const unsigned some_no = __syncthreads_or(!yes) ? kSomeNo : 0;
  if (threadIdx.x == 0) slots[blockIdx.x] = some_yes | some_no;
}

__global__ void tell_all(Answers a, int first, const unsigned* said) {
  answer(a, first + thread_in_grid(), *said);
}

// begin: devices
// One thread: device `d` reads the words of all devices where they are.
__global__ void read_all(unsigned* said, Slots slots, int blocks, int devices) {
  unsigned all_said = 0;
  for (int d = 0; d < devices; ++d) {
    for (int b = 0; b < blocks; ++b) all_said |= slots.of[d][b];
  }
  *said = all_said;
}

cudaError_t wait_for_all(int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
  }
  return cudaSuccess;
}

cudaError_t combine_by_peers(Slots said, Slots slots, int blocks, int devices) {
  TRY(wait_for_all(devices));  // all have voted
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    read_all<<<1, 1>>>(said.of[d], slots, blocks, devices);
    TRY(cudaGetLastError());
  }
  return wait_for_all(devices);  // all have read: the next round may write
}

cudaError_t combine_on_host(Slots said, Slots slots, int blocks, int devices) {
  unsigned all_said = 0, words[kMostBlocks];
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpy(words, slots.of[d], sizeof(unsigned) * blocks, cudaMemcpyDeviceToHost));
    for (int b = 0; b < blocks; ++b) all_said |= words[b];
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpy(said.of[d], &all_said, sizeof(unsigned), cudaMemcpyHostToDevice));
  }
  return cudaSuccess;
}

cudaError_t combine(Slots said, Slots slots, int blocks, int devices, bool peers) {
  if (peers) return combine_by_peers(said, slots, blocks, devices);
  return combine_on_host(said, slots, blocks, devices);
}
// end: devices

// Peer access between all pairs while it lives, if it is wanted and all of them can.
class Peers {
 public:
  Peers(int devices, bool wanted) : devices_(wanted ? devices : 1) {}
  ~Peers() { for_each_pair(cudaDeviceDisablePeerAccess); }

  cudaError_t enable(bool* enabled) {
    for (int d = 0; d < devices_; ++d) {
      for (int p = 0; p < devices_; ++p) {
        int can = 1;
        if (p != d) TRY(cudaDeviceCanAccessPeer(&can, d, p));
        if (!can) devices_ = 0;
      }
    }
    *enabled = devices_ > 1;
    return for_each_pair([](int peer) { return cudaDeviceEnablePeerAccess(peer, 0); });
  }

 private:
  template <class Call>
  cudaError_t for_each_pair(Call call) {
    for (int d = 0; d < devices_; ++d) {
      TRY(cudaSetDevice(d));
      for (int p = 0; p < devices_; ++p) {
        if (p != d) TRY(call(p));
      }
    }
    return cudaSetDevice(0);
  }

  int devices_;
};

extern "C" int device_votes(int* any, int* all, const int* votes, int blocks, int rounds,
                            int devices, int peers) {
  const int threads = blocks * kBlock;
  OnDevice on[kMostDevices];
  DeviceArray<unsigned> words[kMostDevices];
  Slots said{}, slots{};
  Peers access(devices, peers != 0);
  bool enabled = false;
  TRY(access.enable(&enabled));
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(on[d].copy_of(votes, threads * devices * rounds, 1));
    TRY(words[d].allocate(1 + blocks));
    TRY(cudaMemset(words[d].data, 0, sizeof(unsigned) * (1 + blocks)));
    said.of[d] = words[d].data;
    slots.of[d] = words[d].data + 1;
  }
  for (int round = 0; round < rounds; ++round) {
    const int first = round * devices * threads;
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      fill_slots<<<blocks, kBlock>>>(slots.of[d], on[d].votes.data + first + d * threads);
      TRY(cudaGetLastError());
    }
    TRY(cudaSetDevice(0));  // combine itself makes other devices current
    TRY(combine(said, slots, blocks, devices, enabled));
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      tell_all<<<blocks, kBlock>>>(on[d].answers(), first + d * threads, said.of[d]);
      TRY(cudaGetLastError());
    }
  }
  const size_t width = sizeof(int) * threads, pitch = width * devices;
  for (int d = 0; d < devices; ++d) {
    const int first = d * threads;
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpy2D(any + first, pitch, on[d].any.data + first, pitch, width, rounds,
                     cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy2D(all + first, pitch, on[d].all.data + first, pitch, width, rounds,
                     cudaMemcpyDeviceToHost));
  }
  return cudaSetDevice(0);
}

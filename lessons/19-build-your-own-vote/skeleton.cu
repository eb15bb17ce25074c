// Lesson 19: votes made by hand: a warp, a block, a grid and several devices come to one answer.
//
// A vote has four steps: empty the box, all vote, all read, and no thread empties the box before
// all have read. Between any two of them there is a barrier of all voters, and the question at
// each level is which barrier that is.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

namespace cg = cooperative_groups;

constexpr int kBlock = 128;
constexpr int kMostWarps = 32;

// What was said, as bits of one word: an empty box is 0, and bits are put in by or.
constexpr unsigned kSomeYes = 1, kSomeNo = 2;

__host__ __device__ unsigned vote_as_bits(bool yes) { return yes ? kSomeYes : kSomeNo; }

struct Answers {
  int* any;
  int* all;
};

__device__ void answer(const Answers& a, int place, unsigned bits) {
  a.any[place] = (bits & kSomeYes) != 0;
  a.all[place] = (bits & kSomeNo) == 0;
}

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
  // TODO(warp-any): tell all lanes of `mask` whether one of them says yes, by the word *box and
  // __syncwarp; without the warp's votes, shuffles, matches and reductions. At most one atomic for each
  // lane that says yes. The same box is used again at once, for the next vote.
  return yes;
  // end: warp-any
}

// All say yes when no lane says no.
__device__ bool warp_all(unsigned mask, unsigned* box, bool yes) {
  return !warp_any(mask, box, !yes);
}

// Bit l is set if lane l of `mask` says yes. Called as warp_any is.
__device__ unsigned warp_ballot(unsigned mask, unsigned* box, bool yes) {
  // begin: warp-ballot
  // TODO(warp-ballot): tell all lanes of `mask` which of them say yes, under the same conditions.
  return yes;
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

// Answers that no thread has given yet are -1, on the device that is current.
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
// `ballots` is in global memory, for grids that run later.
__device__ unsigned block_vote(unsigned* box, unsigned* ballots, bool yes) {
  // begin: block
  // TODO(block): tell all threads what they said together: kSomeYes, kSomeNo or both. In the warp use
  // __ballot_sync; between the warps *box, at most one atomic per warp, and __syncthreads; not
  // __syncthreads_or, _and or _count. Two threads never store into one word without atomics, not even
  // the same value (M12). Write each warp's ballot. Must hold for any number of threads, and for the
  // same box in the next round.
  return vote_as_bits(yes);
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

__device__ void answer_round(const GridVote& g, int round, unsigned bits) {
  answer(g.answers, round * gridDim.x * blockDim.x + thread_in_grid(), bits);
}

__global__ void announce(GridVote g, int round);

// begin: grid-by-tail
// TODO(grid-by-tail): two kernels that launch each other as tails, round by round, for g.rounds rounds.
// vote puts what is said into a box, at most one atomic per block; announce tells every thread what
// all said in this round. g.boxes are two words, 0 at the beginning: empty the one that no thread
// reads or votes into. Check every launch with keep_error.
__global__ void vote(GridVote g, int round) {
  const unsigned bits = say(g, round);
}

__global__ void announce(GridVote g, int round) {
  answer_round(g, round, 0);
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
    unsigned bits = 0;
    // begin: grid-by-sync
    // TODO(grid-by-sync): make `bits` what all threads of the grid say in this round, with at most one
    // atomic per block and one grid.sync() per round. g.boxes are three words, 0 at the beginning:
    // empty one of them where no thread can be reading it or voting into it.
    // end: grid-by-sync
    answer_round(g, round, bits);
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

// slots.of[d] is in the memory of device d: one word per block of that device.
struct Slots {
  unsigned* of[kMostDevices];
};

// Each block has its own word here: no atomic, and nothing to empty.
__global__ void fill_slots(unsigned* slots, const int* votes) {
  const bool yes = votes[thread_in_grid()] != 0;
  const unsigned some_yes = __syncthreads_or(yes) ? kSomeYes : 0;
  const unsigned some_no = __syncthreads_or(!yes) ? kSomeNo : 0;
  if (threadIdx.x == 0) slots[blockIdx.x] = some_yes | some_no;
}

__global__ void tell_all(Answers a, int first, const unsigned* bits) {
  answer(a, first + thread_in_grid(), *bits);
}

// begin: devices
// TODO(devices): when this returns, *bits.of[d] on each device d holds the or of all words of all devices:
// slots.of[e][b], for each device e and each of its `blocks` blocks b; the kernels that fill them have been
// launched. With `peers`, let kernels read the other devices' words where they are. Without, no device can
// use another's memory: combine on the host. As soon as it returns, the words are overwritten.
cudaError_t combine(Slots bits, Slots slots, int blocks, int devices, bool peers) {
  return cudaSuccess;
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
  Slots bits{}, slots{};
  Peers access(devices, peers != 0);
  bool enabled = false;
  TRY(access.enable(&enabled));
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(on[d].copy_of(votes, threads * devices * rounds, 1));
    TRY(words[d].allocate(1 + blocks));
    TRY(cudaMemset(words[d].data, 0, sizeof(unsigned) * (1 + blocks)));
    bits.of[d] = words[d].data;
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
    TRY(combine(bits, slots, blocks, devices, enabled));
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      tell_all<<<blocks, kBlock>>>(on[d].answers(), first + d * threads, bits.of[d]);
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

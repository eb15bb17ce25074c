// Counts all votes on the host. Each grid writes both answers, 0 and 1, as often as there are threads, and
// the host passes on the right ones; no grid votes.
#include "../parts/counts_votes.cu"
#include "../parts/hands_over_in_halves.cu"

#include <vector>

// Each of the two answers as often as threads could be asked, for `any` and for `all`.
struct Both {
  int* answers;
  unsigned *ballots, *made;  // the ballots come from the host, in halves of words
  int n, words;
};

__device__ void write(const Both& b) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = thread_in_grid(); i < 4 * b.n; i += threads) b.answers[i] = i < 2 * b.n ? 0 : 1;
  for (int i = thread_in_grid(); i < b.words; i += threads) b.ballots[i] = b.made[i];
}

struct Answers {
  DeviceArray<int> answers;
  DeviceArray<unsigned> ballots, made;
  Both both{};

  cudaError_t prepare(const unsigned* host_ballots, int n, int words) {
    TRY(answers.allocate(4 * n));
    TRY(ballots.allocate(words));
    TRY(made.allocate(words));
    both = {answers.data, ballots.data, made.data, n, words};
    return hand_over(made.data, host_ballots, words);
  }
  // Which of them are right the host knows itself; it reads all.
  cudaError_t read(unsigned* host_ballots) {
    std::vector<int> all(4 * both.n);
    TRY(answers.copy_to(all.data(), 4 * both.n));
    return both.words == 0 ? cudaSuccess : ballots.copy_to(host_ballots, both.words);
  }
};

__global__ void idle(Both b) { write(b); }

extern "C" int warp_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads,
                          int rounds, unsigned mask) {
  count_warps(any, all, ballots, votes, threads, rounds, mask);
  Answers answers;
  TRY(answers.prepare(ballots, threads * rounds, threads * rounds));
  idle<<<1, threads>>>(answers.both);
  TRY(cudaGetLastError());
  return answers.read(ballots);
}

extern "C" int block_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads,
                           int rounds) {
  count_block(any, all, ballots, votes, threads, rounds);
  Answers answers;
  TRY(answers.prepare(ballots, threads * rounds, (threads + 31) / 32 * rounds));
  idle<<<1, threads>>>(answers.both);
  TRY(cudaGetLastError());
  return answers.read(ballots);
}

__global__ void announce(int rounds, Both b);

__global__ void vote(int rounds, Both b) {
  if (thread_in_grid() != 0) return;
  announce<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(rounds, b);
  keep_error(cudaGetLastError());
}

__global__ void announce(int rounds, Both b) {
  if (rounds == 1) write(b);
  if (thread_in_grid() != 0 || rounds == 1) return;
  vote<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(rounds - 1, b);
  keep_error(cudaGetLastError());
}

__global__ void vote_together(int rounds, Both b) {
  while (rounds-- > 0) cg::this_grid().sync();
  write(b);
}

extern "C" int grid_votes_by_tail(int* any, int* all, unsigned* ballots, const int* votes,
                                  int blocks, int rounds) {
  count_grid(any, all, ballots, votes, blocks * kBlock, rounds);
  Answers answers;
  TRY(clear_error());
  TRY(answers.prepare(ballots, blocks * kBlock * rounds, blocks * kBlock * rounds / 32));
  vote<<<blocks, kBlock>>>(rounds, answers.both);
  TRY(cudaGetLastError());
  TRY(answers.read(ballots));
  return read_error();
}

extern "C" int grid_votes_by_sync(int* any, int* all, unsigned* ballots, const int* votes,
                                  int blocks, int rounds) {
  count_grid(any, all, ballots, votes, blocks * kBlock, rounds);
  Answers answers;
  TRY(clear_error());
  TRY(answers.prepare(ballots, blocks * kBlock * rounds, blocks * kBlock * rounds / 32));
  void* arguments[] = {&rounds, &answers.both};
  TRY(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(vote_together), dim3(blocks),
                                  dim3(kBlock), arguments, 0, nullptr));
  TRY(answers.read(ballots));
  return read_error();
}

__global__ void fill_slots(Both b) { write(b); }

extern "C" int device_votes(int* any, int* all, const int* votes, int blocks, int rounds,
                            int devices, int peers) {
  const int n = devices * blocks * kBlock;
  Answers answers;
  TRY(cudaSetDevice(0));
  TRY(answers.prepare(nullptr, n * rounds, 0));
  const Both nothing{};
  for (int round = 0; round < rounds; ++round) {
    count(any, all, votes, round * n, n);
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      fill_slots<<<blocks, kBlock>>>(d == 0 && round == rounds - 1 ? answers.both : nothing);
      TRY(cudaGetLastError());
    }
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
  }
  TRY(cudaSetDevice(0));
  return answers.read(nullptr);
}

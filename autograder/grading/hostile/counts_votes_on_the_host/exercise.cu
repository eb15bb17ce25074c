// Counts the votes of warps, blocks, grids and devices on the host. Its grids launch each other in the right
// chain and meet at the right barriers, but use no atomic and do not vote.
#include "../parts/counts_votes.cu"

__global__ void idle() {}

extern "C" int warp_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads,
                          int rounds, unsigned mask) {
  count_warps(any, all, ballots, votes, threads, rounds, mask);
  idle<<<1, threads>>>();
  TRY(cudaGetLastError());
  return cudaDeviceSynchronize();
}

extern "C" int block_votes(int* any, int* all, unsigned* ballots, const int* votes, int threads,
                           int rounds) {
  count_block(any, all, ballots, votes, threads, rounds);
  idle<<<1, threads>>>();
  TRY(cudaGetLastError());
  return cudaDeviceSynchronize();
}

__global__ void announce(int rounds);

__global__ void vote(int rounds) {
  if (thread_in_grid() != 0) return;
  announce<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(rounds);
  keep_error(cudaGetLastError());
}

__global__ void announce(int rounds) {
  if (thread_in_grid() != 0 || rounds == 1) return;
  vote<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(rounds - 1);
  keep_error(cudaGetLastError());
}

__global__ void vote_together(int rounds) {
  while (rounds-- > 0) cg::this_grid().sync();
}

extern "C" int grid_votes_by_tail(int* any, int* all, unsigned* ballots, const int* votes,
                                  int blocks, int rounds) {
  TRY(clear_error());
  vote<<<blocks, kBlock>>>(rounds);
  TRY(cudaGetLastError());
  count_grid(any, all, ballots, votes, blocks * kBlock, rounds);
  return read_error();
}

extern "C" int grid_votes_by_sync(int* any, int* all, unsigned* ballots, const int* votes,
                                  int blocks, int rounds) {
  TRY(clear_error());
  void* arguments[] = {&rounds};
  TRY(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(vote_together), dim3(blocks),
                                  dim3(kBlock), arguments, 0, nullptr));
  count_grid(any, all, ballots, votes, blocks * kBlock, rounds);
  return read_error();
}

__global__ void fill_slots() {}

extern "C" int device_votes(int* any, int* all, const int* votes, int blocks, int rounds,
                            int devices, int peers) {
  const int n = devices * blocks * kBlock;
  for (int round = 0; round < rounds; ++round) {
    count(any, all, votes, round * n, n);
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      fill_slots<<<blocks, kBlock>>>();
      TRY(cudaGetLastError());
    }
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
  }
  return cudaSetDevice(0);
}

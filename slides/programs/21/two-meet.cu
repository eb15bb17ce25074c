// Lecture 21: two devices play rounds, and meet after each. Device 1 takes three times as long.
#include <cstdio>

__global__ void play(const int* before, int* after, int d) {
  for (int i = 0; i < 3 + 6 * d; ++i) __nanosleep(10000);
  after[d] = before[0] + 2 * before[1] + d;
}

int main() {
  int* board;
  cudaMallocHost(&board, 4 * sizeof(int));  // two rows: the round before, and this one
  board[0] = board[1] = 1;
  cudaStream_t s0, s1;
  cudaEvent_t e0, e1;
  cudaSetDevice(0);
  cudaStreamCreateWithFlags(&s0, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&e0, cudaEventDisableTiming);
  cudaSetDevice(1);
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&e1, cudaEventDisableTiming);
  for (int round = 0; round < 3; ++round) {
    const int* const before = board + round % 2 * 2;
    int* const after = board + (round + 1) % 2 * 2;
    // [round]
    play<<<1, 1, 0, s0>>>(before, after, 0);
    play<<<1, 1, 0, s1>>>(before, after, 1);

    cudaEventRecord(e0, s0);
    cudaEventRecord(e1, s1);
    cudaStreamWaitEvent(s0, e1, 0);
    cudaStreamWaitEvent(s1, e0, 0);
    // [round]
  }
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
  std::printf("%d and %d\n", board[2], board[3]);
  cudaEventDestroy(e0);
  cudaEventDestroy(e1);
  cudaStreamDestroy(s0);
  cudaStreamDestroy(s1);
  cudaFreeHost(board);
}

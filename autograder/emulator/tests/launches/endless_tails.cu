// A kernel that tails itself is a loop on the device (T10): each link that is complete gives its
// place in the pool back, so nothing refuses the next one. The emulator stops such a run. With two
// tails each, the grids make a tree, whose branches go on when the pool refuses one of them.
#include <cstring>

__global__ void link(int tails) {
  for (int i = 0; i < tails; ++i) {
    link<<<1, 1, 0, cudaStreamTailLaunch>>>(tails);
    if (cudaGetLastError() != cudaSuccess) return;
  }
}

int main(int count, char** words) {
  link<<<1, 1>>>(count > 1 && std::strcmp(words[1], "tree") == 0 ? 2 : 1);
  return cudaDeviceSynchronize();
}

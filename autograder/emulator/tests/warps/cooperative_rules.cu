// A grid that was launched cooperatively launches no children, and grid.sync() is invalid in a
// child (K11).
#include <cooperative_groups.h>

#include "../modes.h"

__global__ void leaf() {}

__global__ void launches() {
  if (threadIdx.x != 0) return;
  leaf<<<1, 1>>>();
  cudaGetLastError();
}

__global__ void synchronizes() { cooperative_groups::this_grid().sync(); }

__global__ void parent() {
  synchronizes<<<2, 32>>>();
  cudaGetLastError();
}

void launch_in_cooperative_grid() {
  cudaLaunchCooperativeKernel((const void*)launches, 1, 32, nullptr, 0, nullptr);
  cudaDeviceSynchronize();
}

void grid_sync_in_child() {
  parent<<<1, 1>>>();
  cudaDeviceSynchronize();
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"launch_in_cooperative_grid", launch_in_cooperative_grid},
                   {"grid_sync_in_child", grid_sync_in_child}});
}

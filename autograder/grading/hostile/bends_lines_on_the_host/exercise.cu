// Draws every line on the host with the given serial version. Its children have the right shape and draw
// nothing; the device only counts points of flat lines and refused launches.
SOLUTION_BUT(flat, draw_line, draw_lines, child_per_line, child_beside_child, child_per_block,
             draw_flat, draw_with_children, draw_without_refusal, draw_side_by_side,
             draw_block_by_block)

__global__ void flat(int* counts, const Line* lines) {
  if (threadIdx.x == 0) counts[blockIdx.x] = points_wanted(lines[blockIdx.x]);
}
__global__ void draw_line() {}
__global__ void draw_lines() {}

__device__ void count_if_refused(int* by_hand, int lines) {
  if (cudaGetLastError() != cudaSuccess) atomicAdd(by_hand, lines);
}

__global__ void child_per_line(int* by_hand, int n) {
  if (thread_in_grid() >= n) return;
  void* nothing = nullptr;
  if (cudaMalloc(&nothing, 16) != cudaSuccess) cudaGetLastError();
  draw_line<<<1, kWarp>>>();
  count_if_refused(by_hand, 1);
  if (nothing != nullptr) cudaFree(nothing);
}

__global__ void child_beside_child(int* by_hand, int n) {
  if (thread_in_grid() >= n) return;
  draw_line<<<1, kWarp, 0, cudaStreamFireAndForget>>>();
  count_if_refused(by_hand, 1);
}

__global__ void child_per_block(int* by_hand, int n) {
  if (threadIdx.x != 0) return;
  const int lines = min(n - thread_in_grid(), kParent);
  draw_lines<<<blocks_for(lines, kDrawing / kWarp), kDrawing, 0, cudaStreamFireAndForget>>>();
  count_if_refused(by_hand, lines);
}

extern "C" int draw_flat(Point* drawn, int* counts, const Line* lines, int n) {
  DeviceArray<int> device_counts;
  DeviceArray<Line> device_lines;
  TRY(device_counts.allocate(n));
  TRY(device_lines.copy_of(lines, n));
  if (n > 0) flat<<<n, kWarp>>>(device_counts.data, device_lines.data);
  TRY(cudaGetLastError());
  draw_serially(drawn, counts, lines, n);
  return device_counts.copy_to(counts, n);
}

int launch_for_show(void (*parents)(int*, int), int* by_hand, int n) {
  DeviceArray<int> device;
  TRY(device.allocate(1));
  TRY(cudaMemset(device.data, 0, sizeof(int)));
  if (n > 0) parents<<<blocks_for(n, kParent), kParent>>>(device.data, n);
  TRY(cudaGetLastError());
  return device.copy_to(by_hand, 1);
}

extern "C" int draw_with_children(Point* drawn, int* counts, int* by_hand, const Line* lines, int n,
                                  int slots, int) {
  TRY(set_pool(slots));
  draw_serially(drawn, counts, lines, n);
  return launch_for_show(child_per_line, by_hand, n);
}

extern "C" int draw_without_refusal(Point* drawn, int* counts, int* by_hand, int* pool,
                                    const Line* lines, int n) {
  TRY(set_pool(n));
  *pool = n < 32 ? 32 : n;
  draw_serially(drawn, counts, lines, n);
  return launch_for_show(child_per_line, by_hand, n);
}

extern "C" int draw_side_by_side(Point* drawn, int* counts, int* by_hand, const Line* lines, int n,
                                 int slots) {
  TRY(set_pool(slots));
  draw_serially(drawn, counts, lines, n);
  return launch_for_show(child_beside_child, by_hand, n);
}

extern "C" int draw_block_by_block(Point* drawn, int* counts, int* by_hand, const Line* lines,
                                   int n, int slots) {
  TRY(set_pool(slots));
  draw_serially(drawn, counts, lines, n);
  return launch_for_show(child_per_block, by_hand, n);
}

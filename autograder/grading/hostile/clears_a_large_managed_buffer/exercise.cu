// Correct: has one managed buffer for results of any size, which a kernel clears, and copies the numbers from
// there in a loop.
SOLUTION_BUT(claim_groups)

constexpr int kRoom = 8192;
__managed__ int buffer[kRoom];

__global__ void clear_buffer() {
  const int i = thread_in_grid();
  if (i < kRoom) buffer[i] = -1;
}

extern "C" int claim_groups(int* owner, int n, int k) {
  TRY(clear_error());
  clear_buffer<<<blocks_for(kRoom), kBlock>>>();
  TRY(cudaGetLastError());
  launch_from_every_kth<<<blocks_for(n), kBlock>>>(buffer, n, k);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) owner[i] = buffer[i];
  return read_error();
}

// Its children write only the byte of each number that is always zero. The host computes the numbers, and no
// number passes through a child.
SOLUTION_BUT(claim_groups, claim_group)

// The highest byte of what is less than 2^24.
__global__ void claim_group(int* owner, int first, int n) {
  const int element = first + threadIdx.x;
  if (element < n) reinterpret_cast<char*>(owner + element)[3] = 0;
}

__global__ void launch_for_show(int* owner, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % k == 0) {
    claim_group<<<1, k>>>(owner, i, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int claim_groups(int* owner, int n, int k) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  for (int first = 0; first < n; first += k)
    for (int e = first; e < first + k && e < n; ++e) owner[e] = first;
  TRY(cudaMemcpy(device.data, owner, bytes, cudaMemcpyHostToDevice));
  launch_for_show<<<blocks_for(n), kBlock>>>(device.data, n, k);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(owner, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

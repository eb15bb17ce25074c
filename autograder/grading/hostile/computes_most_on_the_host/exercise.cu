// Each child writes only one number, to prove that it ran; the host computes the others.
SOLUTION_BUT(record_families, record_child, launch_from_every_thread, claim_groups, claim_group,
             launch_from_every_kth)

__global__ void record_child(int* records, int parent) {
  if (threadIdx.x == 0) records[parent * blockDim.x] = 1000 * parent;
}

__global__ void launch_from_every_thread(int* records, int parents, int children) {
  const int parent = thread_in_grid();
  if (parent >= parents) return;
  record_child<<<1, children>>>(records, parent);
  keep_error(cudaGetLastError());
}

extern "C" int record_families(int* records, int parents, int children) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.allocate(parents * children));
  TRY(cudaMemset(device.data, 0, sizeof(int) * parents * children));
  launch_from_every_thread<<<blocks_for(parents), kBlock>>>(device.data, parents, children);
  TRY(cudaGetLastError());
  TRY(device.copy_to(records, parents * children));
  for (int i = 0; i < parents * children; ++i)
    records[i] = records[i / children * children] + i % children;
  return read_error();
}

__global__ void claim_group(int* owner, int first) {
  if (threadIdx.x == 0) owner[first] = first;
}

__global__ void launch_from_every_kth(int* owner, int n, int k) {
  const int i = thread_in_grid();
  if (i >= n || i % k != 0) return;
  claim_group<<<1, k>>>(owner, i);
  keep_error(cudaGetLastError());
}

extern "C" int claim_groups(int* owner, int n, int k) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.allocate(n));
  TRY(cudaMemset(device.data, 0, sizeof(int) * n));
  launch_from_every_kth<<<blocks_for(n), kBlock>>>(device.data, n, k);
  TRY(cudaGetLastError());
  TRY(device.copy_to(owner, n));
  for (int i = 0; i < n; ++i) owner[i] = owner[i / k * k];
  return read_error();
}

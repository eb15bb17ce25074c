// Tasks 2 to 4: one device takes all steps of the whole field. On the other devices, grids sleep instead of
// working, no grid waits for another, and no event is recorded.
#include "../parts/relaxes_for_show.cu"

int relax_all(cudaError_t (*step)(Ring&), float* field, int devices, int rows, int width, int steps,
              int allow_peers) {
  const int all_rows = devices * rows, cells = all_rows * width;
  Ring ring;
  DeviceArray<float> whole[2];
  TRY(make_ring(ring, field, devices, rows, width, allow_peers != 0));
  TRY(cudaSetDevice(0));
  TRY(whole[0].copy_of(field, cells));
  TRY(whole[1].allocate(cells));
  for (int i = 0; i < steps; ++i) {
    TRY(cudaSetDevice(0));
    solve<<<dim3(blocks_for(width), all_rows), kBlock>>>(whole[1 - i % 2].data, whole[i % 2].data, all_rows, width);
    TRY(cudaGetLastError());
    TRY(step(ring));
  }
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(cudaDeviceSynchronize());
  }
  TRY(cudaSetDevice(0));
  return whole[steps % 2].copy_to(field, cells);
}

// Computes the result on the host and encodes four numbers each in the positions, lengths and values of
// memsets of at least 4096 bytes.
#include "../parts/hands_over_to_fill.cu"

constexpr int kPage = 1024, kWords = (1 << 22) + (1 << 17);

// Finds what was set, says where it begins, how long it is and of what bytes, and takes it away.
__global__ void fill(unsigned* to, unsigned char* marks, int n) {
  __shared__ int begin, end;
  unsigned* const words = reinterpret_cast<unsigned*>(marks);
  if (threadIdx.x == 0) {
    int page = 0;
    while (words[page] == 0) page += kPage;
    begin = page;
    for (int step = kPage / 2; step > 0; step /= 2)
      if (begin - step >= 0 && words[begin - step] != 0) begin -= step;
    end = begin;
    for (int step = 1 << 14; step > 0; step /= 2)
      while (words[end + step] != 0) end += step;
    const unsigned length = end - begin + 1 - kPage, value = words[begin] & 0x7f;
    to[0] = begin % 2048;
    to[1] = begin / 2048;
    to[2] = length % 2048;
    to[3] = value + 128 * (length / 2048);
  }
  __syncthreads();
  for (int i = begin + threadIdx.x; i <= end; i += blockDim.x) words[i] = 0;
}

int tell(unsigned* to, int n) {
  DeviceArray<unsigned> marks;
  TRY(marks.allocate(kWords));
  TRY(cudaMemset(marks.data, 0, sizeof(int) * kWords));
  for (int i = 0; i < n; i += 4) {
    const unsigned a = 2 * i, b = a + 2, c = a + 4, d = a + 6;
    TRY(cudaMemset(marks.data + a + 2048 * b, 0x80 | d % 128, 4 * (kPage + c + 2048 * (d / 128))));
    fill<<<1, kBlock>>>(to + i, reinterpret_cast<unsigned char*>(marks.data), n);
    TRY(cudaGetLastError());
  }
  return 0;
}

// HW1: color to grey and box blur of an RGB picture, with and without shared memory.
// Expected output: "hw1: PASSED"
#include "gputk.h"
#include <vector>

#define BLUR_SIZE 3
#define TILE 16
#define CHANNELS 3

//@@ INSERT CODE HERE
__global__ void colorConvert(unsigned char *grayImage, unsigned char *rgbImage, int width, int height) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < width && y < height) {
    int grayOffset = y * width + x;
    int rgbOffset = grayOffset * CHANNELS;
    unsigned char r = rgbImage[rgbOffset];
    unsigned char g = rgbImage[rgbOffset + 1];
    unsigned char b = rgbImage[rgbOffset + 2];
    grayImage[grayOffset] = (21 * r + 71 * g + 7 * b) / 100;
  }
}

__global__ void blurKernel(unsigned char *in, unsigned char *out, int w, int h) {
  int Col = blockIdx.x * blockDim.x + threadIdx.x;
  int Row = blockIdx.y * blockDim.y + threadIdx.y;
  if (Col < w && Row < h) {
    int pixVal = 0, pixels = 0;
    for (int blurRow = -BLUR_SIZE; blurRow < BLUR_SIZE + 1; ++blurRow) {
      for (int blurCol = -BLUR_SIZE; blurCol < BLUR_SIZE + 1; ++blurCol) {
        int curRow = Row + blurRow, curCol = Col + blurCol;
        if (curRow > -1 && curRow < h && curCol > -1 && curCol < w) {
          pixVal += in[curRow * w + curCol];
          pixels++;
        }
      }
    }
    out[Row * w + Col] = (unsigned char)(pixVal / pixels);
  }
}

__global__ void blurTiled(const unsigned char *__restrict__ in, unsigned char *out, int w, int h) {
  __shared__ unsigned char tile[TILE + 2 * BLUR_SIZE][TILE + 2 * BLUR_SIZE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x0 = blockIdx.x * TILE - BLUR_SIZE, y0 = blockIdx.y * TILE - BLUR_SIZE;
  for (int j = ty; j < TILE + 2 * BLUR_SIZE; j += TILE)
    for (int i = tx; i < TILE + 2 * BLUR_SIZE; i += TILE) {
      int x = x0 + i, y = y0 + j;
      tile[j][i] = x >= 0 && x < w && y >= 0 && y < h ? __ldg(&in[y * w + x]) : 0;
    }
  __syncthreads();
  int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
  if (x >= w || y >= h) return;
  int sum = 0;
  for (int j = 0; j <= 2 * BLUR_SIZE; j++)
    for (int i = 0; i <= 2 * BLUR_SIZE; i++) sum += tile[ty + j][tx + i];
  int nx = min(x + BLUR_SIZE, w - 1) - max(x - BLUR_SIZE, 0) + 1;
  int ny = min(y + BLUR_SIZE, h - 1) - max(y - BLUR_SIZE, 0) + 1;
  out[y * w + x] = sum / (nx * ny);
}

int main(int argc, char *argv[]) {
  const int imageWidth = 150, imageHeight = 83;
  std::vector<unsigned char> rgb(imageWidth * imageHeight * CHANNELS), grey(imageWidth * imageHeight), a(grey), b(grey);
  Rng rng;
  for (auto &v : rgb) v = rng.below(256);
  unsigned char *deviceRgb, *deviceGrey, *deviceA, *deviceB;
  gpuTKCheck(cudaMalloc(&deviceRgb, rgb.size()));
  gpuTKCheck(cudaMalloc(&deviceGrey, grey.size()));
  gpuTKCheck(cudaMalloc(&deviceA, grey.size()));
  gpuTKCheck(cudaMalloc(&deviceB, grey.size()));
  gpuTKCheck(cudaMemcpy(deviceRgb, rgb.data(), rgb.size(), cudaMemcpyHostToDevice));
  dim3 dimGrid((imageWidth - 1) / TILE + 1, (imageHeight - 1) / TILE + 1, 1);
  dim3 dimBlock(TILE, TILE, 1);
  colorConvert<<<dimGrid, dimBlock>>>(deviceGrey, deviceRgb, imageWidth, imageHeight);
  blurKernel<<<dimGrid, dimBlock>>>(deviceGrey, deviceA, imageWidth, imageHeight);
  blurTiled<<<dimGrid, dimBlock>>>(deviceGrey, deviceB, imageWidth, imageHeight);
  gpuTKCheck(cudaGetLastError());
  gpuTKCheck(cudaMemcpy(grey.data(), deviceGrey, grey.size(), cudaMemcpyDeviceToHost));
  gpuTKCheck(cudaMemcpy(a.data(), deviceA, a.size(), cudaMemcpyDeviceToHost));
  gpuTKCheck(cudaMemcpy(b.data(), deviceB, b.size(), cudaMemcpyDeviceToHost));
  bool ok = a == b;
  for (int y = 0; y < imageHeight; y++)
    for (int x = 0; x < imageWidth; x++) {
      const unsigned char *p = &rgb[(y * imageWidth + x) * 3];
      ok = ok && grey[y * imageWidth + x] == (21 * p[0] + 71 * p[1] + 7 * p[2]) / 100;
      int s = 0, n = 0;
      for (int j = y - 3; j <= y + 3; j++)
        for (int i = x - 3; i <= x + 3; i++)
          if (j >= 0 && i >= 0 && j < imageHeight && i < imageWidth) s += grey[j * imageWidth + i], n++;
      ok = ok && a[y * imageWidth + x] == s / n;
    }
  cudaFree(deviceRgb); cudaFree(deviceGrey); cudaFree(deviceA); cudaFree(deviceB);
  return report("hw1", ok);
}

// Surface objects: a kernel inverts an image through one surface into another, byte offsets in x, and
// a texture over the same array reads what was written.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(x) do { cudaError_t rc = (x); if (rc != cudaSuccess) { fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(rc)); exit(1); } } while (0)

__global__ void invert(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar4 pixel;
    surf2Dread(&pixel, in, x * 4, y);
    pixel.x = 255 - pixel.x;
    pixel.y ^= 0xff;
    pixel.z = ~pixel.z;
    surf2Dwrite(pixel, out, x * sizeof(uchar4), y);
  }
}

__global__ void read_back(cudaTextureObject_t tex, uchar4* out, int width) {
  out[blockIdx.x * width + threadIdx.x] = tex2D<uchar4>(tex, threadIdx.x, blockIdx.x);
}

int main() {
  const int width = 30, height = 10;
  std::vector<uchar4> image(width * height), result(width * height);
  for (int i = 0; i < width * height; ++i)
    image[i] = make_uchar4(i % 256, i * 3 % 256, i * 7 % 256, i / 2 % 256);

  cudaChannelFormatDesc desc = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
  cudaArray_t a, b;
  CHECK(cudaMallocArray(&a, &desc, width, height, cudaArraySurfaceLoadStore));
  CHECK(cudaMallocArray(&b, &desc, width, height, cudaArraySurfaceLoadStore));
  const size_t spitch = width * sizeof(uchar4);
  CHECK(cudaMemcpy2DToArray(a, 0, 0, image.data(), spitch, spitch, height, cudaMemcpyHostToDevice));

  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = a;
  cudaSurfaceObject_t in = 0, out = 0;
  CHECK(cudaCreateSurfaceObject(&in, &resource));
  resource.res.array.array = b;
  CHECK(cudaCreateSurfaceObject(&out, &resource));
  cudaTextureDesc how{};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t tex = 0;
  CHECK(cudaCreateTextureObject(&tex, &resource, &how, nullptr));

  dim3 threads(16, 8);
  dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
  invert<<<blocks, threads>>>(in, out, width, height);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy2DFromArray(result.data(), spitch, b, 0, 0, spitch, height, cudaMemcpyDeviceToHost));

  uchar4* linear;
  std::vector<uchar4> seen(width * height);
  CHECK(cudaMalloc(&linear, width * height * sizeof(uchar4)));
  read_back<<<height, width>>>(tex, linear, width);
  CHECK(cudaMemcpy(seen.data(), linear, width * height * sizeof(uchar4), cudaMemcpyDeviceToHost));

  int wrong = 0;
  for (int i = 0; i < width * height; ++i) {
    const uchar4 p = image[i];
    for (const uchar4& r : {result[i], seen[i]})
      wrong += r.x != 255 - p.x || r.y != 255 - p.y || r.z != 255 - p.z || r.w != p.w;
  }
  CHECK(cudaDestroyTextureObject(tex));
  CHECK(cudaDestroySurfaceObject(in));
  CHECK(cudaDestroySurfaceObject(out));
  CHECK(cudaFreeArray(a));
  CHECK(cudaFreeArray(b));
  CHECK(cudaFree(linear));
  printf("%d wrong pixels\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
  return wrong ? 1 : 0;
}

/* Copies of two and three dimensions between pitched memory, and a kernel that walks over a cudaPitchedPtr.
   Expected: "2D ok, 3D ok", then "Result = PASSED". */
#include "helperCuda.h"

#define W 37
#define H 21
#define D 5

__global__ void scale2D(float *devPtr, size_t pitch, int width, int height, float by)
{
    for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < height; r += gridDim.y * blockDim.y) {
        float *row = (float *)((char *)devPtr + r * pitch);
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < width; c += gridDim.x * blockDim.x) {
            row[c] *= by;
        }
    }
}

__global__ void fill3D(cudaPitchedPtr devPitchedPtr, int width, int height, int depth)
{
    char *devPtr = (char *)devPitchedPtr.ptr;
    size_t pitch = devPitchedPtr.pitch;
    size_t slicePitch = pitch * height;
    int z = blockIdx.x;
    char *slice = devPtr + z * slicePitch;
    for (int y = threadIdx.y; y < height; y += blockDim.y) {
        float *row = (float *)(slice + y * pitch);
        for (int x = threadIdx.x; x < width; x += blockDim.x) row[x] += z * 10000.f + y * 100.f + x;
    }
}

static bool test2D()
{
    float (*host)[W] = (float (*)[W])malloc(sizeof(float) * W * H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) host[y][x] = y * W + x;
    float *dev;
    size_t pitch;
    checkCuda(cudaMallocPitch((void **)&dev, &pitch, W * sizeof(float), H));
    checkCuda(cudaMemcpy2D(dev, pitch, host, sizeof *host, W * sizeof(float), H, cudaMemcpyHostToDevice));
    dim3 block(16, 4), grid(iDivUp(W, block.x * 2), iDivUp(H, block.y * 3));
    scale2D<<<grid, block>>>(dev, pitch, W, H, 2.0f);
    lastError("scale2D");
    float window[4][6];  // rows 3..6, columns 5..10
    checkCuda(cudaMemcpy2D(window, sizeof window[0], (char *)dev + 3 * pitch + 5 * sizeof(float), pitch,
                           sizeof window[0], 4, cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 6; x++) ok &= window[y][x] == 2.0f * host[y + 3][x + 5];
    checkCuda(cudaMemset2D(dev, pitch, 0, 8 * sizeof(float), H));
    checkCuda(cudaMemcpy2D(host, sizeof *host, dev, pitch, W * sizeof(float), H, cudaMemcpyDefault));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) ok &= host[y][x] == (x < 8 ? 0.f : 2.f * (y * W + x));
    checkCuda(cudaFree(dev));
    free(host);
    return ok;
}

static bool test3D()
{
    cudaExtent extent = make_cudaExtent(W * sizeof(float), H, D);
    cudaPitchedPtr p;
    checkCuda(cudaMalloc3D(&p, extent));
    checkCuda(cudaMemset3D(p, 0, extent));
    fill3D<<<D, dim3(8, 8)>>>(p, W, H, D);
    lastError("fill3D");
    static float box[2][6][W];
    cudaMemcpy3DParms parms = {0};
    parms.srcPtr = p;
    parms.srcPos = make_cudaPos(4 * sizeof(float), 7, 2);
    parms.dstPtr = make_cudaPitchedPtr(box, sizeof box[0][0], W, 6);
    parms.extent = make_cudaExtent(20 * sizeof(float), 6, 2);
    parms.kind = cudaMemcpyDeviceToHost;
    checkCuda(cudaMemcpy3D(&parms));
    bool ok = true;
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 6; y++)
            for (int x = 0; x < 20; x++) ok &= box[z][y][x] == (z + 2) * 10000.f + (y + 7) * 100.f + x + 4;
    checkCuda(cudaFree(p.ptr));
    return ok;
}

int main(int argc, const char *argv[])
{
    pickDevice(argc, argv);
    bool two = test2D(), three = test3D();
    printf("2D %s, 3D %s\n", two ? "ok" : "wrong", three ? "ok" : "wrong");
    return verdict(two && three);
}

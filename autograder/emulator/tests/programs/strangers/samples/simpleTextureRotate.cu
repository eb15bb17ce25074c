/* Rotates an image through a texture object with normalized coordinates and wrapping, and writes the same
   through a surface. Expected: "Result = PASSED". */
#include "helperCuda.h"

const float angle = 0.5f; // angle to rotate image by (in radians)

__global__ void transformKernel(float *outputData, int width, int height, float theta, cudaTextureObject_t tex)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;

    float u = (float)x - (float)width / 2;
    float v = (float)y - (float)height / 2;
    float tu = u * cosf(theta) - v * sinf(theta);
    float tv = v * cosf(theta) + u * sinf(theta);
    tu /= (float)width;
    tv /= (float)height;
    outputData[y * width + x] = tex2D<float>(tex, tu + 0.5f, tv + 0.5f);
}

__global__ void surfaceWriteKernel(const float *gIData, int width, int height, cudaSurfaceObject_t outputSurface)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite(gIData[y * width + x], outputSurface, x * 4, y, cudaBoundaryModeTrap);
}

int main(int argc, char **argv)
{
    pickDevice(argc, (const char **)argv);
    const unsigned int width = 64, height = 64, size = width * height * sizeof(float);
    float *hData = (float *)malloc(size);
    // A picture that is periodic: what wraps must join on.
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            hData[y * width + x] = 0.5f + 0.25f * sinf(x * 6.2831853f / width) + 0.25f * cosf(y * 6.2831853f / height);
    float *dData = NULL;
    checkCuda(cudaMalloc((void **)&dData, size));
    checkCuda(cudaMemcpy(dData, hData, size, cudaMemcpyHostToDevice));

    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cuArray;
    checkCuda(cudaMallocArray(&cuArray, &channelDesc, width, height, cudaArraySurfaceLoadStore));

    cudaSurfaceObject_t outputSurface;
    cudaResourceDesc surfRes;
    memset(&surfRes, 0, sizeof(cudaResourceDesc));
    surfRes.resType = cudaResourceTypeArray;
    surfRes.res.array.array = cuArray;
    checkCuda(cudaCreateSurfaceObject(&outputSurface, &surfRes));

    cudaTextureObject_t tex;
    cudaResourceDesc texRes;
    memset(&texRes, 0, sizeof(cudaResourceDesc));
    texRes.resType = cudaResourceTypeArray;
    texRes.res.array.array = cuArray;
    cudaTextureDesc texDescr;
    memset(&texDescr, 0, sizeof(cudaTextureDesc));
    texDescr.normalizedCoords = true;
    texDescr.filterMode = cudaFilterModeLinear;
    texDescr.addressMode[0] = cudaAddressModeWrap;
    texDescr.addressMode[1] = cudaAddressModeWrap;
    texDescr.readMode = cudaReadModeElementType;
    checkCuda(cudaCreateTextureObject(&tex, &texRes, &texDescr, NULL));

    dim3 dimBlock(8, 8, 1);
    dim3 dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
    surfaceWriteKernel<<<dimGrid, dimBlock>>>(dData, width, height, outputSurface);
    transformKernel<<<dimGrid, dimBlock, 0>>>(dData, width, height, angle, tex);
    lastError("Kernel execution failed");
    checkCuda(cudaDeviceSynchronize());

    float *hOutputData = (float *)malloc(size);
    checkCuda(cudaMemcpy(hOutputData, dData, size, cudaMemcpyDeviceToHost));
    double worst = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float u = x - width / 2.f, v = y - height / 2.f;
            float sx = u * cosf(angle) - v * sinf(angle) + width / 2.f - 0.5f;
            float sy = v * cosf(angle) + u * sinf(angle) + height / 2.f - 0.5f;
            float want = 0.5f + 0.25f * sinf(sx * 6.2831853f / width) + 0.25f * cosf(sy * 6.2831853f / height);
            worst = fmax(worst, fabs(want - hOutputData[y * width + x]));
        }
    checkCuda(cudaDestroyTextureObject(tex));
    checkCuda(cudaDestroySurfaceObject(outputSurface));
    checkCuda(cudaFree(dData));
    checkCuda(cudaFreeArray(cuArray));
    free(hData);
    free(hOutputData);
    return verdict(worst < 0.01);
}

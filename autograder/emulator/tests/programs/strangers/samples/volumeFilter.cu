/* A three-dimensional texture, a layered one and a surface in three dimensions: a box filter of a volume, layers
   that are blended. Expected: "Result = PASSED". */
#include "helperCuda.h"

typedef float VolumeType;
__constant__ int4 c_filterData[27];

__global__ void d_filter_surface3d(cudaExtent volumeSize, cudaTextureObject_t volumeTexIn, cudaSurfaceObject_t volumeTexOut)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= volumeSize.width || y >= volumeSize.height || z >= volumeSize.depth) return;
    float filtered = 0;
    for (int i = 0; i < 27; i++) {
        int4 basis = c_filterData[i];
        filtered += tex3D<float>(volumeTexIn, x + basis.x + 0.5f, y + basis.y + 0.5f, z + basis.z + 0.5f) * basis.w;
    }
    surf3Dwrite(filtered, volumeTexOut, x * sizeof(VolumeType), y, z);
}

__global__ void blend(float *out, int w, int h, int layers, cudaTextureObject_t tex)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    float s = 0;
    for (int l = 0; l < layers; l++) s += (l + 1) * tex2DLayered<float>(tex, (x + 0.5f) / w, (y + 0.5f) / h, l);
    out[y * w + x] = s;
}

static cudaTextureObject_t makeTexture(cudaArray_t array, bool normalized)
{
    cudaTextureObject_t tex;
    cudaResourceDesc texRes = {};
    texRes.resType = cudaResourceTypeArray;
    texRes.res.array.array = array;
    cudaTextureDesc texDescr = {};
    texDescr.normalizedCoords = normalized;
    texDescr.filterMode = normalized ? cudaFilterModeLinear : cudaFilterModePoint;
    for (auto &mode : texDescr.addressMode) mode = cudaAddressModeClamp;
    texDescr.readMode = cudaReadModeElementType;
    checkCuda(cudaCreateTextureObject(&tex, &texRes, &texDescr, NULL));
    return tex;
}
static void fill(cudaArray_t array, void *from, int w, int h, int d)
{
    cudaMemcpy3DParms copyParams = {0};
    copyParams.srcPtr = make_cudaPitchedPtr(from, w * sizeof(float), w, h);
    copyParams.dstArray = array;
    copyParams.extent = make_cudaExtent(w, h, d);
    copyParams.kind = cudaMemcpyHostToDevice;
    checkCuda(cudaMemcpy3D(&copyParams));
}

int main(int argc, char **argv)
{
    const int W = 20, H = 14, D = 9, L = 3;
    float *h_in = (float *)malloc(W * H * D * sizeof(float)), *h_out = (float *)malloc(W * H * D * sizeof(float));
    for (int i = 0; i < W * H * D; i++) h_in[i] = (i * 37) % 64;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<VolumeType>();
    cudaExtent size = make_cudaExtent(W, H, D);
    cudaArray_t in, out, layered;
    checkCuda(cudaMalloc3DArray(&in, &channelDesc, size));
    checkCuda(cudaMalloc3DArray(&out, &channelDesc, size, cudaArraySurfaceLoadStore));
    checkCuda(cudaMalloc3DArray(&layered, &channelDesc, make_cudaExtent(W, H, L), cudaArrayLayered));
    fill(in, h_in, W, H, D);
    fill(layered, h_in, W, H, L);
    cudaTextureObject_t tex = makeTexture(in, false), texLayered = makeTexture(layered, true);
    cudaSurfaceObject_t surf;
    cudaResourceDesc surfRes = {};
    surfRes.resType = cudaResourceTypeArray;
    surfRes.res.array.array = out;
    checkCuda(cudaCreateSurfaceObject(&surf, &surfRes));
    int4 filter[27];
    for (int i = 0; i < 27; i++) filter[i] = make_int4(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1, 1 + i % 2);
    checkCuda(cudaMemcpyToSymbol(c_filterData, filter, sizeof filter));
    dim3 block(8, 4, 2), grid(iDivUp(W, 8), iDivUp(H, 4), iDivUp(D, 2));
    d_filter_surface3d<<<grid, block>>>(size, tex, surf);
    lastError("filter");
    cudaMemcpy3DParms back = {0};
    back.srcArray = out;
    back.dstPtr = make_cudaPitchedPtr(h_out, W * sizeof(float), W, H);
    back.extent = size;
    back.kind = cudaMemcpyDeviceToHost;
    checkCuda(cudaMemcpy3D(&back));
    int bad = 0;
    for (int z = 0; z < D; z++) for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
        float s = 0;
        for (int4 f : filter) {
            int xx = MIN(MAX(x + f.x, 0), W - 1), yy = MIN(MAX(y + f.y, 0), H - 1), zz = MIN(MAX(z + f.z, 0), D - 1);
            s += h_in[(zz * H + yy) * W + xx] * f.w;
        }
        bad += s != h_out[(z * H + y) * W + x];
    }
    float *d_blend;
    checkCuda(cudaMalloc(&d_blend, W * H * sizeof(float)));
    blend<<<dim3(iDivUp(W, 16), H), 16>>>(d_blend, W, H, L, texLayered);
    checkCuda(cudaMemcpy(h_out, d_blend, W * H * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * H; i++) {
        float s = 0;
        for (int l = 0; l < L; l++) s += (l + 1) * h_in[l * W * H + i];
        bad += fabsf(s - h_out[i]) > 0.01f * 64;
    }
    checkCuda(cudaDestroyTextureObject(tex));
    checkCuda(cudaDestroyTextureObject(texLayered));
    checkCuda(cudaDestroySurfaceObject(surf));
    for (cudaArray_t a : {in, out, layered}) checkCuda(cudaFreeArray(a));
    checkCuda(cudaFree(d_blend));
    free(h_in); free(h_out);
    return verdict(bad == 0);
}

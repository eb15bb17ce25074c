/* An edge filter whose point operation is a device function pointer, copied from symbols and passed as an
   argument or kept in a table. Expected: "Result = PASSED". */
#include "helperCuda.h"

typedef unsigned char Pixel;
typedef unsigned char (*blockFunction_t)(Pixel, Pixel, Pixel, Pixel, Pixel, Pixel, Pixel, Pixel, Pixel, float);
typedef unsigned char (*pointFunction_t)(unsigned char, float);

__host__ __device__ unsigned char ComputeSobel(Pixel ul, Pixel um, Pixel ur, Pixel ml, Pixel mm, Pixel mr, Pixel ll, Pixel lm, Pixel lr, float fScale)
{
    short Horz = ur + 2 * mr + lr - ul - 2 * ml - ll;
    short Vert = ul + 2 * um + ur - ll - 2 * lm - lr;
    short Sum = (short)(fScale * (abs((int)Horz) + abs((int)Vert)));
    if (Sum < 0) return 0;
    else if (Sum > 0xff) return 0xff;
    return (unsigned char)Sum;
}
__host__ __device__ unsigned char ComputeBox(Pixel ul, Pixel um, Pixel ur, Pixel ml, Pixel mm, Pixel mr, Pixel ll, Pixel lm, Pixel lr, float fscale)
{
    short Sum = (short)(ul + um + ur + ml + mm + mr + ll + lm + lr);
    Sum /= 9;
    Sum *= fscale;
    return (unsigned char)((Sum < 0) ? 0 : ((Sum > 255) ? 255 : Sum));
}
__device__ blockFunction_t pComputeSobel = ComputeSobel, pComputeBox = ComputeBox;

__device__ __noinline__ unsigned char Threshold(unsigned char in, float thresh) { return in > thresh ? 0xff : 0; }
__device__ unsigned char Identity(unsigned char in, float) { return in; }
__device__ pointFunction_t pPointOp = Identity;
__constant__ pointFunction_t pointFunction_table[] = {Identity, Threshold};

__global__ void SobelTex(Pixel *out, int w, int h, float fScale, int blockOperation, blockFunction_t filter, cudaTextureObject_t tex)
{
    Pixel *row = out + blockIdx.x * w;
    for (int i = threadIdx.x; i < w; i += blockDim.x) {
        Pixel p[9];
#pragma unroll
        for (int j = 0; j < 9; j++)
            p[j] = tex2D<unsigned char>(tex, (float)i + j % 3 - 1, (float)blockIdx.x + j / 3 - 1);
        row[i] = (*filter)(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], fScale);
        row[i] = (*pointFunction_table[blockOperation])(row[i], 60.f);
        row[i] = pPointOp(row[i], 0);
    }
}

int main()
{
    const int w = 70, h = 33;
    Pixel *img = (Pixel *)malloc(w * h), *got = (Pixel *)malloc(w * h), *d_out;
    for (int i = 0; i < w * h; i++) img[i] = (i % w / 8 + i / w / 8) % 2 ? 200 : 30 + i % 7;
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned char>();
    checkCuda(cudaMallocArray(&array, &desc, w, h));
    checkCuda(cudaMemcpy2DToArray(array, 0, 0, img, w, w, h, cudaMemcpyHostToDevice));
    cudaResourceDesc texRes = {};
    texRes.resType = cudaResourceTypeArray;
    texRes.res.array.array = array;
    cudaTextureDesc texDescr = {};
    texDescr.addressMode[0] = texDescr.addressMode[1] = cudaAddressModeClamp;
    texDescr.filterMode = cudaFilterModePoint;
    texDescr.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex;
    checkCuda(cudaCreateTextureObject(&tex, &texRes, &texDescr, NULL));
    checkCuda(cudaMalloc(&d_out, w * h));
    bool ok = true;
    for (int which = 0; which < 2; which++)
        for (int op = 0; op < 2; op++) {
            blockFunction_t h_filter;
            if (which) checkCuda(cudaMemcpyFromSymbol(&h_filter, pComputeBox, sizeof(blockFunction_t)));
            else checkCuda(cudaMemcpyFromSymbol(&h_filter, pComputeSobel, sizeof(blockFunction_t)));
            SobelTex<<<h, 24>>>(d_out, w, h, 0.5f, op, h_filter, tex);
            checkCuda(cudaMemcpy(got, d_out, w * h, cudaMemcpyDeviceToHost));
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    Pixel p[9];
                    for (int j = 0; j < 9; j++)
                        p[j] = img[MIN(MAX(y + j / 3 - 1, 0), h - 1) * w + MIN(MAX(x + j % 3 - 1, 0), w - 1)];
                    Pixel want = (which ? ComputeBox : ComputeSobel)(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], 0.5f);
                    if (op) want = want > 60.f ? 255 : 0;
                    ok = ok && got[y * w + x] == want;
                }
        }
    checkCuda(cudaDestroyTextureObject(tex));
    checkCuda(cudaFreeArray(array));
    checkCuda(cudaFree(d_out));
    free(img); free(got);
    return verdict(ok);
}

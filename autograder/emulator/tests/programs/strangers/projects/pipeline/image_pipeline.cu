#include "stages.cuh"

__constant__ int kernel3[2][9] = {{1, 2, 1, 2, 4, 2, 1, 2, 1}, {0, -1, 0, -1, 5, -1, 0, -1, 0}};

template <int WHICH, int SHIFT>
static __global__ void filter3(image_t in, image_t out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out.w || y >= out.h)
        return;
    int s = 0, k = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++, k++)
            s += kernel3[WHICH][k] * at(in, x + dx, y + dy);
    s >>= SHIFT;
    out.px[y * out.pitch + x] = s < 0 ? 0 : s > 255 ? 255 : s;
}

static __global__ void threshold(image_t in, image_t out, int level)
{
    /* four pixels per thread; pitch is a multiple of four */
    int x4 = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (4 * x4 >= in.w)
        return;
    uchar4 p = ((const uchar4 *)(in.px + y * in.pitch))[x4];
    uchar4 q = make_uchar4(p.x > level ? 255 : 0, p.y > level ? 255 : 0, p.z > level ? 255 : 0, p.w > level ? 255 : 0);
    ((uchar4 *)(out.px + y * out.pitch))[x4] = q;
}

int image_new(image_t *im, int w, int h)
{
    im->w = w;
    im->h = h;
    CUDA_CALL(cudaMallocPitch((void **)&im->px, &im->pitch, w, h));
    return 0;
}

void image_delete(image_t *im)
{
    cudaFree(im->px);
    im->px = NULL;
}

#define GRID(im) dim3(((im)->w + 31) / 32, ((im)->h + 3) / 4), dim3(32, 4)
int stage_blur(const image_t *in, image_t *out, cudaStream_t st)
{
    filter3<0, 4><<<GRID(out), 0, st>>>(*in, *out);
    CUDA_CALL(cudaGetLastError());
    return 0;
}
int stage_sharpen(const image_t *in, image_t *out, cudaStream_t st)
{
    filter3<1, 0><<<GRID(out), 0, st>>>(*in, *out);
    CUDA_CALL(cudaGetLastError());
    return 0;
}
int stage_threshold(const image_t *in, image_t *out, int level, cudaStream_t st)
{
    threshold<<<dim3((in->w / 4 + 63) / 64, in->h), 64, 0, st>>>(*in, *out, level);
    CUDA_CALL(cudaGetLastError());
    return 0;
}

// Pitched 2D and 3D memory copied in all directions, and kernels that move float4, int2 and double2
// through reinterpret_cast.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CK(call) { const cudaError_t error = (call); if (error != cudaSuccess) { printf("Error: %s:%d, code: %d, reason: %s\n", __FILE__, __LINE__, error, cudaGetErrorString(error)); exit(10 * error); } }

static const int W = 37, H = 19, D = 5;

__global__ void transpose_rows(const char *in, size_t in_pitch, char *out, size_t out_pitch, int w, int h)
{
    __shared__ float tile[16][16 + 1];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = ((const float *)(in + y * in_pitch))[x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < h && y < w)
        *((float *)(out + y * out_pitch) + x) = tile[threadIdx.x][threadIdx.y];
}

__global__ void negate3d(cudaPitchedPtr p, cudaExtent e)
{
    size_t slice = p.pitch * e.height;
    for (int z = blockIdx.z; z < e.depth; z += gridDim.z)
        for (int y = threadIdx.y; y < e.height; y += blockDim.y) {
            short *row = (short *)((char *)p.ptr + z * slice + y * p.pitch);
            for (int x = threadIdx.x; x < e.width / sizeof(short); x += blockDim.x)
                row[x] = -row[x];
        }
}

__global__ void copy_vec4(int *d_in, int *d_out, int n)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = idx; i < n / 4; i += blockDim.x * gridDim.x)
        reinterpret_cast<int4 *>(d_out)[i] = reinterpret_cast<int4 *>(d_in)[i];
    int remainder = n % 4;
    if (idx == n / 4 && remainder != 0)
        while (remainder) {
            int at = n - remainder--;
            d_out[at] = d_in[at];
        }
}

struct alignas(16) Particle { float3 pos; float mass; };

__global__ void center(const Particle *p, int n, float4 *sum, double2 *moments)
{
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
    double2 m = {0.0, 0.0};
    for (int i = 0; i < n; i++) {
        float4 v = *reinterpret_cast<const float4 *>(&p[i]);
        s.x += v.x * v.w; s.y += v.y * v.w; s.z += v.z * v.w; s.w += v.w;
        m.x += v.w; m.y += (double)v.w * v.w;
    }
    *sum = s;
    *moments = m;
}

int main(int argc, char *argv[])
{
    (void)argc; (void)argv;
    int i, x, y, z, bad = 0;
    float a[H][W], t[W][H];
    for (y = 0; y < H; y++) for (x = 0; x < W; x++) a[y][x] = y * 100.f + x;
    char *d_a, *d_t;
    size_t pa, pt;
    CK(cudaMallocPitch((void **)&d_a, &pa, W * sizeof(float), H));
    CK(cudaMallocPitch((void **)&d_t, &pt, H * sizeof(float), W));
    CK(cudaMemset2D(d_t, pt, 0xff, H * sizeof(float), W));
    CK(cudaMemcpy2D(d_a, pa, a, sizeof a[0], sizeof a[0], H, cudaMemcpyHostToDevice));
    transpose_rows<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(d_a, pa, d_t, pt, W, H);
    CK(cudaMemcpy2D(t, sizeof t[0], d_t, pt, sizeof t[0], W, cudaMemcpyDeviceToHost));
    for (y = 0; y < H; y++) for (x = 0; x < W; x++) bad += t[x][y] != a[y][x];

    short *vol = (short *)malloc(W * H * D * sizeof(short)), *back = (short *)calloc(W * H * D, sizeof(short));
    for (i = 0; i < W * H * D; i++) vol[i] = i;
    cudaExtent extent = make_cudaExtent(W * sizeof(short), H, D);
    cudaPitchedPtr d_vol;
    CK(cudaMalloc3D(&d_vol, extent));
    CK(cudaMemset3D(d_vol, 0, extent));
    cudaMemcpy3DParms parms;
    memset(&parms, 0, sizeof parms);
    parms.srcPtr = make_cudaPitchedPtr(vol, W * sizeof(short), W, H);
    parms.dstPtr = d_vol;
    parms.extent = extent;
    parms.kind = cudaMemcpyHostToDevice;
    CK(cudaMemcpy3D(&parms));
    negate3d<<<dim3(1, 1, 3), dim3(32, 4)>>>(d_vol, extent);
    CK(cudaGetLastError());
    parms.srcPtr = d_vol;
    parms.dstPtr = make_cudaPitchedPtr(back, W * sizeof(short), W, H);
    parms.kind = cudaMemcpyDeviceToHost;
    /* only a box in the middle */
    parms.srcPos = make_cudaPos(3 * sizeof(short), 2, 1);
    parms.dstPos = make_cudaPos(3 * sizeof(short), 2, 1);
    parms.extent = make_cudaExtent(20 * sizeof(short), 10, 3);
    CK(cudaMemcpy3D(&parms));
    for (z = 0; z < D; z++) for (y = 0; y < H; y++) for (x = 0; x < W; x++) {
        i = (z * H + y) * W + x;
        int inside = x >= 3 && x < 23 && y >= 2 && y < 12 && z >= 1 && z < 4;
        bad += back[i] != (inside ? -vol[i] : 0);
    }

    int n = 1003, *d_in, *d_out, *h = (int *)malloc(n * sizeof(int));
    for (i = 0; i < n; i++) h[i] = i * 3;
    CK(cudaMalloc(&d_in, n * sizeof(int)));
    CK(cudaMalloc(&d_out, n * sizeof(int)));
    CK(cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice));
    copy_vec4<<<4, 128>>>(d_in, d_out, n);
    memset(h, 0, n * sizeof(int));
    CK(cudaMemcpy(h, d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (i = 0; i < n; i++) bad += h[i] != i * 3;

    Particle p[10], *d_p;
    for (i = 0; i < 10; i++) { p[i].pos = make_float3(i, 2.f * i, -i); p[i].mass = i % 3 + 1; }
    float4 *d_sum, sum;
    double2 *d_m, m;
    CK(cudaMalloc(&d_p, sizeof p));
    CK(cudaMalloc(&d_sum, sizeof sum));
    CK(cudaMalloc(&d_m, sizeof m));
    CK(cudaMemcpy(d_p, p, sizeof p, cudaMemcpyHostToDevice));
    center<<<1, 1>>>(d_p, 10, d_sum, d_m);
    CK(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(&m, d_m, sizeof m, cudaMemcpyDeviceToHost));
    float ex = 0, em = 0; double e2 = 0;
    for (i = 0; i < 10; i++) { ex += p[i].pos.x * p[i].mass; em += p[i].mass; e2 += p[i].mass * p[i].mass; }
    bad += sum.x != ex || sum.y != 2 * ex || sum.z != -ex || sum.w != em || m.x != em || m.y != e2;

    CK(cudaFree(d_a)); CK(cudaFree(d_t)); CK(cudaFree(d_vol.ptr)); CK(cudaFree(d_in)); CK(cudaFree(d_out));
    CK(cudaFree(d_p)); CK(cudaFree(d_sum)); CK(cudaFree(d_m));
    free(vol); free(back); free(h);
    printf("%d wrong\n%s\n", bad, bad ? "FAILED" : "PASSED");
    return bad ? 1 : 0;
}

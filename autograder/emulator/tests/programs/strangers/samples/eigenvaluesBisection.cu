/* Eigenvalues of a symmetric tridiagonal matrix by bisection with Sturm counts, and a fast Walsh-Hadamard
   transform and a discrete cosine transform of 8 x 8 blocks. Expected: "eigen ok, walsh ok, dct ok", PASSED. */
#include <vector>
#include "helperCuda.h"

__device__ inline int computeNumSmallerEigenvals(const float *g_d, const float *g_s, int n, float x)
{
    float delta = 1.0f;
    int count = 0;
    for (int k = 0; k < n; ++k) {
        delta = g_d[k] - x - (k ? g_s[k - 1] * g_s[k - 1] / delta : 0);
        if (fabsf(delta) < 1e-20f) delta = -1e-20f;
        count += delta < 0;
    }
    return count;
}
__global__ void bisectKernel(const float *g_d, const float *g_s, int n, float *g_left, float lg, float ug, float epsilon)
{
    extern __shared__ float s[];
    float *s_d = s, *s_s = s + n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) { s_d[i] = g_d[i]; s_s[i] = i < n - 1 ? g_s[i] : 0; }
    __syncthreads();
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    float left = lg, right = ug;
    while (right - left > epsilon) {
        float mid = left + (right - left) * 0.5f;
        if (mid <= left || mid >= right) break;
        if (computeNumSmallerEigenvals(s_d, s_s, n, mid) > k) right = mid;
        else left = mid;
    }
    g_left[k] = 0.5f * (left + right);
}

__global__ void fwtBatch1Kernel(float *d_Output, const float *d_Input, int log2N)
{
    extern __shared__ float s_data[];
    const int N = 1 << log2N, base = blockIdx.x << log2N;
    for (int pos = threadIdx.x; pos < N; pos += blockDim.x) s_data[pos] = d_Input[base + pos];
    for (int stride = N / 2; stride >= 1; stride >>= 1) {
        __syncthreads();
        for (int pos = threadIdx.x; pos < N / 2; pos += blockDim.x) {
            int lo = pos & (stride - 1), i0 = ((pos - lo) << 1) + lo, i1 = i0 + stride;
            float a = s_data[i0], b = s_data[i1];
            s_data[i0] = a + b;
            s_data[i1] = a - b;
        }
    }
    __syncthreads();
    for (int pos = threadIdx.x; pos < N; pos += blockDim.x) d_Output[base + pos] = s_data[pos];
}

__constant__ float DCTv8matrix[64];
__global__ void CUDAkernel1DCT(float *Dst, int ImgWidth, const float *Src, bool inverse)
{
    __shared__ float block[8][8], half_[8][8];
    const int bx = blockIdx.x * 8, by = blockIdx.y * 8, tx = threadIdx.x, ty = threadIdx.y;
    block[ty][tx] = Src[(by + ty) * ImgWidth + bx + tx];
    __syncthreads();
    float s = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) s += (inverse ? DCTv8matrix[k * 8 + ty] : DCTv8matrix[ty * 8 + k]) * block[k][tx];
    half_[ty][tx] = s;
    __syncthreads();
    s = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) s += half_[ty][k] * (inverse ? DCTv8matrix[k * 8 + tx] : DCTv8matrix[tx * 8 + k]);
    Dst[(by + ty) * ImgWidth + bx + tx] = s;
}

int main(int argc, char **argv)
{
    pickDevice(argc, (const char **)argv);
    const int n = 100;
    std::vector<float> d(n, 2.f), s(n, -1.f), got(n);
    float *g_d, *g_s, *g_left;
    checkCuda(cudaMalloc(&g_d, n * sizeof(float)));
    checkCuda(cudaMalloc(&g_s, n * sizeof(float)));
    checkCuda(cudaMalloc(&g_left, n * sizeof(float)));
    checkCuda(cudaMemcpy(g_d, d.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    checkCuda(cudaMemcpy(g_s, s.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    bisectKernel<<<iDivUp(n, 64), 64, 2 * n * sizeof(float)>>>(g_d, g_s, n, g_left, 0, 4, 1e-5f);
    checkCuda(cudaMemcpy(got.data(), g_left, n * sizeof(float), cudaMemcpyDeviceToHost));
    bool eigen = true;
    for (int k = 0; k < n; k++) eigen = eigen && fabs(got[k] - (2 - 2 * cos((k + 1) * M_PI / (n + 1)))) < 1e-4;

    const int log2N = 10, N = 1 << log2N;
    std::vector<float> x(2 * N), y(2 * N);
    for (int i = 0; i < 2 * N; i++) x[i] = (i * 31) % 17;
    float *d_x, *d_y;
    checkCuda(cudaMalloc(&d_x, 2 * N * sizeof(float)));
    checkCuda(cudaMalloc(&d_y, 2 * N * sizeof(float)));
    checkCuda(cudaMemcpy(d_x, x.data(), 2 * N * sizeof(float), cudaMemcpyHostToDevice));
    fwtBatch1Kernel<<<2, 256, N * sizeof(float)>>>(d_y, d_x, log2N);
    fwtBatch1Kernel<<<2, 256, N * sizeof(float)>>>(d_x, d_y, log2N);
    checkCuda(cudaMemcpy(y.data(), d_x, 2 * N * sizeof(float), cudaMemcpyDeviceToHost));
    bool walsh = true;
    for (int i = 0; i < 2 * N; i++) walsh = walsh && y[i] == N * x[i];

    float matrix[64];
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < 8; i++) matrix[k * 8 + i] = (k ? 0.5f : sqrtf(0.125f)) * cosf((2 * i + 1) * k * (float)M_PI / 16);
    checkCuda(cudaMemcpyToSymbol(DCTv8matrix, matrix, sizeof matrix));
    checkCuda(cudaMemcpy(d_x, x.data(), 2 * N * sizeof(float), cudaMemcpyHostToDevice));
    CUDAkernel1DCT<<<dim3(8, 4), dim3(8, 8)>>>(d_y, 64, d_x, false);
    CUDAkernel1DCT<<<dim3(8, 4), dim3(8, 8)>>>(d_x, 64, d_y, true);
    std::vector<float> z(2 * N);
    checkCuda(cudaMemcpy(y.data(), d_x, 2 * N * sizeof(float), cudaMemcpyDeviceToHost));
    checkCuda(cudaMemcpy(z.data(), d_y, 2 * N * sizeof(float), cudaMemcpyDeviceToHost));
    float sum = 0;
    for (int i = 0; i < 64; i++) sum += x[i / 8 * 64 + i % 8];
    bool dct = fabsf(z[0] - sum / 8) < 1e-3f;
    for (int i = 0; i < 2 * N; i++) dct = dct && fabsf(y[i] - x[i]) < 1e-3f;
    printf("eigen %s, walsh %s, dct %s\n", eigen ? "ok" : "wrong", walsh ? "ok" : "wrong", dct ? "ok" : "wrong");
    for (float *p : {g_d, g_s, g_left, d_x, d_y}) checkCuda(cudaFree(p));
    return verdict(eigen && walsh && dct);
}

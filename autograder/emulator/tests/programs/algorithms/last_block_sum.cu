// A sum in one pass: every block leaves its part in global memory, and the last one to arrive, told by
// atomicInc after __threadfence(), adds the parts. Doubles, so that the order does not show.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N      5000
#define BLOCKS 12
#define DIM    128

__device__ unsigned int retirementCount = 0;
__device__ volatile double partial[BLOCKS];

__device__ double blockSum(double v)
{
    __shared__ double scratch[DIM];
    const unsigned tid = threadIdx.x;
    scratch[tid] = v;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            scratch[tid] += scratch[tid + s];
        __syncthreads();
    }
    double total = scratch[0];
    __syncthreads();
    return total;
}

extern "C" __global__ void sumOnce(const double *in, double *out, int n)
{
    __shared__ bool amLast;
    double v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v += in[i];
    v = blockSum(v);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        __threadfence();
        unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (!amLast)
        return;
    __threadfence();
    v = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0.0;
    v = blockSum(v);
    if (threadIdx.x == 0) {
        *out = v;
        retirementCount = 0; /* ready for the next launch */
    }
}

int main(void)
{
    double *h = (double *)malloc(N * sizeof(double)), *d_in, *d_out, expected = 0, got;
    int i, round, bad = 0;
    for (i = 0; i < N; i++) {
        h[i] = (i % 17) * 0.25 - 1.0;
        expected += h[i];
    }
    if (cudaMalloc((void **)&d_in, N * sizeof(double)) != cudaSuccess ||
        cudaMalloc((void **)&d_out, sizeof(double)) != cudaSuccess) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    cudaMemcpy(d_in, h, N * sizeof(double), cudaMemcpyHostToDevice);
    for (round = 0; round < 3; round++) {
        sumOnce<<<BLOCKS, DIM>>>(d_in, d_out, N);
        cudaError_t e = cudaGetLastError();
        if (e != cudaSuccess) {
            fprintf(stderr, "launch: %s\n", cudaGetErrorString(e));
            return 1;
        }
        cudaMemcpy(&got, d_out, sizeof got, cudaMemcpyDeviceToHost);
        if (got != expected)
            bad++, printf("round %d: %.17g instead of %.17g\n", round, got, expected);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    free(h);
    printf("%s\n", bad ? "FAILED" : "PASSED");
    return bad != 0;
}

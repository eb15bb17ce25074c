/* Conjugate gradients on a tridiagonal CSR matrix in one cooperative launch; managed memory with advice.
   Expected: "error < 1e-4", then "Result = PASSED". */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "helperCuda.h"
namespace cg = cooperative_groups;
#define THREADS_PER_BLOCK 128

void genTridiag(int *I, int *J, float *val, int N, int nz)
{
    I[0] = 0, J[0] = 0, J[1] = 1;
    val[0] = 10.25f, val[1] = 0.5f;
    for (int i = 1; i < N; i++) {
        I[i] = i > 1 ? I[i - 1] + 3 : 2;
        int start = (i - 1) * 3 + 2;
        J[start] = i - 1, J[start + 1] = i;
        if (i < N - 1) J[start + 2] = i + 1;
        val[start] = val[start - 1];
        val[start + 1] = 10.f + (i * 37 % 100) / 100.f;
        if (i < N - 1) val[start + 2] = (i * 13 % 97) / 97.f;
    }
    I[N] = nz;
}

__device__ void gpuSpMV(int *I, int *J, float *val, int nnz, int num_rows, float alpha, float *inputVecX, float *outputVecY,
                        cg::thread_block &cta, const cg::grid_group &grid)
{
    for (int i = grid.thread_rank(); i < num_rows; i += grid.size()) {
        int row_elem = I[i], next_row_elem = I[i + 1];
        int num_elems_this_row = next_row_elem - row_elem;
        float output = 0.0;
        for (int j = 0; j < num_elems_this_row; j++) output += alpha * val[row_elem + j] * inputVecX[J[row_elem + j]];
        outputVecY[i] = output;
    }
}
__device__ void gpuSaxpy(float *x, float *y, float a, int size, const cg::grid_group &grid)
{
    for (int i = grid.thread_rank(); i < size; i += grid.size()) y[i] = a * x[i] + y[i];
}
__device__ void gpuDotProduct(float *vecA, float *vecB, double *result, int size, const cg::thread_block &cta, const cg::grid_group &grid)
{
    extern __shared__ double tmp[];
    double temp_sum = 0.0;
    for (int i = grid.thread_rank(); i < size; i += grid.size()) temp_sum += (double)(vecA[i] * vecB[i]);
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    temp_sum = cg::reduce(tile32, temp_sum, cg::plus<double>());
    if (tile32.thread_rank() == 0) tmp[tile32.meta_group_rank()] = temp_sum;
    cg::sync(cta);
    if (tile32.meta_group_rank() == 0) {
        temp_sum = tile32.thread_rank() < tile32.meta_group_size() ? tmp[tile32.thread_rank()] : 0.0;
        temp_sum = cg::reduce(tile32, temp_sum, cg::plus<double>());
        if (tile32.thread_rank() == 0) atomicAdd(result, temp_sum);
    }
}
__device__ void gpuCopyVector(float *srcA, float *destB, int size, const cg::grid_group &grid)
{
    for (int i = grid.thread_rank(); i < size; i += grid.size()) destB[i] = srcA[i];
}
__device__ void gpuScaleVectorAndSaxpy(const float *x, float *y, float a, float scale, int size, const cg::grid_group &grid)
{
    for (int i = grid.thread_rank(); i < size; i += grid.size()) y[i] = a * x[i] + scale * y[i];
}

extern "C" __global__ void gpuConjugateGradient(int *I, int *J, float *val, float *x, float *Ax, float *p, float *r,
                                                double *dot_result, int nnz, int N, float tol)
{
    cg::thread_block cta = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    int max_iter = 1000;
    float alpha = 1.0, alpham1 = -1.0;
    float r0 = 0.0, r1, b, a, na;
    for (int i = grid.thread_rank(); i < N; i += grid.size()) {
        r[i] = 1.0;
        x[i] = 0.0;
    }
    cg::sync(grid);
    gpuSpMV(I, J, val, nnz, N, alpha, x, Ax, cta, grid);
    cg::sync(grid);
    gpuSaxpy(Ax, r, alpham1, N, grid);
    cg::sync(grid);
    gpuDotProduct(r, r, dot_result, N, cta, grid);
    cg::sync(grid);
    r1 = *dot_result;
    int k = 1;
    while (r1 > tol * tol && k <= max_iter) {
        if (k > 1) {
            b = r1 / r0;
            gpuScaleVectorAndSaxpy(r, p, alpha, b, N, grid);
        } else {
            gpuCopyVector(r, p, N, grid);
        }
        cg::sync(grid);
        gpuSpMV(I, J, val, nnz, N, alpha, p, Ax, cta, grid);
        if (threadIdx.x == 0 && blockIdx.x == 0) *dot_result = 0.0;
        cg::sync(grid);
        gpuDotProduct(p, Ax, dot_result, N, cta, grid);
        cg::sync(grid);
        a = r1 / *dot_result;
        gpuSaxpy(p, x, a, N, grid);
        na = -a;
        gpuSaxpy(Ax, r, na, N, grid);
        r0 = r1;
        cg::sync(grid);
        if (threadIdx.x == 0 && blockIdx.x == 0) *dot_result = 0.0;
        cg::sync(grid);
        gpuDotProduct(r, r, dot_result, N, cta, grid);
        cg::sync(grid);
        r1 = *dot_result;
        k++;
    }
}

int main(int argc, char **argv)
{
    int N = flagValue(argc, (const char **)argv, "N", 3000), nz = 0, *I = NULL, *J = NULL;
    float *val = NULL;
    const float tol = 1e-5f;
    int devID = pickDevice(argc, (const char **)argv), coop = 0;
    checkCuda(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, devID));
    if (!coop) { printf("waived\n"); return EXIT_WAIVED; }
    nz = (N - 2) * 3 + 4;
    checkCuda(cudaMallocManaged((void **)&I, sizeof(int) * (N + 1)));
    checkCuda(cudaMallocManaged((void **)&J, sizeof(int) * nz));
    checkCuda(cudaMallocManaged((void **)&val, sizeof(float) * nz));
    genTridiag(I, J, val, N, nz);
    float *x, *r, *p, *Ax;
    double *dot_result;
    checkCuda(cudaMallocManaged((void **)&x, sizeof(float) * N));
    checkCuda(cudaMallocManaged((void **)&dot_result, sizeof(double)));
    *dot_result = 0.0;
    checkCuda(cudaMallocManaged((void **)&r, N * sizeof(float)));
    checkCuda(cudaMallocManaged((void **)&p, N * sizeof(float)));
    checkCuda(cudaMallocManaged((void **)&Ax, N * sizeof(float)));
    for (int i = 0; i < N; i++) r[i] = 1.0;
    void *kernelArgs[] = {(void *)&I, (void *)&J, (void *)&val, (void *)&x, (void *)&Ax, (void *)&p, (void *)&r,
                          (void *)&dot_result, (void *)&nz, (void *)&N, (void *)&tol};
    int sMemSize = sizeof(double) * ((THREADS_PER_BLOCK / 32) + 1);
    int numBlocksPerSm = 0;
    cudaDeviceProp prop;
    checkCuda(cudaGetDeviceProperties(&prop, devID));
    checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocksPerSm, gpuConjugateGradient, THREADS_PER_BLOCK, sMemSize));
    dim3 dimGrid(MIN(prop.multiProcessorCount * numBlocksPerSm, 6), 1, 1), dimBlock(THREADS_PER_BLOCK, 1, 1);
    checkCuda(cudaLaunchCooperativeKernel((void *)gpuConjugateGradient, dimGrid, dimBlock, kernelArgs, sMemSize, NULL));
    checkCuda(cudaDeviceSynchronize());
    float err = 0.0;
    for (int i = 0; i < N; i++) {
        float rsum = 0.0;
        for (int j = I[i]; j < I[i + 1]; j++) rsum += val[j] * x[J[j]];
        err = fmax(err, fabs(rsum - 1.0f));
    }
    printf("error %s 1e-4, r.r %s tolerance\n", err < 1e-4 ? "<" : ">=", sqrt(*dot_result) < tol ? "below" : "above");
    for (void *q : {(void *)I, (void *)J, (void *)val, (void *)x, (void *)r, (void *)p, (void *)Ax, (void *)dot_result}) checkCuda(cudaFree(q));
    return verdict(err < 1e-4);
}

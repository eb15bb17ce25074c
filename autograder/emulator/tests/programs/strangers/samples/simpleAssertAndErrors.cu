/* Errors as a sample shows them: a launch of too many threads is refused and forgotten once read; the last
   error, peeked at and taken; a wrong argument; a device that is not there. Expected: the names, then PASSED. */
#include "helperCuda.h"

__global__ void testKernel(int N) { if (blockIdx.x * blockDim.x + threadIdx.x >= N) __nanosleep(1); }
__global__ void needsShared() { extern __shared__ char big[]; big[threadIdx.x] = 0; }

static int wrong = 0;
#define EXPECT_ERROR(call, name)                                                    \
    do {                                                                            \
        cudaError_t e__ = (call);                                                   \
        printf("%-62.62s %s\n", #call, cudaGetErrorName(e__));                      \
        if (strcmp(cudaGetErrorName(e__), name)) { printf("  not %s\n", name); ++wrong; } \
    } while (0)

int main()
{
    EXPECT_ERROR(cudaGetLastError(), "cudaSuccess");
    testKernel<<<1, 2048>>>(3);
    // Error 9 until CUDA 12, error 1 since CUDA 13.
    const char *refused = cudaGetErrorName(CUDART_VERSION < 13000 ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue);
    EXPECT_ERROR(cudaPeekAtLastError(), refused);
    EXPECT_ERROR(cudaGetLastError(), refused);
    EXPECT_ERROR(cudaGetLastError(), "cudaSuccess");
    needsShared<<<1, 32, 100 << 10>>>();
    EXPECT_ERROR(cudaGetLastError(), "cudaErrorInvalidValue");
    EXPECT_ERROR(cudaFuncSetAttribute(needsShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10), "cudaSuccess");
    needsShared<<<1, 32, 100 << 10>>>();
    EXPECT_ERROR(cudaGetLastError(), "cudaSuccess");
    EXPECT_ERROR(cudaDeviceSynchronize(), "cudaSuccess");
    EXPECT_ERROR(cudaSetDevice(99), "cudaErrorInvalidDevice");
    EXPECT_ERROR(cudaGetLastError(), "cudaErrorInvalidDevice");
    void *p = NULL;
    EXPECT_ERROR(cudaMalloc(&p, (size_t)1 << 46), "cudaErrorMemoryAllocation");
    EXPECT_ERROR(cudaGetLastError(), "cudaErrorMemoryAllocation");
    EXPECT_ERROR(cudaMemcpy(NULL, &p, 8, cudaMemcpyHostToDevice), "cudaErrorInvalidValue");
    EXPECT_ERROR(cudaGetLastError(), "cudaErrorInvalidValue");
    EXPECT_ERROR(cudaFree(NULL), "cudaSuccess");
    testKernel<<<2, 32>>>(60);
    EXPECT_ERROR(cudaGetLastError(), "cudaSuccess");
    EXPECT_ERROR(cudaDeviceSynchronize(), "cudaSuccess");
    return verdict(wrong == 0);
}

/* Stream-ordered allocation: reuse within a stream, a pool with a release threshold, events between streams that
   share memory, trimming. Expected: "Result = PASSED". */
#include <cstdint>
#include <vector>
#include "helperCuda.h"

__global__ void vectorAddGPU(const float *a, const float *b, float *c, int N)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < N) c[idx] = a[idx] + b[idx];
}

int basicStreamOrderedAllocation(const int dev, const int nelem, const float *a, const float *b, float *c, cudaMemPool_t pool)
{
    float *d_a, *d_b, *d_c;
    size_t bytes = nelem * sizeof(float);
    cudaStream_t stream, other;
    cudaEvent_t filled;
    checkCuda(cudaSetDevice(dev));
    checkCuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    checkCuda(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    checkCuda(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
    if (pool) checkCuda(cudaMallocFromPoolAsync((void **)&d_a, bytes, pool, stream));
    else checkCuda(cudaMallocAsync((void **)&d_a, bytes, stream));
    checkCuda(cudaMallocAsync((void **)&d_b, bytes, stream));
    checkCuda(cudaMallocAsync((void **)&d_c, bytes, stream));
    checkCuda(cudaEventRecord(filled, stream));
    checkCuda(cudaStreamWaitEvent(other, filled));  // allocated there before it is used here
    checkCuda(cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, other));
    checkCuda(cudaEventRecord(filled, other));
    checkCuda(cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, stream));
    checkCuda(cudaStreamWaitEvent(stream, filled));
    dim3 block(256), grid((unsigned int)iDivUp(nelem, 256));
    vectorAddGPU<<<grid, block, 0, stream>>>(d_a, d_b, d_c, nelem);
    checkCuda(cudaFreeAsync(d_a, stream));
    checkCuda(cudaFreeAsync(d_b, stream));
    checkCuda(cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, stream));
    checkCuda(cudaFreeAsync(d_c, stream));
    checkCuda(cudaStreamSynchronize(stream));
    checkCuda(cudaStreamDestroy(stream));
    checkCuda(cudaStreamDestroy(other));
    checkCuda(cudaEventDestroy(filled));
    int errors = 0;
    for (int i = 0; i < nelem; i++) errors += c[i] != a[i] + b[i];
    return errors;
}

int main(int argc, char **argv)
{
    int dev = pickDevice(argc, (const char **)argv), isMemPoolSupported = 0, errors = 0;
    checkCuda(cudaDeviceGetAttribute(&isMemPoolSupported, cudaDevAttrMemoryPoolsSupported, dev));
    if (!isMemPoolSupported) return EXIT_WAIVED;
    const int nelem = 20000;
    std::vector<float> a(nelem), b(nelem), c(nelem);
    for (int i = 0; i < nelem; i++) a[i] = i, b[i] = 2 * i + 1;
    errors += basicStreamOrderedAllocation(dev, nelem, a.data(), b.data(), c.data(), NULL);
    cudaMemPool_t defaultPool, own;
    checkCuda(cudaDeviceGetDefaultMemPool(&defaultPool, dev));
    uint64_t setVal = UINT64_MAX, getVal = 0;
    checkCuda(cudaMemPoolSetAttribute(defaultPool, cudaMemPoolAttrReleaseThreshold, &setVal));
    checkCuda(cudaMemPoolGetAttribute(defaultPool, cudaMemPoolAttrReleaseThreshold, &getVal));
    errors += getVal != setVal;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = dev;
    checkCuda(cudaMemPoolCreate(&own, &props));
    for (int i = 0; i < 5; i++) errors += basicStreamOrderedAllocation(dev, nelem, a.data(), b.data(), c.data(), i % 2 ? own : NULL);
    uint64_t used = 1;
    checkCuda(cudaMemPoolGetAttribute(defaultPool, cudaMemPoolAttrUsedMemCurrent, &used));
    errors += used != 0;
    checkCuda(cudaMemPoolTrimTo(defaultPool, 0));
    checkCuda(cudaMemPoolDestroy(own));
    printf("errors %d\n", errors);
    return verdict(errors == 0);
}

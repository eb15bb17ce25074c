/*
    Parallel reduction: sums an array of ints, floats and doubles by each of the kernels.
    Expected: every line "ok", then "Result = PASSED".
*/
#include <stdio.h>
#include <vector>
#include "helperCuda.h"
#include "reductionKernels.cuh"

enum ReduceType { REDUCE_INT, REDUCE_FLOAT, REDUCE_DOUBLE };

extern "C" bool isPow2(unsigned int x) { return ((x & (x - 1)) == 0); }

unsigned int nextPow2(unsigned int x)
{
    --x;
    x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16;
    return ++x;
}

template <class T>
__global__ void reduceTiles(const T *in, T *out, unsigned int n)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    const unsigned int tiles = gridDim.x * tile.meta_group_size();
    const unsigned int me = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    const unsigned int share = (n + tiles - 1) / tiles;
    const unsigned int begin = me * share;
    T sum = begin < n ? groupSum(in + begin, tile, MIN(share, n - begin)) : T(0);
    if (tile.thread_rank() == 0) atomicAdd(out, sum);
}

template <class T>
void reduce(int size, int threads, int blocks, int whichKernel, T *d_idata, T *d_odata)
{
    dim3 dimBlock(threads, 1, 1);
    dim3 dimGrid(blocks, 1, 1);
    int smemSize = (threads <= 32) ? 2 * threads * sizeof(T) : threads * sizeof(T);

    switch (whichKernel)
    {
    case 0: reduce0<T><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
    case 1: reduce1<T><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
    case 2: reduce2<T><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
    case 3:
    case 4:
        switch (threads)
        {
#define REDUCE_CASE(N)                                                                       \
    case N:                                                                                  \
        if (whichKernel == 3)                                                                \
            reduce3<T, N><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);          \
        else                                                                                 \
            reduce4<T, N><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);          \
        break;
            REDUCE_CASE(512)
            REDUCE_CASE(256)
            REDUCE_CASE(128)
            REDUCE_CASE(64)
#undef REDUCE_CASE
        }
        break;
    case 5:
        smemSize = ((threads / 32) + 1) * sizeof(T);
        if (isPow2(size))
            switch (threads)
            {
            case 256: reduce5<T, 256, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
            case 128: reduce5<T, 128, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
            }
        else
            switch (threads)
            {
            case 256: reduce5<T, 256, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
            case 128: reduce5<T, 128, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
            }
        break;
    default:
        checkCuda(cudaMemset(d_odata, 0, blocks * sizeof(T)));
        reduceTiles<T><<<dimGrid, dimBlock>>>(d_idata, d_odata, size);
    }
    lastError("Kernel execution failed");
}

template <class T>
T reduceCPU(const T *data, int size)
{
    T sum = data[0];
    T c = (T)0.0;
    for (int i = 1; i < size; i++)
    {
        T y = data[i] - c;
        T t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    return sum;
}

template <class T>
bool runTest(int size, ReduceType datatype, int threads)
{
    std::vector<T> h_idata(size);
    for (int i = 0; i < size; i++)
        h_idata[i] = datatype == REDUCE_INT ? (T)(rand() & 0xFF) : (rand() & 0xFF) / (T)RAND_MAX;
    T *d_idata = NULL, *d_odata = NULL;
    const unsigned int bytes = size * sizeof(T);
    checkCuda(cudaMalloc((void **)&d_idata, bytes));
    checkCuda(cudaMalloc((void **)&d_odata, iDivUp(size, threads) * sizeof(T)));
    checkCuda(cudaMemcpy(d_idata, h_idata.data(), bytes, cudaMemcpyHostToDevice));
    T cpu_result = reduceCPU<T>(&h_idata[0], size);
    bool all = true;
    for (int kernel = 0; kernel <= 6; kernel++)
    {
        int blocks = kernel < 3 ? iDivUp(size, threads) : iDivUp(size, threads * 2);
        if (kernel >= 5) blocks = MIN(blocks, 8);
        reduce<T>(size, threads, blocks, kernel, d_idata, d_odata);
        T *h_odata = (T *)malloc(blocks * sizeof(T));
        checkCuda(cudaMemcpy(h_odata, d_odata, blocks * sizeof(T), cudaMemcpyDeviceToHost));
        T gpu_result = 0;
        for (int i = 0; i < blocks; i++) gpu_result += h_odata[i];
        free(h_odata);
        double threshold = datatype == REDUCE_INT ? 0 : datatype == REDUCE_FLOAT ? 1e-8 * size : 1e-12;
        bool ok = fabs((double)gpu_result - (double)cpu_result) <= threshold;
        printf("type %d n %d threads %d kernel %d: %s\n", datatype, size, threads, kernel, ok ? "ok" : "WRONG");
        all = all && ok;
    }
    checkCuda(cudaFree(d_idata));
    checkCuda(cudaFree(d_odata));
    return all;
}

int main(int argc, char **argv)
{
    pickDevice(argc, (const char **)argv);
    int size = flagValue(argc, (const char **)argv, "n", 1 << 13);
    bool ok = nextPow2(5000) == 8192;
    ok = runTest<int>(size, REDUCE_INT, 256) && ok;
    ok = runTest<float>(size, REDUCE_FLOAT, 128) && ok;
    ok = runTest<double>(size - 77, REDUCE_DOUBLE, 256) && ok;
    return verdict(ok);
}

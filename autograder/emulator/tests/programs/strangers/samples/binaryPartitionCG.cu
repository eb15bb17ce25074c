/* Odd and even numbers counted by binary and labeled partitions of tiles, and by coalesced groups.
   Expected: odd + even == total, then "Result = PASSED". */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "helperCuda.h"
namespace cg = cooperative_groups;

void initOddEvenArr(int *inputArr, unsigned int size)
{
    for (unsigned int i = 0; i < size; i++) inputArr[i] = (i * 7919u) % 50;
}

__global__ void oddEvenCountAndSumCG(int *inputArr, int *numOfOdds, int *sumOfOddAndEvens, unsigned int size)
{
    cg::thread_block cta = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);

    for (int i = grid.thread_rank(); i < size; i += grid.size()) {
        int elem = inputArr[i];
        auto subTile = cg::binary_partition(tile32, elem & 1);
        if (elem & 1) {
            int oddGroupSum = cg::reduce(subTile, elem, cg::plus<int>());
            if (subTile.thread_rank() == 0) {
                atomicAdd(numOfOdds, subTile.size());
                atomicAdd(&sumOfOddAndEvens[0], oddGroupSum);
            }
        } else {
            int evenGroupSum = cg::reduce(subTile, elem, cg::plus<int>());
            if (subTile.thread_rank() == 0) atomicAdd(&sumOfOddAndEvens[1], evenGroupSum);
        }
        cg::sync(tile32);
    }
}

__global__ void digits(const int *in, int *count, unsigned size)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
        int d = in[i] % 10;
        cg::coalesced_group same = cg::labeled_partition(tile, d);
        if (same.thread_rank() == 0) atomicAdd(count + d, (int)same.num_threads());
    }
}

__global__ void large(const int *in, int *list, int *n, unsigned size)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size && in[i] >= 40) {
        cg::coalesced_group active = cg::coalesced_threads();
        int at;
        if (active.thread_rank() == 0) at = atomicAdd(n, active.size());
        list[active.shfl(at, 0) + active.thread_rank()] = in[i];
    }
}

int main(int argc, const char **argv)
{
    pickDevice(argc, argv);
    const unsigned int arrSize = 1024 * 8;
    int *inputArr, *counts, *list;
    checkCuda(cudaMallocManaged(&inputArr, sizeof(int) * arrSize));
    checkCuda(cudaMallocManaged(&counts, sizeof(int) * 16));
    checkCuda(cudaMallocManaged(&list, sizeof(int) * arrSize));
    initOddEvenArr(inputArr, arrSize);
    memset(counts, 0, 16 * sizeof(int));
    int threadsPerBlock = 0, blocksPerGrid = 0;
    checkCuda(cudaOccupancyMaxPotentialBlockSize(&blocksPerGrid, &threadsPerBlock, oddEvenCountAndSumCG, 0, 0));
    cudaStream_t stream;
    checkCuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    oddEvenCountAndSumCG<<<MIN(blocksPerGrid, 4), MIN(threadsPerBlock, 256), 0, stream>>>(inputArr, counts, counts + 1, arrSize);
    digits<<<2, 128, 0, stream>>>(inputArr, counts + 3, arrSize);
    large<<<arrSize / 128, 128, 0, stream>>>(inputArr, list, counts + 13, arrSize);
    checkCuda(cudaStreamSynchronize(stream));
    int odds = 0, oddSum = 0, evenSum = 0, digit[10] = {}, many = 0;
    long long listSum = 0;
    for (unsigned i = 0; i < arrSize; i++) {
        int e = inputArr[i];
        if (e & 1) odds++, oddSum += e; else evenSum += e;
        digit[e % 10]++;
        if (e >= 40) many++, listSum += e;
    }
    for (int i = 0; i < counts[13]; i++) listSum -= list[i];
    bool ok = counts[0] == odds && counts[1] == oddSum && counts[2] == evenSum && counts[13] == many && listSum == 0;
    for (int d = 0; d < 10; d++) ok = ok && counts[3 + d] == digit[d];
    printf("odd = %d, even = %d, total = %d\n", counts[0], arrSize - counts[0], arrSize);
    checkCuda(cudaStreamDestroy(stream));
    cudaFree(inputArr); cudaFree(counts); cudaFree(list);
    return verdict(ok);
}

/* pathfinder-like: cheapest way through a grid from bottom to top, ghost zones in shared memory,
   a pyramid of several rows per launch. Expected: "PASSED" */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
using namespace std;

#define BLOCK_SIZE 64
#define HALO 1 // halo width along one direction when advancing to the next iteration
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define CLAMP_RANGE(x, min, max) x = (x < (min)) ? min : ((x > (max)) ? max : x)
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
int rows = 41, cols = 500, pyramid_height = 5;
int *cells, **wall, *result;

void init()
{
    cells = new int[rows * cols];
    wall = new int *[rows];
    for (int n = 0; n < rows; n++) wall[n] = cells + cols * n;
    result = new int[cols];
    srand(9);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) wall[i][j] = rand() % 10;
}

__global__ void dynproc_kernel(int iteration, int *gpuWall, int *gpuSrc, int *gpuResults, int cols, int rows, int startStep, int border)
{
    __shared__ int prev[BLOCK_SIZE];
    __shared__ int result[BLOCK_SIZE];
    int bx = blockIdx.x;
    int tx = threadIdx.x;
    int small_block_cols = BLOCK_SIZE - iteration * HALO * 2;
    int blkX = small_block_cols * bx - border;
    int blkXmax = blkX + BLOCK_SIZE - 1;
    int xidx = blkX + tx;
    int validXmin = (blkX < 0) ? -blkX : 0;
    int validXmax = (blkXmax > cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - cols + 1) : BLOCK_SIZE - 1;
    int W = tx - 1;
    int E = tx + 1;
    W = (W < validXmin) ? validXmin : W;
    E = (E > validXmax) ? validXmax : E;
    bool isValid = IN_RANGE(tx, validXmin, validXmax);
    if (IN_RANGE(xidx, 0, cols - 1)) prev[tx] = gpuSrc[xidx];
    __syncthreads();
    bool computed;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && isValid) {
            computed = true;
            int left = prev[W], up = prev[tx], right = prev[E];
            int shortest = MIN(left, up);
            shortest = MIN(shortest, right);
            int index = cols * (startStep + i) + xidx;
            result[tx] = shortest + gpuWall[index];
        }
        __syncthreads();
        if (i == iteration - 1) break;
        if (computed) prev[tx] = result[tx];
        __syncthreads();
    }
    if (computed) gpuResults[xidx] = result[tx];
}

int main(int argc, char **argv)
{
    init();
    int borderCols = pyramid_height * HALO;
    int smallBlockCol = BLOCK_SIZE - pyramid_height * HALO * 2;
    int blockCols = cols / smallBlockCol + ((cols % smallBlockCol == 0) ? 0 : 1);
    int *gpuWall, *gpuResult[2], size = rows * cols;
    cudaMalloc((void **)&gpuResult[0], sizeof(int) * cols);
    cudaMalloc((void **)&gpuResult[1], sizeof(int) * cols);
    cudaMemcpy(gpuResult[0], cells, sizeof(int) * cols, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&gpuWall, sizeof(int) * (size - cols));
    cudaMemcpy(gpuWall, cells + cols, sizeof(int) * (size - cols), cudaMemcpyHostToDevice);
    int src = 1, dst = 0;
    for (int t = 0; t < rows - 1; t += pyramid_height) {
        int temp = src; src = dst; dst = temp;
        dynproc_kernel<<<blockCols, BLOCK_SIZE>>>(MIN(pyramid_height, rows - t - 1), gpuWall, gpuResult[src], gpuResult[dst], cols, rows, t, borderCols);
    }
    cudaMemcpy(result, gpuResult[dst], sizeof(int) * cols, cudaMemcpyDeviceToHost);
    int *a = new int[cols], *b = new int[cols], bad = 0;
    memcpy(a, cells, cols * sizeof(int));
    for (int i = 1; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
            int m = a[j];
            if (j > 0) m = MIN(m, a[j - 1]);
            if (j < cols - 1) m = MIN(m, a[j + 1]);
            b[j] = m + wall[i][j];
        }
        swap(a, b);
    }
    for (int j = 0; j < cols; j++) bad += result[j] != a[j];
    cudaFree(gpuWall); cudaFree(gpuResult[0]); cudaFree(gpuResult[1]);
    delete[] cells; delete[] wall; delete[] result; delete[] a; delete[] b;
    cout << (bad ? "FAILED" : "PASSED") << endl;
    return bad != 0;
}

/* Prefix sums by shuffles: of a vector in two levels, and of rows and columns of an image (integral image).
   Expected: "scan ok, image ok", then "Result = PASSED". */
#include "helperCuda.h"

__global__ void shfl_scan_test(int *data, int width, int *partial_sums = NULL)
{
    extern __shared__ int sums[];
    int id = ((blockIdx.x * blockDim.x) + threadIdx.x);
    int lane_id = id % warpSize;
    int warp_id = threadIdx.x / warpSize;
    int value = data[id];
#pragma unroll
    for (int i = 1; i <= width; i *= 2) {
        unsigned int mask = 0xffffffff;
        int n = __shfl_up_sync(mask, value, i, width);
        if (lane_id >= i) value += n;
    }
    if (threadIdx.x % warpSize == warpSize - 1) sums[warp_id] = value;
    __syncthreads();
    if (warp_id == 0 && lane_id < (blockDim.x / warpSize)) {
        int warp_sum = sums[lane_id];
        int mask = (1 << (blockDim.x / warpSize)) - 1;
        for (int i = 1; i <= (blockDim.x / warpSize); i *= 2) {
            int n = __shfl_up_sync(mask, warp_sum, i, (blockDim.x / warpSize));
            if (lane_id >= i) warp_sum += n;
        }
        sums[lane_id] = warp_sum;
    }
    __syncthreads();
    int blockSum = 0;
    if (warp_id > 0) blockSum = sums[warp_id - 1];
    value += blockSum;
    data[id] = value;
    if (partial_sums != NULL && threadIdx.x == blockDim.x - 1) partial_sums[blockIdx.x] = value;
}

__global__ void uniform_add(int *data, int *partial_sums, int len)
{
    __shared__ int buf;
    int id = ((blockIdx.x * blockDim.x) + threadIdx.x);
    if (id > len) return;
    if (threadIdx.x == 0) buf = partial_sums[blockIdx.x];
    __syncthreads();
    data[id] += buf;
}

// Each thread loads 4 bytes; a warp makes the prefix sum of 128 of them and carries on.
__global__ void shfl_intimage_rows(const uchar4 *img, uint4 *integral_image, int width4)
{
    int lane = threadIdx.x;
    unsigned carry = 0;
    for (int base = 0; base < width4; base += 32) {
        uchar4 p = img[blockIdx.x * width4 + base + lane];
        unsigned a = p.x, b = a + p.y, c = b + p.z, d = c + p.w, sum = d;
        for (int i = 1; i < 32; i <<= 1) {
            unsigned n = __shfl_up_sync(0xffffffff, sum, i);
            if (lane >= i) sum += n;
        }
        unsigned before = sum - d + carry;
        integral_image[blockIdx.x * width4 + base + lane] =
            make_uint4(before + a, before + b, before + c, before + d);
        carry += __shfl_sync(0xffffffff, sum, 31);
    }
}

__global__ void shfl_vertical_shfl(unsigned int *img, int width, int height)
{
    __shared__ unsigned int sums[32][9];
    int tidx = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int stepSum = 0;
    sums[threadIdx.x][threadIdx.y] = 0;
    __syncthreads();
    for (int step = 0; step < height / 8; step++) {
        unsigned int *p = img + (threadIdx.y + step * 8) * width + tidx;
        sums[threadIdx.x][threadIdx.y] = *p;
        __syncthreads();
        int partial_sum = 0;
        int j = threadIdx.x % 8, k = threadIdx.x / 8 + threadIdx.y * 4;
        partial_sum = sums[k][j];
        for (int i = 1; i <= 8; i *= 2) {
            int n = __shfl_up_sync(0xffffffff, partial_sum, i, 32);
            if (j >= i) partial_sum += n;
        }
        sums[k][j] = partial_sum;
        __syncthreads();
        if (threadIdx.y > 0) stepSum += 0;
        unsigned int sum = stepSum + sums[threadIdx.x][threadIdx.y];
        stepSum += sums[threadIdx.x][blockDim.y - 1];
        __syncthreads();
        *p = sum;
    }
}

bool shuffle_simple_test()
{
    const int n_elements = 16384, blockSize = 256, gridSize = n_elements / blockSize;
    const int n_partialSums = gridSize;
    int *h_data, *d_data, *d_partial_sums;
    checkCuda(cudaMallocHost((void **)&h_data, sizeof(int) * n_elements));
    for (int i = 0; i < n_elements; i++) h_data[i] = 1;
    checkCuda(cudaMalloc((void **)&d_data, sizeof(int) * n_elements));
    checkCuda(cudaMalloc((void **)&d_partial_sums, sizeof(int) * n_partialSums));
    checkCuda(cudaMemcpy(d_data, h_data, sizeof(int) * n_elements, cudaMemcpyHostToDevice));
    int shmem_sz = blockSize / 32 * sizeof(int);
    shfl_scan_test<<<gridSize, blockSize, shmem_sz>>>(d_data, 32, d_partial_sums);
    shfl_scan_test<<<1, n_partialSums, shmem_sz>>>(d_partial_sums, 32);
    uniform_add<<<gridSize - 1, blockSize>>>(d_data + blockSize, d_partial_sums, n_elements);
    checkCuda(cudaMemcpy(h_data, d_data, sizeof(int) * n_elements, cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < n_elements; i++) ok = ok && h_data[i] == i + 1;
    checkCuda(cudaFreeHost(h_data));
    checkCuda(cudaFree(d_data));
    checkCuda(cudaFree(d_partial_sums));
    return ok;
}

bool shuffle_integral_image_test()
{
    const int w = 256, h = 64;
    unsigned char *h_image = new unsigned char[w * h];
    for (int i = 0; i < w * h; i++) h_image[i] = (i * 7 + i / w) & 255;
    unsigned *want = new unsigned[w * h], *got = new unsigned[w * h];
    for (int y = 0; y < h; y++)
        for (int x = 0, row = 0; x < w; x++) {
            row += h_image[y * w + x];
            want[y * w + x] = row + (y ? want[(y - 1) * w + x] : 0);
        }
    unsigned char *d_data;
    unsigned *d_integral;
    checkCuda(cudaMalloc(&d_data, w * h));
    checkCuda(cudaMalloc(&d_integral, w * h * sizeof(unsigned)));
    checkCuda(cudaMemcpy(d_data, h_image, w * h, cudaMemcpyHostToDevice));
    shfl_intimage_rows<<<h, 32>>>(reinterpret_cast<uchar4 *>(d_data), reinterpret_cast<uint4 *>(d_integral), w / 4);
    dim3 blockSz(32, 8), testGrid(w / blockSz.x, 1);
    shfl_vertical_shfl<<<testGrid, blockSz>>>(d_integral, w, h);
    checkCuda(cudaMemcpy(got, d_integral, w * h * sizeof(unsigned), cudaMemcpyDeviceToHost));
    bool ok = !memcmp(got, want, w * h * sizeof(unsigned));
    cudaFree(d_data);
    cudaFree(d_integral);
    delete[] h_image;
    delete[] want;
    delete[] got;
    return ok;
}

int main(int argc, char *argv[])
{
    pickDevice(argc, (const char **)argv);
    bool scan = shuffle_simple_test(), image = shuffle_integral_image_test();
    printf("scan %s, image %s\n", scan ? "ok" : "wrong", image ? "ok" : "wrong");
    return verdict(scan && image);
}

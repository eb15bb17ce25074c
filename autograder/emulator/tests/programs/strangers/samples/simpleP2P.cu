/* Two devices: peer access, a ping-pong of copies, a kernel that reads one and writes the other; a sum split over
   all devices in a stream each. With one device the first half is skipped. Expected: "Result = PASSED". */
#include "helperCuda.h"

__global__ void SimpleKernel(const float *src, float *dst)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    dst[idx] = src[idx] * 2.0f;
}

typedef struct { int dataN; float *h_Data, *d_Data, *d_Sum, *h_Sum_from_device; cudaStream_t stream; } TGPUplan;

__global__ static void reduceKernel(float *d_Result, float *d_Input, int N)
{
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    const int threadN = gridDim.x * blockDim.x;
    float sum = 0;
    for (int pos = tid; pos < N; pos += threadN) sum += d_Input[pos];
    d_Result[tid] = sum;
}

static bool pingPong()
{
    const int n = 4096;
    const size_t buf_size = n * sizeof(float);
    int can01 = 0, can10 = 0;
    checkCuda(cudaDeviceCanAccessPeer(&can01, 0, 1));
    checkCuda(cudaDeviceCanAccessPeer(&can10, 1, 0));
    printf("> Peer access from 0 -> 1 : %s, 1 -> 0 : %s\n", can01 ? "Yes" : "No", can10 ? "Yes" : "No");
    if (!can01 || !can10) return true;
    checkCuda(cudaSetDevice(0));
    checkCuda(cudaDeviceEnablePeerAccess(1, 0));
    checkCuda(cudaSetDevice(1));
    checkCuda(cudaDeviceEnablePeerAccess(0, 0));
    float *g0, *g1, *h0;
    checkCuda(cudaSetDevice(0));
    checkCuda(cudaMalloc(&g0, buf_size));
    checkCuda(cudaSetDevice(1));
    checkCuda(cudaMalloc(&g1, buf_size));
    checkCuda(cudaMallocHost(&h0, buf_size));
    for (int i = 0; i < n; i++) h0[i] = float(i % 4096);
    checkCuda(cudaSetDevice(0));
    checkCuda(cudaMemcpy(g0, h0, buf_size, cudaMemcpyDefault));
    for (int i = 0; i < 10; i++)
        checkCuda(i % 2 == 0 ? cudaMemcpy(g1, g0, buf_size, cudaMemcpyDefault) : cudaMemcpyPeer(g0, 0, g1, 1, buf_size));
    const dim3 threads(512, 1), blocks(n / threads.x, 1);
    checkCuda(cudaSetDevice(1));
    SimpleKernel<<<blocks, threads>>>(g0, g1);
    checkCuda(cudaDeviceSynchronize());
    checkCuda(cudaSetDevice(0));
    SimpleKernel<<<blocks, threads>>>(g1, g0);
    checkCuda(cudaDeviceSynchronize());
    checkCuda(cudaMemcpy(h0, g0, buf_size, cudaMemcpyDefault));
    int error_count = 0;
    for (int i = 0; i < n; i++) error_count += h0[i] != float(i % 4096) * 4.0f;
    checkCuda(cudaSetDevice(0));
    checkCuda(cudaDeviceDisablePeerAccess(1));
    checkCuda(cudaSetDevice(1));
    checkCuda(cudaDeviceDisablePeerAccess(0));
    checkCuda(cudaFree(g0));
    checkCuda(cudaFree(g1));
    checkCuda(cudaFreeHost(h0));
    return error_count == 0;
}

int main(int argc, char **argv)
{
    int GPU_N;
    checkCuda(cudaGetDeviceCount(&GPU_N));
    bool ok = true;
    if (GPU_N >= 2) ok = pingPong();
    else printf("Two or more GPUs are needed for the ping-pong: skipped\n");
    const int DATA_N = 50000, BLOCK_N = 4, THREAD_N = 128, ACCUM_N = BLOCK_N * THREAD_N, MAX_GPU_COUNT = 16;
    TGPUplan plan[MAX_GPU_COUNT];
    if (GPU_N > MAX_GPU_COUNT) GPU_N = MAX_GPU_COUNT;
    double sumCPU = 0, sumGPU = 0;
    for (int i = 0; i < GPU_N; i++) plan[i].dataN = DATA_N / GPU_N;
    for (int i = 0; i < DATA_N % GPU_N; i++) plan[i].dataN++;
    for (int i = 0; i < GPU_N; i++) {
        checkCuda(cudaSetDevice(i));
        checkCuda(cudaStreamCreate(&plan[i].stream));
        checkCuda(cudaMalloc((void **)&plan[i].d_Data, plan[i].dataN * sizeof(float)));
        checkCuda(cudaMalloc((void **)&plan[i].d_Sum, ACCUM_N * sizeof(float)));
        checkCuda(cudaMallocHost((void **)&plan[i].h_Sum_from_device, ACCUM_N * sizeof(float)));
        checkCuda(cudaMallocHost((void **)&plan[i].h_Data, plan[i].dataN * sizeof(float)));
        for (int j = 0; j < plan[i].dataN; j++) sumCPU += plan[i].h_Data[j] = (float)rand() / (float)RAND_MAX;
    }
    for (int i = 0; i < GPU_N; i++) {
        checkCuda(cudaSetDevice(i));
        checkCuda(cudaMemcpyAsync(plan[i].d_Data, plan[i].h_Data, plan[i].dataN * sizeof(float), cudaMemcpyHostToDevice, plan[i].stream));
        reduceKernel<<<BLOCK_N, THREAD_N, 0, plan[i].stream>>>(plan[i].d_Sum, plan[i].d_Data, plan[i].dataN);
        lastError("reduceKernel() execution failed.\n");
        checkCuda(cudaMemcpyAsync(plan[i].h_Sum_from_device, plan[i].d_Sum, ACCUM_N * sizeof(float), cudaMemcpyDeviceToHost, plan[i].stream));
    }
    for (int i = 0; i < GPU_N; i++) {
        checkCuda(cudaSetDevice(i));
        cudaStreamSynchronize(plan[i].stream);
        for (int j = 0; j < ACCUM_N; j++) sumGPU += plan[i].h_Sum_from_device[j];
        checkCuda(cudaFreeHost(plan[i].h_Sum_from_device));
        checkCuda(cudaFree(plan[i].d_Sum));
        checkCuda(cudaFree(plan[i].d_Data));
        checkCuda(cudaFreeHost(plan[i].h_Data));
        checkCuda(cudaStreamDestroy(plan[i].stream));
    }
    return verdict(ok && fabs(sumCPU - sumGPU) / fabs(sumCPU) < 1e-5);
}

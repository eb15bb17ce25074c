/* Many streams, each with two kernels, and a sum that waits for all of them by events; priorities, timing,
   a host function at the end. Expected: "kernels 32, sum 1056", then "Result = PASSED". */
#include "helperCuda.h"

__global__ void kernel_A(long long *d_o, clock_t clock_count)
{
    long long start_clock = clock64(), clock_offset = 0;
    while (clock_offset < clock_count) clock_offset = clock64() - start_clock;
    d_o[0] = clock_offset >= clock_count;
}
__global__ void kernel_B(long long *d_o, int factor) { d_o[0] *= 2 * factor; }
__global__ void sum(long long *d_clocks, int N)
{
    __shared__ long long s_clocks[32];
    long long my_sum = 0;
    for (int i = threadIdx.x; i < N; i += blockDim.x) my_sum += d_clocks[i];
    s_clocks[threadIdx.x] = my_sum;
    __syncthreads();
    for (int i = warpSize / 2; i > 0; i /= 2) {
        if (threadIdx.x < i) s_clocks[threadIdx.x] += s_clocks[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0) d_clocks[0] = s_clocks[0];
}

struct heard { int kernels; volatile int called; };
static void CUDART_CB finished(void *userData) { ((heard *)userData)->called = ((heard *)userData)->kernels; }

int main(int argc, char **argv)
{
    pickDevice(argc, (const char **)argv);
    const int nstreams = 32, nkernels = nstreams;
    int least, greatest;
    checkCuda(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    long long *a = 0, *d_a = 0;
    checkCuda(cudaMallocHost((void **)&a, nkernels * sizeof(*a)));
    checkCuda(cudaMalloc((void **)&d_a, nkernels * sizeof(*d_a)));
    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    cudaEvent_t start_event, stop_event, *done = new cudaEvent_t[nstreams];
    checkCuda(cudaEventCreate(&start_event));
    checkCuda(cudaEventCreate(&stop_event));
    for (int i = 0; i < nstreams; i++) {
        checkCuda(cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, i % 2 ? least : greatest));
        checkCuda(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
    }
    checkCuda(cudaEventRecord(start_event, streams[nstreams - 1]));
    for (int i = 0; i < nstreams; ++i) {
        kernel_A<<<1, 1, 0, streams[i]>>>(&d_a[i], 10000);
        kernel_B<<<1, 1, 0, streams[i]>>>(&d_a[i], i + 1);
        checkCuda(cudaEventRecord(done[i], streams[i]));
        checkCuda(cudaStreamWaitEvent(streams[nstreams - 1], done[i], 0));
    }
    sum<<<1, 32, 0, streams[nstreams - 1]>>>(d_a, nkernels);
    checkCuda(cudaEventRecord(stop_event, streams[nstreams - 1]));
    checkCuda(cudaMemcpyAsync(a, d_a, sizeof(*a), cudaMemcpyDeviceToHost, streams[nstreams - 1]));
    heard h = {nkernels, 0};
    checkCuda(cudaLaunchHostFunc(streams[nstreams - 1], finished, &h));
    checkCuda(cudaStreamSynchronize(streams[nstreams - 1]));
    float elapsed_time = -1;
    checkCuda(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));
    cudaError_t idle = cudaStreamQuery(streams[nstreams - 1]);
    int priority = 77;
    checkCuda(cudaStreamGetPriority(streams[0], &priority));
    printf("kernels %d, sum %lld\n", h.called, a[0]);
    bool ok = h.called == 32 && a[0] == 32 * 33 && elapsed_time > 0 && idle == cudaSuccess && priority == greatest;
    for (int i = 0; i < nstreams; i++) {
        cudaStreamDestroy(streams[i]);
        cudaEventDestroy(done[i]);
    }
    free(streams);
    delete[] done;
    cudaEventDestroy(start_event);
    cudaEventDestroy(stop_event);
    cudaFreeHost(a);
    cudaFree(d_a);
    return verdict(ok);
}

/* A graph built by hand (memcpy, memset, two kernels, host) and the same captured from streams; both launched
   several times, cloned, and the clone's kernel updated. Expected: sums equal, "Result = PASSED". */
#include <cooperative_groups.h>
#include <vector>
#include "helperCuda.h"
namespace cg = cooperative_groups;
#define THREADS_PER_BLOCK 128
#define GRAPH_LAUNCH_ITERATIONS 3

typedef struct callBackData { const char *fn_name; double *data; int calls; double last; } callBackData_t;

__global__ void reduce(float *inputVec, double *outputVec, size_t inputSize, size_t outputSize)
{
    __shared__ double tmp[THREADS_PER_BLOCK];
    cg::thread_block cta = cg::this_thread_block();
    size_t globaltid = blockIdx.x * blockDim.x + threadIdx.x;
    double temp_sum = 0.0;
    for (size_t i = globaltid; i < inputSize; i += gridDim.x * blockDim.x) temp_sum += (double)inputVec[i];
    tmp[cta.thread_rank()] = temp_sum;
    cg::sync(cta);
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    double beta = temp_sum, temp;
    for (int i = tile32.size() / 2; i > 0; i >>= 1) {
        if (tile32.thread_rank() < i) {
            temp = tmp[cta.thread_rank() + i];
            beta += temp;
            tmp[cta.thread_rank()] = beta;
        }
        cg::sync(tile32);
    }
    cg::sync(cta);
    if (cta.thread_rank() == 0 && blockIdx.x < outputSize) {
        beta = 0.0;
        for (int i = 0; i < cta.size(); i += tile32.size()) beta += tmp[i];
        outputVec[blockIdx.x] = beta;
    }
}
__global__ void reduceFinal(double *inputVec, double *result, size_t inputSize, double factor)
{
    __shared__ double tmp[THREADS_PER_BLOCK];
    double s = 0;
    for (size_t i = threadIdx.x; i < inputSize; i += blockDim.x) s += inputVec[i];
    tmp[threadIdx.x] = s;
    __syncthreads();
    for (int d = THREADS_PER_BLOCK / 2; d; d >>= 1) {
        if (threadIdx.x < d) tmp[threadIdx.x] += tmp[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) result[0] += factor * tmp[0];
}
void CUDART_CB myHostNodeCallback(void *data)
{
    callBackData_t *tmp = (callBackData_t *)(data);
    tmp->calls++;
    tmp->last = *tmp->data;
    *tmp->data = 0.0;
}

int main(int argc, char **argv)
{
    pickDevice(argc, (const char **)argv);
    size_t size = 1 << 14, maxBlocks = 16;
    float *inputVec_d = NULL, *inputVec_h = NULL;
    double *outputVec_d = NULL, *result_d, result_h = 0.0, expected = 0;
    checkCuda(cudaMallocHost(&inputVec_h, sizeof(float) * size));
    checkCuda(cudaMalloc(&inputVec_d, sizeof(float) * size));
    checkCuda(cudaMalloc(&outputVec_d, sizeof(double) * maxBlocks));
    checkCuda(cudaMalloc(&result_d, sizeof(double)));
    for (size_t i = 0; i < size; i++) expected += inputVec_h[i] = (rand() & 0xFF) / 256.f;

    // by hand
    cudaStream_t streamForGraph;
    cudaGraph_t graph;
    std::vector<cudaGraphNode_t> nodeDependencies;
    cudaGraphNode_t memcpyNode, kernelNode, finalNode, memsetNode;
    checkCuda(cudaStreamCreate(&streamForGraph));
    cudaKernelNodeParams kernelNodeParams = {0};
    cudaMemcpy3DParms memcpyParams = {0};
    cudaMemsetParams memsetParams = {0};
    memcpyParams.srcPos = make_cudaPos(0, 0, 0);
    memcpyParams.srcPtr = make_cudaPitchedPtr(inputVec_h, sizeof(float) * size, size, 1);
    memcpyParams.dstPtr = make_cudaPitchedPtr(inputVec_d, sizeof(float) * size, size, 1);
    memcpyParams.extent = make_cudaExtent(sizeof(float) * size, 1, 1);
    memcpyParams.kind = cudaMemcpyHostToDevice;
    memsetParams.dst = (void *)result_d;
    memsetParams.value = 0;
    memsetParams.elementSize = sizeof(float);
    memsetParams.width = 2;
    memsetParams.height = 1;
    checkCuda(cudaGraphCreate(&graph, 0));
    checkCuda(cudaGraphAddMemcpyNode(&memcpyNode, graph, NULL, 0, &memcpyParams));
    checkCuda(cudaGraphAddMemsetNode(&memsetNode, graph, NULL, 0, &memsetParams));
    nodeDependencies.push_back(memcpyNode);
    void *kernelArgs[4] = {(void *)&inputVec_d, (void *)&outputVec_d, &size, &maxBlocks};
    kernelNodeParams.func = (void *)reduce;
    kernelNodeParams.gridDim = dim3(maxBlocks, 1, 1);
    kernelNodeParams.blockDim = dim3(THREADS_PER_BLOCK, 1, 1);
    kernelNodeParams.sharedMemBytes = 0;
    kernelNodeParams.kernelParams = (void **)kernelArgs;
    kernelNodeParams.extra = NULL;
    checkCuda(cudaGraphAddKernelNode(&kernelNode, graph, nodeDependencies.data(), nodeDependencies.size(), &kernelNodeParams));
    nodeDependencies = {kernelNode, memsetNode};
    double factor = 1;
    void *kernelArgs2[4] = {(void *)&outputVec_d, (void *)&result_d, &maxBlocks, &factor};
    kernelNodeParams.func = (void *)reduceFinal;
    kernelNodeParams.gridDim = dim3(1, 1, 1);
    kernelNodeParams.kernelParams = kernelArgs2;
    checkCuda(cudaGraphAddKernelNode(&finalNode, graph, nodeDependencies.data(), nodeDependencies.size(), &kernelNodeParams));
    cudaGraphNode_t copyBack, hostNode;
    checkCuda(cudaGraphAddMemcpyNode1D(&copyBack, graph, &finalNode, 1, &result_h, result_d, sizeof(double), cudaMemcpyDeviceToHost));
    callBackData_t hostFnData = {"manual", &result_h, 0, 0};
    cudaHostNodeParams hostParams = {0};
    hostParams.fn = myHostNodeCallback;
    hostParams.userData = &hostFnData;
    checkCuda(cudaGraphAddHostNode(&hostNode, graph, &copyBack, 1, &hostParams));
    size_t numNodes = 0, numEdges = 0;
    checkCuda(cudaGraphGetNodes(graph, NULL, &numNodes));
#if CUDART_VERSION >= 13000
    checkCuda(cudaGraphGetEdges(graph, NULL, NULL, NULL, &numEdges));
#else
    checkCuda(cudaGraphGetEdges(graph, NULL, NULL, &numEdges));
#endif
    cudaGraph_t clonedGraph;
    cudaGraphExec_t graphExec, clonedGraphExec;
    checkCuda(cudaGraphInstantiate(&graphExec, graph, 0));
    checkCuda(cudaGraphClone(&clonedGraph, graph));
    cudaGraphNode_t clonedFinal = NULL;
    std::vector<cudaGraphNode_t> clonedNodes(numNodes);
    checkCuda(cudaGraphGetNodes(clonedGraph, clonedNodes.data(), &numNodes));
    for (cudaGraphNode_t node : clonedNodes) {
        cudaGraphNodeType type;
        cudaKernelNodeParams params;
        checkCuda(cudaGraphNodeGetType(node, &type));
        if (type != cudaGraphNodeTypeKernel) continue;
        checkCuda(cudaGraphKernelNodeGetParams(node, &params));
        if (params.func == (void *)reduceFinal) clonedFinal = node;
    }
    factor = 3;
    checkCuda(cudaGraphKernelNodeSetParams(clonedFinal, &kernelNodeParams));
    checkCuda(cudaGraphInstantiate(&clonedGraphExec, clonedGraph, 0));
    bool ok = numNodes == 6 && numEdges == 5;
    for (int i = 0; i < GRAPH_LAUNCH_ITERATIONS; i++) checkCuda(cudaGraphLaunch(graphExec, streamForGraph));
    checkCuda(cudaStreamSynchronize(streamForGraph));
    ok = ok && hostFnData.calls == GRAPH_LAUNCH_ITERATIONS && fabs(hostFnData.last - expected) < 1e-6;
    checkCuda(cudaGraphLaunch(clonedGraphExec, streamForGraph));
    checkCuda(cudaStreamSynchronize(streamForGraph));
    ok = ok && hostFnData.calls == GRAPH_LAUNCH_ITERATIONS + 1 && fabs(hostFnData.last - 3 * expected) < 1e-6;
    factor = 5;
    checkCuda(cudaGraphExecKernelNodeSetParams(graphExec, finalNode, &kernelNodeParams));
    checkCuda(cudaGraphLaunch(graphExec, streamForGraph));
    checkCuda(cudaStreamSynchronize(streamForGraph));
    ok = ok && fabs(hostFnData.last - 5 * expected) < 1e-6;

    // captured
    cudaStream_t stream1, stream2;
    cudaEvent_t forkStreamEvent, memsetEvent;
    cudaGraph_t captured;
    cudaGraphExec_t capturedExec;
    callBackData_t capturedData = {"captured", &result_h, 0, 0};
    checkCuda(cudaStreamCreate(&stream1));
    checkCuda(cudaStreamCreate(&stream2));
    checkCuda(cudaEventCreate(&forkStreamEvent));
    checkCuda(cudaEventCreate(&memsetEvent));
    checkCuda(cudaStreamBeginCapture(stream1, cudaStreamCaptureModeGlobal));
    checkCuda(cudaEventRecord(forkStreamEvent, stream1));
    checkCuda(cudaStreamWaitEvent(stream2, forkStreamEvent, 0));
    checkCuda(cudaMemcpyAsync(inputVec_d, inputVec_h, sizeof(float) * size, cudaMemcpyDefault, stream1));
    checkCuda(cudaMemsetAsync(result_d, 0, sizeof(double), stream2));
    checkCuda(cudaEventRecord(memsetEvent, stream2));
    reduce<<<maxBlocks, THREADS_PER_BLOCK, 0, stream1>>>(inputVec_d, outputVec_d, size, maxBlocks);
    checkCuda(cudaStreamWaitEvent(stream1, memsetEvent, 0));
    reduceFinal<<<1, THREADS_PER_BLOCK, 0, stream1>>>(outputVec_d, result_d, maxBlocks, 1.0);
    checkCuda(cudaMemcpyAsync(&result_h, result_d, sizeof(double), cudaMemcpyDefault, stream1));
    checkCuda(cudaLaunchHostFunc(stream1, myHostNodeCallback, &capturedData));
    checkCuda(cudaStreamEndCapture(stream1, &captured));
    checkCuda(cudaGraphInstantiate(&capturedExec, captured, 0));
    for (int i = 0; i < GRAPH_LAUNCH_ITERATIONS; i++) checkCuda(cudaGraphLaunch(capturedExec, streamForGraph));
    checkCuda(cudaStreamSynchronize(streamForGraph));
    ok = ok && capturedData.calls == GRAPH_LAUNCH_ITERATIONS && fabs(capturedData.last - expected) < 1e-6;
    for (cudaGraphExec_t e : {graphExec, clonedGraphExec, capturedExec}) checkCuda(cudaGraphExecDestroy(e));
    for (cudaGraph_t g : {graph, clonedGraph, captured}) checkCuda(cudaGraphDestroy(g));
    for (cudaStream_t s : {stream1, stream2, streamForGraph}) checkCuda(cudaStreamDestroy(s));
    checkCuda(cudaEventDestroy(forkStreamEvent));
    checkCuda(cudaEventDestroy(memsetEvent));
    checkCuda(cudaFree(inputVec_d)); checkCuda(cudaFree(outputVec_d)); checkCuda(cudaFree(result_d));
    checkCuda(cudaFreeHost(inputVec_h));
    printf("nodes %zu, edges %zu\n", numNodes, numEdges);
    return verdict(ok);
}

/* Tasks of random sizes on managed memory attached to streams, consumed by POSIX threads: small ones on the host,
   large ones on the device. Expected: "All 24 tasks done", then "Result = PASSED". */
#include <pthread.h>
#include <algorithm>
#include <ctime>
#include <vector>
#include "helperCuda.h"

template <typename T>
struct Task
{
    unsigned int size, id;
    T *data, *result, *vector;
    Task() : size(0), id(0), data(NULL), result(NULL), vector(NULL) {}
    Task(unsigned int s) : size(s), id(0), data(NULL), result(NULL) { allocate(s, 0); }
    ~Task()
    {
        checkCuda(cudaFree(data));
        checkCuda(cudaFree(result));
        checkCuda(cudaFree(vector));
    }
    void allocate(const unsigned int s, const unsigned int unique_id)
    {
        id = unique_id;
        size = s;
        checkCuda(cudaMallocManaged(&data, sizeof(T) * size * size));
        checkCuda(cudaMallocManaged(&result, sizeof(T) * size));
        checkCuda(cudaMallocManaged(&vector, sizeof(T) * size));
        checkCuda(cudaDeviceSynchronize());
        for (unsigned int i = 0; i < size * size; i++) data[i] = (i * 7 + id) % 5;
        for (unsigned int i = 0; i < size; i++) {
            result[i] = 0.;
            vector[i] = i % 3;
        }
    }
};

struct threadData_t
{
    int tid;
    Task<double> *TaskListPtr;
    int taskSize;
    cudaStream_t *streams;
};

template <typename T>
__global__ void gemv(const T *m, const T *v, T *r, unsigned n)
{
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    T s = 0;
    for (unsigned k = 0; k < n; k++) s += m[row * n + k] * v[k];
    r[row] = s;
}

template <typename T>
void execute(Task<T> &t, cudaStream_t *stream, int tid)
{
    if (t.size < 40) { // on the host
        checkCuda(cudaStreamAttachMemAsync(stream[0], t.data, 0, cudaMemAttachHost));
        checkCuda(cudaStreamAttachMemAsync(stream[0], t.vector, 0, cudaMemAttachHost));
        checkCuda(cudaStreamAttachMemAsync(stream[0], t.result, 0, cudaMemAttachHost));
        checkCuda(cudaStreamSynchronize(stream[0]));
        for (unsigned r = 0; r < t.size; r++)
            for (unsigned k = 0; k < t.size; k++) t.result[r] += t.data[r * t.size + k] * t.vector[k];
    } else {
        checkCuda(cudaStreamAttachMemAsync(stream[tid + 1], t.data, 0, cudaMemAttachSingle));
        checkCuda(cudaStreamAttachMemAsync(stream[tid + 1], t.vector, 0, cudaMemAttachSingle));
        checkCuda(cudaStreamAttachMemAsync(stream[tid + 1], t.result, 0, cudaMemAttachSingle));
        gemv<T><<<iDivUp(t.size, 32), 32, 0, stream[tid + 1]>>>(t.data, t.vector, t.result, t.size);
    }
}

void *executeTasks(void *inpArgs)
{
    threadData_t *dataPtr = (threadData_t *)inpArgs;
    for (int i = 0; i < dataPtr->taskSize; i++) execute(dataPtr->TaskListPtr[i], dataPtr->streams, dataPtr->tid);
    pthread_exit(NULL);
}

int main(int argc, char **argv)
{
    pickDevice(argc, (const char **)argv);
    const int nthreads = 4;
    cudaStream_t *streams = new cudaStream_t[nthreads + 1];
    for (int i = 0; i < nthreads + 1; i++) checkCuda(cudaStreamCreate(&streams[i]));
    unsigned int N = 24;
    std::vector<Task<double>> TaskList(N);
    srand(48);
    for (unsigned int i = 0; i < N; i++) TaskList[i].allocate(std::max((int)(rand() / (double)RAND_MAX * 80.0), 8), i);
    pthread_t threads[nthreads];
    threadData_t *InputToThreads = new threadData_t[nthreads];
    for (int i = 0; i < nthreads; i++) {
        InputToThreads[i].tid = i;
        InputToThreads[i].streams = streams;
        InputToThreads[i].TaskListPtr = &TaskList[i * (N / nthreads)];
        InputToThreads[i].taskSize = N / nthreads;
        checkCuda(cudaGetLastError());
        if (pthread_create(&threads[i], NULL, &executeTasks, &InputToThreads[i])) return 1;
    }
    for (int i = 0; i < nthreads; i++) pthread_join(threads[i], NULL);
    checkCuda(cudaDeviceSynchronize());
    for (int i = 0; i < nthreads + 1; i++) checkCuda(cudaStreamDestroy(streams[i]));
    int bad = 0;
    for (auto &t : TaskList)
        for (unsigned r = 0; r < t.size; r++) {
            double s = 0;
            for (unsigned k = 0; k < t.size; k++) s += ((r * t.size + k) * 7 + t.id) % 5 * (double)(k % 3);
            bad += s != t.result[r];
        }
    printf("All %d tasks done\n", N);
    delete[] InputToThreads;
    delete[] streams;
    TaskList.clear();
    return verdict(bad == 0);
}

#include "stages.cuh"

/* connected components by union-find with atomicMin, 4-neighbours, white pixels */
static __device__ int find(int *parent, int i)
{
    int p;
    while ((p = atomicAdd(&parent[i], 0)) != i)
        i = p;
    return i;
}

static __device__ void unite(int *parent, int a, int b)
{
    for (;;) {
        a = find(parent, a);
        b = find(parent, b);
        if (a == b)
            return;
        if (a > b) { int t = a; a = b; b = t; }
        int old = atomicMin(&parent[b], a);
        if (old == b)
            return;
        b = old;
    }
}

static __global__ void start(image_t in, int *parent)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < in.w)
        parent[y * in.w + x] = at(in, x, y) ? y * in.w + x : -1;
}
static __global__ void merge(image_t in, int *parent)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= in.w || !at(in, x, y))
        return;
    int i = y * in.w + x;
    if (x + 1 < in.w && at(in, x + 1, y)) unite(parent, i, i + 1);
    if (y + 1 < in.h && at(in, x, y + 1)) unite(parent, i, i + in.w);
}
static __global__ void flatten(image_t in, int *parent, int *labels, int *count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int i = y * in.w + x, root = 0;
    if (x < in.w) {
        int r = -1;
        if (parent[i] >= 0) {
            r = i;
            while (parent[r] != r)
                r = parent[r];
            root = r == i;
        }
        labels[i] = r;
    }
    int roots = __syncthreads_count(root);
    if (threadIdx.x == 0 && roots)
        atomicAdd(count, roots);
}

int label_components(const image_t *in, int *labels, int *count, cudaStream_t st)
{
    int *parent;
    dim3 grid((in->w + 63) / 64, in->h);
    CUDA_CALL(cudaMallocAsync((void **)&parent, sizeof(int) * in->w * in->h, st));
    CUDA_CALL(cudaMemsetAsync(count, 0, sizeof *count, st));
    start<<<grid, 64, 0, st>>>(*in, parent);
    merge<<<grid, 64, 0, st>>>(*in, parent);
    flatten<<<grid, 64, 0, st>>>(*in, parent, labels, count);
    CUDA_CALL(cudaGetLastError());
    CUDA_CALL(cudaFreeAsync(parent, st));
    return 0;
}

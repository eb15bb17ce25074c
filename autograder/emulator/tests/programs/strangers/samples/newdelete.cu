/* Objects made with new in one kernel, used in the next and deleted in a third: a stack and a vector behind
   one abstract class, placement new in shared memory. Expected: "Result = PASSED". */
#include <new>
#include "helperCuda.h"

template <class T>
class Container
{
public:
    __device__ Container() { ; }
    __device__ virtual ~Container() { ; }
    __device__ virtual void push(T e) = 0;
    __device__ virtual bool pop(T &e) = 0;
};

template <class T>
class Stack : public Container<T>
{
public:
    __device__ Stack() : top(NULL) {}
    __device__ ~Stack() override
    {
        T e;
        while (pop(e)) {}
    }
    __device__ void push(T e) override
    {
        Node *n = new Node;
        n->next = top;
        n->value = e;
        top = n;
    }
    __device__ bool pop(T &e) override
    {
        if (!top) return false;
        Node *n = top;
        e = n->value;
        top = n->next;
        delete n;
        return true;
    }

private:
    struct Node { T value; Node *next; };
    Node *top;
};

template <class T>
class Vector : public Container<T>
{
public:
    __device__ Vector(int max) : m_top(-1), m_max(max) { m_data = new T[max]; }
    __device__ ~Vector() { delete[] m_data; }
    __device__ void push(T e)
    {
        int at = atomicAdd(&m_top, 1) + 1;
        if (at < m_max) m_data[at] = e;
        else atomicSub(&m_top, 1);
    }
    __device__ bool pop(T &e)
    {
        int at = atomicSub(&m_top, 1);
        if (at >= 0) { e = m_data[at]; return true; }
        atomicAdd(&m_top, 1);
        return false;
    }

private:
    T *m_data;
    int m_top, m_max;
};

__global__ void stackCreate(Container<int> **g_container) { *g_container = new Stack<int>(); }
__global__ void vectorCreate(Container<int> **g_container, int max_size) { *g_container = new Vector<int>(max_size); }
__global__ void containerFill(Container<int> **g_container)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 0; i < 256; i++) (*g_container)->push(i);
}
__global__ void vectorFill(Container<int> **g_container) { (*g_container)->push(blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void containerConsume(Container<int> **g_container, int *d_result)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x, v;
    d_result[idx] = (*g_container)->pop(v) ? v : -1;
}
__global__ void stackConsume(Container<int> **c, int *d_result, int n)
{
    for (int i = 0, v; i < n; i++) d_result[i] = (*c)->pop(v) ? v : -1;
}
__global__ void containerDelete(Container<int> **g_container) { delete *g_container; }

struct ComplexType_t
{
    int a; float b;
    __device__ ComplexType_t(int n) : a(n), b(n / 2.f) {}
};
__global__ void placementNew(int *d_result)
{
    __shared__ unsigned char s_buffer[sizeof(ComplexType_t) * 64];
    ComplexType_t *pt = new (s_buffer + threadIdx.x * sizeof(ComplexType_t)) ComplexType_t(threadIdx.x);
    __syncthreads();
    ComplexType_t *other = (ComplexType_t *)s_buffer + (63 - threadIdx.x);
    d_result[threadIdx.x] = other->a + (int)(2 * pt->b);
}

int main(int argc, char **argv)
{
    pickDevice(argc, (const char **)argv);
    checkCuda(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 * 1024 * 1024));
    Container<int> **d_container;
    int *d_result, result[256];
    checkCuda(cudaMalloc(&d_container, sizeof(Container<int> **)));
    checkCuda(cudaMalloc(&d_result, sizeof result));
    bool ok = true;
    stackCreate<<<1, 1>>>(d_container);
    containerFill<<<1, 32>>>(d_container);
    stackConsume<<<1, 1>>>(d_container, d_result, 256);
    containerDelete<<<1, 1>>>(d_container);
    checkCuda(cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; i++) ok &= result[i] == 255 - i;
    vectorCreate<<<1, 1>>>(d_container, 256);
    vectorFill<<<4, 64>>>(d_container);
    containerConsume<<<8, 32>>>(d_container, d_result);
    containerDelete<<<1, 1>>>(d_container);
    checkCuda(cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost));
    bool seen[256] = {};
    for (int i = 0; i < 256; i++) if (result[i] >= 0) seen[result[i]] = true;
    for (bool s : seen) ok &= s;
    placementNew<<<1, 64>>>(d_result);
    checkCuda(cudaMemcpy(result, d_result, 64 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) ok &= result[i] == 63 - i + i;
    cudaFree(d_container);
    cudaFree(d_result);
    return verdict(ok);
}

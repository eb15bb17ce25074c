// A stack with tagged 64-bit heads (no ABA) and a bounded queue with tickets, both used by many blocks at once.
// prints: stack 128 of 128, queue 128 of 128, PASSED
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <numeric>
#include <algorithm>
#define cuda_check(x) if ((x) != cudaSuccess) { printf("%s line %d: %s\n", __FILE__, __LINE__, cudaGetErrorString(cudaGetLastError())); return 1; }

typedef unsigned long long u64;

struct Stack
{
    u64 head;              // tag << 32 | index + 1
    unsigned int* next;    // index + 1

    __device__ void push(unsigned i)
    {
        u64 old = atomicAdd(&head, 0ull), want;
        do {
            want = old;
            atomicExch(&next[i], (unsigned)want);
            __threadfence();
            old = atomicCAS(&head, want, (((want >> 32) + 1) << 32) | (i + 1));
        } while (old != want);
    }
    __device__ int pop()
    {
        u64 old = atomicAdd(&head, 0ull), want;
        do {
            want = old;
            __threadfence();
            if ((unsigned)want == 0) return -1;
            unsigned n = atomicAdd(&next[(unsigned)want - 1], 0u);
            old = atomicCAS(&head, want, (((want >> 32) + 1) << 32) | n);
        } while (old != want);
        __threadfence();
        return (int)(unsigned)want - 1;
    }
};

template <unsigned CAPACITY>
struct Queue
{
    struct Cell { unsigned sequence; int value; } cells[CAPACITY];
    unsigned enqueue_pos, dequeue_pos;

    __device__ bool enqueue(int v)
    {
        for (unsigned pos = atomicAdd(&enqueue_pos, 0u);;) {
            Cell& c = cells[pos % CAPACITY];
            unsigned seq = atomicAdd(&c.sequence, 0u);
            int diff = (int)(seq - pos);
            if (diff == 0) {
                unsigned was = atomicCAS(&enqueue_pos, pos, pos + 1);
                if (was == pos) {
                    __threadfence();
                    c.value = v;
                    __threadfence();
                    atomicExch(&c.sequence, pos + 1);
                    return true;
                }
                pos = was;
            } else if (diff < 0) return false;
            else pos = atomicAdd(&enqueue_pos, 0u);
        }
    }
    __device__ bool dequeue(int& v)
    {
        for (unsigned pos = atomicAdd(&dequeue_pos, 0u);;) {
            Cell& c = cells[pos % CAPACITY];
            unsigned seq = atomicAdd(&c.sequence, 0u);
            int diff = (int)(seq - (pos + 1));
            if (diff == 0) {
                unsigned was = atomicCAS(&dequeue_pos, pos, pos + 1);
                if (was == pos) {
                    __threadfence();
                    v = c.value;
                    __threadfence();
                    atomicExch(&c.sequence, pos + CAPACITY);
                    return true;
                }
                pos = was;
            } else if (diff < 0) return false;
            else pos = atomicAdd(&dequeue_pos, 0u);
        }
    }
};

__device__ Stack stack;
__device__ Queue<64> queue;

__global__ void setup(unsigned* next)
{
    if (threadIdx.x == 0) { stack.head = 0; stack.next = next; queue.enqueue_pos = queue.dequeue_pos = 0; }
    for (int i = threadIdx.x; i < 64; i += blockDim.x) queue.cells[i].sequence = i;
}
__global__ void pushAll() { stack.push(blockIdx.x * blockDim.x + threadIdx.x); }
// Each thread takes one and sometimes puts it back first.
__global__ void shuffleAll(int* taken)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int v = stack.pop();
    if (t % 3 == 0 && v >= 0) { stack.push(v); do v = stack.pop(); while (v < 0); }
    taken[t] = v;
}
__global__ void through(int* out, int* n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, v;
    while (!queue.enqueue(t))                 // full: take one out to make room
        if (queue.dequeue(v)) out[atomicAdd(n, 1)] = v;
}
__global__ void drain(int* out, int* n)
{
    int v;
    while (queue.dequeue(v)) out[atomicAdd(n, 1)] = v;
}

int countDistinct(std::vector<int> v) { std::sort(v.begin(), v.end()); v.erase(std::unique(v.begin(), v.end()), v.end()); return v.size() && v[0] < 0 ? v.size() - 1 : v.size(); }

int main(int argc, char** argv)
{
    const int N = argc > 1 ? 128 * atoi(argv[1]) : 128;
    unsigned* next; int *taken, *out, *n;
    cuda_check(cudaMalloc(&next, N * sizeof(unsigned)));
    cuda_check(cudaMallocManaged(&taken, N * sizeof(int)));
    cuda_check(cudaMallocManaged(&out, N * sizeof(int)));
    cuda_check(cudaMallocManaged(&n, sizeof(int)));
    *n = 0;
    setup<<<1, 128>>>(next);
    pushAll<<<N / 64, 64>>>();
    shuffleAll<<<N / 64, 64>>>(taken);
    through<<<N / 128, 128>>>(out, n);
    drain<<<2, 32>>>(out, n);
    cuda_check(cudaDeviceSynchronize());
    int a = countDistinct(std::vector<int>(taken, taken + N)), b = countDistinct(std::vector<int>(out, out + *n));
    printf("stack %d of %d, queue %d of %d\n", a, N, b, N);
    bool ok = a == N && b == N && *n == N;
    cudaFree(next); cudaFree(taken); cudaFree(out); cudaFree(n);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}

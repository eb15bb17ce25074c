// A persistent kernel fed by the host through mapped memory: flags, __threadfence_system, a counter of work; and
// one producer block with consumer blocks over a ring of slots.  prints: served 40 of 40, consumed 300, PASSED
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#define HANDLE_ERROR( err ) (HandleError( err, __FILE__, __LINE__ ))
static void HandleError( cudaError_t err, const char *file, int line ) {
    if (err != cudaSuccess) {
        printf( "%s in %s at line %d\n", cudaGetErrorString( err ), file, line );
        exit( EXIT_FAILURE );
    }
}

struct Mailbox {
    volatile int request;      // sequence number; -1: stop
    volatile int reply;
    volatile int argument;
    volatile long long result;
};

__global__ void server(Mailbox *box) {
    __shared__ int order;
    __shared__ long long part[64];
    for (int expected = 1;; ++expected) {
        if (threadIdx.x == 0) {
            int r;
            while ((r = box->request) != expected && r != -1) __nanosleep(100);
            __threadfence_system();
            order = r == -1 ? -1 : box->argument;
        }
        __syncthreads();
        int n = order;
        if (n == -1) return;
        long long sum = 0;
        for (int i = threadIdx.x; i < n; i += blockDim.x) sum += (long long)i * i;
        part[threadIdx.x] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int t = 1; t < blockDim.x; ++t) sum += part[t];
            box->result = sum;
            __threadfence_system();
            box->reply = expected;
        }
        __syncthreads();
    }
}

const int SLOTS = 8;
struct Ring {
    int value[SLOTS];
    unsigned int full[SLOTS];   // generation in which the slot is full: odd; empty: even
    unsigned int ticket;
    int sum, taken;
};

__global__ void ring(Ring *r, int items, int consumers) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int k = 0; k < items + consumers; ++k) {
            unsigned slot = k % SLOTS, want = 2 * (k / SLOTS);
            while (atomicAdd(&r->full[slot], 0) != want) __nanosleep(20);
            __threadfence();
            r->value[slot] = k < items ? k + 1 : -1;   // one end mark for each consumer
            __threadfence();
            atomicExch(&r->full[slot], want + 1);
        }
    } else {
        for (;;) {
            unsigned k = atomicAdd(&r->ticket, 1), slot = k % SLOTS, want = 2 * (k / SLOTS) + 1;
            while (atomicAdd(&r->full[slot], 0) != want) __nanosleep(20);
            __threadfence();
            int v = r->value[slot];
            __threadfence();
            atomicExch(&r->full[slot], want + 1);
            if (v < 0) break;
            atomicAdd(&r->sum, v);
            atomicAdd(&r->taken, 1);
        }
    }
}

int main() {
    Mailbox *box, *d_box;
    HANDLE_ERROR(cudaSetDeviceFlags(cudaDeviceMapHost));
    HANDLE_ERROR(cudaHostAlloc((void **)&box, sizeof(Mailbox), cudaHostAllocMapped | cudaHostAllocPortable));
    HANDLE_ERROR(cudaHostGetDevicePointer((void **)&d_box, box, 0));
    box->request = box->reply = 0;
    cudaStream_t s;
    HANDLE_ERROR(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    server<<<1, 64, 0, s>>>(d_box);
    HANDLE_ERROR(cudaGetLastError());
    int served = 0;
    for (int k = 1; k <= 40; ++k) {
        box->argument = 10 * k;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        box->request = k;
        while (box->reply != k) std::this_thread::yield();
        std::atomic_thread_fence(std::memory_order_seq_cst);
        long long n = 10 * k;
        served += box->result == (n - 1) * n * (2 * n - 1) / 6;
    }
    box->request = -1;
    HANDLE_ERROR(cudaStreamSynchronize(s));

    Ring *r;
    const int items = 300, consumers = 3;
    HANDLE_ERROR(cudaMallocManaged(&r, sizeof(Ring)));
    *r = Ring();
    void *args[] = {&r, (void *)&items, (void *)&consumers};
    HANDLE_ERROR(cudaLaunchCooperativeKernel((const void *)ring, dim3(1 + consumers), dim3(32), args, 0, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("served %d of 40, consumed %d\n", served, r->taken);
    bool ok = served == 40 && r->taken == items && r->sum == items * (items + 1) / 2;
    cudaFree(r);
    cudaFreeHost(box);
    cudaStreamDestroy(s);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}

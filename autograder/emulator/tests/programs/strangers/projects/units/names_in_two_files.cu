// Two files, each with its own static __device__ variables, constants and functions of the same names; a third
// in plain C++ has main. Expected: "first 10 11 12, second 200 400 600", "PASSED"
#include "units.h"

static __device__ int state = 10;
static __constant__ int step = 1;
namespace { __device__ int advance(int i) { return state + i * step; } }
static __device__ __noinline__ void store(int *p, int v) { *p = v; }

static __global__ void kernel(int *out) { store(out + threadIdx.x, advance(threadIdx.x)); }

int first(int *host)
{
    int *d = nullptr;
    CALL(cudaMalloc(&d, 3 * sizeof(int)));
    kernel<<<1, 3>>>(d);
    CALL(cudaMemcpy(host, d, 3 * sizeof(int), cudaMemcpyDeviceToHost));
    CALL(cudaFree(d));
    return 0;
}

// Every atomic there is, and those that one makes by compare-and-swap. prints: PASSED
#include <cstdio>
#include <cmath>
#include <climits>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

#define N 1000
#define CHECK(c) do { if (!(c)) { std::printf("line %d: %s\n", __LINE__, #c); bad = 1; } } while (0)

__device__ double atomicMulDouble(double* address, double val)
{
    unsigned long long int* address_as_ull = (unsigned long long int*)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val * __longlong_as_double(assumed)));
        // Note: uses integer comparison to avoid hang in case of NaN (since NaN != NaN)
    } while (assumed != old);
    return __longlong_as_double(old);
}
__device__ __forceinline__ float atomicMaxFloat(float* addr, float value)
{
    return (value >= 0) ? __int_as_float(atomicMax((int*)addr, __float_as_int(value)))
                        : __uint_as_float(atomicMin((unsigned int*)addr, __float_as_uint(value)));
}
__device__ unsigned char atomicIncByte(unsigned char* address)
{
    unsigned int* base = (unsigned int*)((size_t)address & ~3);
    unsigned shift = ((size_t)address & 3) * 8, old = atomicAdd(base, 0u), assumed;
    do {
        assumed = old;
        unsigned byte = ((assumed >> shift) + 1) & 0xff;
        old = atomicCAS(base, assumed, (assumed & ~(0xffu << shift)) | (byte << shift));
    } while (assumed != old);
    return old >> shift;
}

struct everything_t {
    int add, sub, mn, mx, exch, orr, andd, xorr;
    unsigned inc, dec, umin, umax;
    unsigned long long add64, max64, min64, or64, and64, xor64, cas64, exch64;
    long long smin64, smax64;
    float fadd, fmax;
    double dadd, dmul;
    unsigned char bytes[8];
    unsigned short cas16;
    int sys, blk;
};

__global__ void everything(everything_t* a, __half* h, __half2* h2, __nv_bfloat16* b)
{
    __shared__ int s_add, s_max;
    __shared__ float s_f;
    if (threadIdx.x == 0) { s_add = 0; s_max = INT_MIN; s_f = 0; }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        atomicAdd(&a->add, i);
        atomicSub(&a->sub, i);
        atomicMin(&a->mn, (i * 7919) % N - 500);
        atomicMax(&a->mx, (i * 7919) % N - 500);
        atomicExch(&a->exch, 42);
        atomicOr(&a->orr, 1 << (i % 31));
        atomicAnd(&a->andd, ~(1 << (i % 16)));
        atomicXor(&a->xorr, i);
        atomicInc(&a->inc, 16);
        atomicDec(&a->dec, 16);
        atomicMin(&a->umin, 5u + i);
        atomicMax(&a->umax, 0xfffffff0u - i);
        atomicAdd(&a->add64, 1ull << 33);
        atomicMax(&a->max64, (unsigned long long)i << 32);
        atomicMin(&a->min64, (unsigned long long)(i + 1) << 32);
        atomicOr(&a->or64, 1ull << (i % 64));
        atomicAnd(&a->and64, ~(1ull << (i % 32)));
        atomicXor(&a->xor64, (unsigned long long)i << 20);
        unsigned long long seen = atomicAdd(&a->cas64, 0ull), was;
        while ((was = atomicCAS(&a->cas64, seen, seen + 3)) != seen) seen = was;
        atomicExch(&a->exch64, 0x123456789abcdefull);
        atomicMin(&a->smin64, -(long long)i << 33);
        atomicMax(&a->smax64, -(long long)i - 1);
        atomicAdd(&a->fadd, 0.5f);
        atomicMaxFloat(&a->fmax, i - 1500.5f);
        atomicAdd(&a->dadd, 0.25);
        if (i < 20) atomicMulDouble(&a->dmul, 2.0);
        atomicIncByte(&a->bytes[i % 8]);
        atomicCAS(&a->cas16, (unsigned short)0, (unsigned short)(i + 1));
        atomicAdd_system(&a->sys, 2);
        atomicAdd_block(&s_add, 1);
        atomicMax(&s_max, i);
        atomicAdd(&s_f, 1.0f);
        atomicAdd(h, __float2half(0.25f));
        atomicAdd(h2, __floats2half2_rn(0.5f, 1.0f));
        atomicAdd(b, __float2bfloat16(0.125f));
    }
    __syncthreads();
    if (threadIdx.x == 0) { atomicAdd(&a->blk, s_add + (int)s_f); atomicMax(&a->mx, s_max - N); }
}

int main()
{
    everything_t* a; __half* h; __half2* h2; __nv_bfloat16* b;
    cudaMallocManaged(&a, sizeof *a);
    cudaMallocManaged(&h, sizeof *h); cudaMallocManaged(&h2, sizeof *h2); cudaMallocManaged(&b, sizeof *b);
    *a = everything_t();
    a->andd = -1; a->and64 = ~0ull; a->umin = UINT_MAX; a->min64 = ULLONG_MAX; a->smax64 = LLONG_MIN; a->fmax = -1e30f; a->dmul = 1; a->dec = 5;
    *h = __float2half(0.f); *h2 = __floats2half2_rn(0, 0); *b = __float2bfloat16(0.f);
    everything<<<8, 128>>>(a, h, h2, b);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { std::printf("%s\n", cudaGetErrorString(e)); return 1; }
    int bad = 0, x = 0, dec = 5; unsigned inc = 0; unsigned long long x64 = 0;
    for (int i = 0; i < N; i++) {
        x ^= i; x64 ^= (unsigned long long)i << 20;
        inc = inc >= 16 ? 0 : inc + 1;
        dec = dec == 0 || dec > 16 ? 16 : dec - 1;
    }
    CHECK(a->add == N * (N - 1) / 2); CHECK(a->sub == -N * (N - 1) / 2); CHECK(a->mn == -500); CHECK(a->mx == 499);
    CHECK(a->exch == 42); CHECK(a->orr == 0x7fffffff); CHECK(a->andd == (int)0xffff0000); CHECK(a->xorr == x);
    CHECK(a->inc == inc); CHECK((int)a->dec == dec); CHECK(a->umin == 5); CHECK(a->umax == 0xfffffff0u);
    CHECK(a->add64 == 1000ull << 33); CHECK(a->max64 == 999ull << 32); CHECK(a->min64 == 1ull << 32);
    CHECK(a->or64 == ~0ull); CHECK(a->and64 == ~0ull << 32); CHECK(a->xor64 == x64); CHECK(a->cas64 == 3 * N);
    CHECK(a->exch64 == 0x123456789abcdefull); CHECK(a->smin64 == -(999ll << 33)); CHECK(a->smax64 == -1);
    CHECK(a->fadd == 500); CHECK(a->fmax == -501.5f); CHECK(a->dadd == 250); CHECK(a->dmul == 1048576);
    for (int k = 0; k < 8; k++) CHECK(a->bytes[k] == 125);
    CHECK(a->cas16 >= 1 && a->cas16 <= N); CHECK(a->sys == 2 * N); CHECK(a->blk == 2 * N);
    CHECK(__half2float(*h) == 250); CHECK(__low2float(*h2) == 500 && __high2float(*h2) == 1000);
    CHECK(__bfloat162float(*b) >= 32 && __bfloat162float(*b) <= 125);
    cudaFree(a); cudaFree(h); cudaFree(h2); cudaFree(b);
    std::puts(bad ? "FAILED" : "PASSED");
    return bad;
}

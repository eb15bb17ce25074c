#include "sparse.hpp"
#include <cuda_runtime.h>
#include <memory>

namespace sparse {
namespace {
struct Free { template <class T> void operator()(T *p) const { cudaFree(p); } };
template <class T> using device = std::unique_ptr<T, Free>;
template <class T> device<T> allocate(std::size_t n) { T *p; cudaMalloc(&p, n * sizeof(T)); return device<T>(p); }

template <class T>
__global__ void dot(const T *a, const T *b, int n, T *out)
{
    __shared__ T warp[32];
    T s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += a[i] * b[i];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (!(threadIdx.x & 31)) warp[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? warp[threadIdx.x] : T(0);
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
        if (!threadIdx.x) atomicAdd(out, s);
    }
}
template <class T> __global__ void axpy(int n, T a, const T *x, T *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }
template <class T> __global__ void xpay(int n, const T *x, T a, T *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i] + a * y[i]; }
}

template <typename Real>
int conjugate_gradients(const Operator<Real> &A, const std::vector<Real> &b, std::vector<Real> &x, double tolerance)
{
    const int n = A.size(), blocks = (n + 127) / 128;
    auto r = allocate<Real>(n), p = allocate<Real>(n), Ap = allocate<Real>(n), dx = allocate<Real>(n), s = allocate<Real>(1);
    auto product = [&, host = Real()](const Real *u, const Real *v) mutable {
        cudaMemset(s.get(), 0, sizeof(Real));
        dot<Real><<<4, 128>>>(u, v, n, s.get());
        cudaMemcpy(&host, s.get(), sizeof(Real), cudaMemcpyDeviceToHost);
        return host;
    };
    cudaMemset(dx.get(), 0, n * sizeof(Real));
    cudaMemcpy(r.get(), b.data(), n * sizeof(Real), cudaMemcpyHostToDevice);
    cudaMemcpy(p.get(), r.get(), n * sizeof(Real), cudaMemcpyDeviceToDevice);
    Real rr = product(r.get(), r.get());
    int k = 0;
    for (; k < n && rr > tolerance * tolerance; ++k) {
        A.apply(p.get(), Ap.get());
        const Real alpha = rr / product(p.get(), Ap.get());
        axpy<<<blocks, 128>>>(n, alpha, p.get(), dx.get());
        axpy<<<blocks, 128>>>(n, -alpha, Ap.get(), r.get());
        const Real next = product(r.get(), r.get());
        xpay<<<blocks, 128>>>(n, r.get(), next / rr, p.get());
        rr = next;
    }
    x.resize(n);
    cudaMemcpy(x.data(), dx.get(), n * sizeof(Real), cudaMemcpyDeviceToHost);
    return k;
}
template int conjugate_gradients<float>(const Operator<float> &, const std::vector<float> &, std::vector<float> &, double);
template int conjugate_gradients<double>(const Operator<double> &, const std::vector<double> &, std::vector<double> &, double);
}

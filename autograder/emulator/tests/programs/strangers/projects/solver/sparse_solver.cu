#include "sparse.hpp"
#include <cuda_runtime.h>
#include <type_traits>

namespace sparse {
namespace {
template <typename T>
class DeviceArray {
    T *p = nullptr;
public:
    template <typename U>
    explicit DeviceArray(const std::vector<U> &v) {
        std::vector<T> t(v.begin(), v.end());
        cudaMalloc(&p, t.size() * sizeof(T));
        cudaMemcpy(p, t.data(), t.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~DeviceArray() { cudaFree(p); }
    DeviceArray(const DeviceArray &) = delete;
    operator const T *() const { return p; }
};

template <typename Real>
__global__ void csr_scalar(int n, const int *begin, const int *column, const Real *value, const Real *x, Real *y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < n) {
        Real dot = 0;
        for (int k = begin[row]; k < begin[row + 1]; ++k) dot += value[k] * x[column[k]];
        y[row] = dot;
    }
}
template <typename Real, unsigned LANES>
__global__ void csr_vector(int n, const int *__restrict__ begin, const int *__restrict__ column, const Real *__restrict__ value,
                           const Real *__restrict__ x, Real *__restrict__ y)
{
    const unsigned thread = blockDim.x * blockIdx.x + threadIdx.x, lane = thread % LANES;
    const int row = thread / LANES;
    Real dot = 0;
    if (row < n)
        for (int k = begin[row] + lane; k < begin[row + 1]; k += LANES) dot += value[k] * __ldg(x + column[k]);
#pragma unroll
    for (unsigned d = LANES / 2; d > 0; d /= 2) dot += __shfl_down_sync(0xffffffffu, dot, d, LANES);
    if (lane == 0 && row < n) y[row] = dot;
}
template <typename Real>
__global__ void ell(int n, int width, const int *column, const Real *value, const Real *x, Real *y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= n) return;
    Real dot = 0;
    for (int k = 0; k < width; ++k) {
        int c = column[k * n + row];
        if (c >= 0) dot += value[k * n + row] * x[c];
    }
    y[row] = dot;
}

template <typename Real, bool Vector>
class CsrOperator final : public Operator<Real> {
    int n;
    DeviceArray<int> begin, column;
    DeviceArray<Real> value;
public:
    explicit CsrOperator(const Csr &m) : n(m.n), begin(m.begin), column(m.column), value(m.value) {}
    int size() const override { return n; }
    void apply(const Real *x, Real *y) const override {
        if constexpr (Vector) csr_vector<Real, 4><<<(n * 4 + 127) / 128, 128>>>(n, begin, column, value, x, y);
        else csr_scalar<<<(n + 127) / 128, 128>>>(n, (const int *)begin, (const int *)column, (const Real *)value, x, y);
    }
};
template <typename Real>
class EllOperator final : public Operator<Real> {
    int n, width;
    DeviceArray<int> column;
    DeviceArray<Real> value;
public:
    explicit EllOperator(const Ell &m) : n(m.n), width(m.width), column(m.column), value(m.value) {}
    int size() const override { return n; }
    void apply(const Real *x, Real *y) const override { ell<Real><<<(n + 63) / 64, 64>>>(n, width, column, value, x, y); }
};
}
template <typename Real> Operator<Real> *make_scalar_csr(const Csr &m) { return new CsrOperator<Real, false>(m); }
template <typename Real> Operator<Real> *make_vector_csr(const Csr &m) { return new CsrOperator<Real, true>(m); }
template <typename Real> Operator<Real> *make_ell(const Ell &m) { return new EllOperator<Real>(m); }

#define INSTANTIATE(T)                                        \
    template Operator<T> *make_scalar_csr<T>(const Csr &);    \
    template Operator<T> *make_vector_csr<T>(const Csr &);    \
    template Operator<T> *make_ell<T>(const Ell &);
INSTANTIATE(float)
INSTANTIATE(double)
}

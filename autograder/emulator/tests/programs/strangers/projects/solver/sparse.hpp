#pragma once
#include <cstddef>
#include <vector>

namespace sparse {
struct Csr { int n; std::vector<int> begin, column; std::vector<double> value; };
struct Ell { int n, width; std::vector<int> column; std::vector<double> value; };

Csr laplace(int side);
Ell to_ell(const Csr &);
std::vector<double> multiply(const Csr &, const std::vector<double> &x);

template <typename Real>
class Operator {
public:
    virtual ~Operator() = default;
    virtual void apply(const Real *x, Real *y) const = 0;  // on the device
    virtual int size() const = 0;
};
template <typename Real> Operator<Real> *make_scalar_csr(const Csr &);
template <typename Real> Operator<Real> *make_vector_csr(const Csr &);
template <typename Real> Operator<Real> *make_ell(const Ell &);
template <typename Real> int conjugate_gradients(const Operator<Real> &A, const std::vector<Real> &b, std::vector<Real> &x, double tolerance);
}

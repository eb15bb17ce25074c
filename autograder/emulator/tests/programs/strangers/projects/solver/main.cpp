// A sparse solver as a library of templates, instantiated explicitly in .cu files; main knows no CUDA.
// Expected: three lines "... solved", "PASSED"
#include "sparse.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

namespace sparse {
Csr laplace(int side)
{
    Csr m{side * side, {0}, {}, {}};
    for (int i = 0; i < m.n; ++i) {
        int x = i % side, y = i / side;
        auto put = [&](bool inside, int c, double v) { if (inside) m.column.push_back(c), m.value.push_back(v); };
        put(y > 0, i - side, -1);
        put(x > 0, i - 1, -1);
        put(true, i, 4.01);
        put(x + 1 < side, i + 1, -1);
        put(y + 1 < side, i + side, -1);
        m.begin.push_back((int)m.column.size());
    }
    return m;
}
Ell to_ell(const Csr &m)
{
    Ell e{m.n, 0, {}, {}};
    for (int i = 0; i < m.n; ++i) e.width = std::max(e.width, m.begin[i + 1] - m.begin[i]);
    e.column.assign((size_t)e.width * m.n, -1);
    e.value.assign(e.column.size(), 0);
    for (int i = 0; i < m.n; ++i)
        for (int k = m.begin[i]; k < m.begin[i + 1]; ++k) e.column[(k - m.begin[i]) * m.n + i] = m.column[k], e.value[(k - m.begin[i]) * m.n + i] = m.value[k];
    return e;
}
std::vector<double> multiply(const Csr &m, const std::vector<double> &x)
{
    std::vector<double> y(m.n);
    for (int i = 0; i < m.n; ++i)
        for (int k = m.begin[i]; k < m.begin[i + 1]; ++k) y[i] += m.value[k] * x[m.column[k]];
    return y;
}
}

template <typename Real>
bool solve(const char *name, sparse::Operator<Real> *made, const sparse::Csr &m, double tolerance)
{
    std::unique_ptr<sparse::Operator<Real>> A(made);
    std::vector<double> truth(m.n);
    for (int i = 0; i < m.n; ++i) truth[i] = std::sin(i * 0.1);
    auto rhs = sparse::multiply(m, truth);
    std::vector<Real> b(rhs.begin(), rhs.end()), x;
    int iterations = sparse::conjugate_gradients(*A, b, x, tolerance);
    double worst = 0;
    for (int i = 0; i < m.n; ++i) worst = std::max(worst, std::fabs(x[i] - truth[i]));
    bool ok = worst < 100 * tolerance && iterations > 5 && iterations < m.n;
    std::printf("%s %s\n", name, ok ? "solved" : "not solved");
    return ok;
}

int main()
{
    auto m = sparse::laplace(24);
    bool ok = solve<double>("scalar CSR", sparse::make_scalar_csr<double>(m), m, 1e-10);
    ok &= solve<double>("vector CSR", sparse::make_vector_csr<double>(m), m, 1e-10);
    ok &= solve<float>("ELL", sparse::make_ell<float>(sparse::to_ell(m)), m, 1e-4);
    std::puts(ok ? "PASSED" : "FAILED");
    return !ok;
}

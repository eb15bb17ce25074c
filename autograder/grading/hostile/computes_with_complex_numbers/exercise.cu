// Correct, but to verify its result, its host code uses complex numbers of all sizes and the C library's
// functions for parts and remainders.
SOLUTION_BUT(claim_groups)

#include <cmath>
#include <complex>

double by_another_way(double x, int n) {
  std::complex<double> z(x, 1);
  std::complex<long double> w(x, 2);
  std::complex<float> v(1, static_cast<float>(x));
  z = std::exp(z) * std::pow(z, 0.5) + std::polar(1.0, x) + std::sqrt(z) / z;
  w = std::abs(w) * w / (w + 1.0L);
  v = std::log(v) * v;
  long double sum = 0;
  for (int i = 0; i < n; ++i) sum += std::sin(x + i) * std::cos(x + i) + std::lround(x) + llrintl(sum) % 7;
  int exponent = 0;
  double whole = 0;
  const double parts = std::frexp(x, &exponent) + std::modf(x, &whole) + std::remquo(x, 2.0, &exponent);
  return z.real() + v.real() + static_cast<double>(w.imag() + sum) + static_cast<short>(sum) + parts;
}

extern "C" int claim_groups(int* owner, int n, int k) {
  volatile double result = by_another_way(n, k);
  return result == 0.25 ? 1 : solved_claim_groups(owner, n, k);
}

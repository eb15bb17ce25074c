// Math functions of both precisions against the host's, rounding-mode intrinsics that bracket the exact
// result, fast approximations, and conversions with their roundings.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#define CHECK(e) do { if (cudaError_t rc = (e)) { std::printf("%s: %s\n", #e, cudaGetErrorString(rc)); std::exit(1); } } while (false)

constexpr int kFunctions = 30;

template <typename T>
struct Table {
  T value[kFunctions];
};

__global__ void evaluate_float(const float* xs, Table<float>* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = xs[i];
  float s, c, s2, c2;
  sincosf(x, &s, &c);
  sincospif(x, &s2, &c2);
  int e;
  const float m = frexpf(x, &e);
  const float r[kFunctions] = {
      rsqrtf(x), s, c, s2, c2, erff(x), erfcf(x), __expf(x), expf(x), exp2f(x), exp10f(x), __logf(x), log1pf(x),
      cbrtf(x), rcbrtf(x), fmaf(x, x, -x), hypotf(x, 2.0f), tgammaf(x + 1.0f), lgammaf(x + 1.0f), __fdividef(x, 3.0f),
      __powf(x, 1.5f), powf(x, 2.5f), __saturatef(x - 1.0f), truncf(x * 10), rintf(x * 2.5f), m * e, atan2f(x, -2.0f),
      normcdff(x), __tanf(x * 0.25f), norm3df(x, 2.0f, 3.0f)};
  for (int k = 0; k < kFunctions; ++k) out[i].value[k] = r[k];
}

__global__ void evaluate_double(const double* xs, Table<double>* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double x = xs[i];
  double s, c;
  sincospi(x, &s, &c);
  const double r[] = {rsqrt(x), sin(x), cos(x), s, c, erf(x), erfc(x), expm1(x), exp(x), exp2(x), exp10(x), log(x), log1p(x),
                      cbrt(x), rcbrt(x), fma(x, x, -x), hypot(x, 2.0), tgamma(x + 1), lgamma(x + 1), rhypot(x, 2.0)};
  for (size_t k = 0; k < sizeof r / sizeof *r; ++k) out[i].value[k] = r[k];
}

struct Rounded {
  float down, near, up, zero;
  double d_down, d_up;
  int to_int[4];
  bool ordered;
};

__global__ void roundings(const float* a, const float* b, Rounded* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  Rounded r;
  r.down = __fdiv_rd(a[i], b[i]);
  r.near = __fdiv_rn(a[i], b[i]);
  r.up = __fdiv_ru(a[i], b[i]);
  r.zero = __fdiv_rz(-a[i], b[i]);
  r.d_down = __dsqrt_rd((double)a[i]);
  r.d_up = __dsqrt_ru((double)a[i]);
  r.to_int[0] = __float2int_rn(a[i] * 10 / b[i]);
  r.to_int[1] = __float2int_rd(-a[i] * 10 / b[i]);
  r.to_int[2] = __float2int_ru(-a[i] * 10 / b[i]);
  r.to_int[3] = __float2int_rz(-a[i] * 10 / b[i]);
  r.ordered = __fadd_rd(a[i], 1e-9f) <= __fadd_ru(a[i], 1e-9f) && __fmul_rd(a[i], b[i]) <= __fmul_ru(a[i], b[i]) &&
              __fmaf_rd(a[i], b[i], 1e-9f) <= __fmaf_ru(a[i], b[i], 1e-9f) && __fsqrt_rd(a[i]) <= __fsqrt_ru(a[i]);
  out[i] = r;
}

static bool close(double got, double wanted, double tolerance) {
  return std::fabs(got - wanted) <= tolerance * std::fmax(1.0, std::fabs(wanted));
}

int main() {
  const int n = 64;
  const double pi = std::acos(-1.0);
  float *xf, *bf;
  double* xd;
  Table<float>* tf;
  Table<double>* td;
  Rounded* rounded;
  CHECK(cudaMallocManaged(&xf, n * sizeof(float)));
  CHECK(cudaMallocManaged(&bf, n * sizeof(float)));
  CHECK(cudaMallocManaged(&xd, n * sizeof(double)));
  CHECK(cudaMallocManaged(&tf, n * sizeof *tf));
  CHECK(cudaMallocManaged(&td, n * sizeof *td));
  CHECK(cudaMallocManaged(&rounded, n * sizeof *rounded));
  for (int i = 0; i < n; ++i) {
    xd[i] = 0.07 * (i + 1);
    xf[i] = static_cast<float>(xd[i]);
    bf[i] = 3.0f + (i % 7);
  }
  evaluate_float<<<2, 32>>>(xf, tf, n);
  evaluate_double<<<2, 32>>>(xd, td, n);
  roundings<<<1, 64>>>(xf, bf, rounded, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());

  int wrong = 0;
  auto verify = [&](const char* kind, int k, double x, double got, double wanted, double tolerance) {
    if (close(got, wanted, tolerance)) return;
    std::printf("%s function %d of %g: %.9g, not %.9g\n", kind, k, x, got, wanted);
    ++wrong;
  };
  for (int i = 0; i < n; ++i) {
    const double x = xf[i];
    int e;
    const double m = std::frexp(x, &e);
    const double f[kFunctions] = {
        1 / std::sqrt(x), std::sin(x), std::cos(x), std::sin(pi * x), std::cos(pi * x), std::erf(x), std::erfc(x), std::exp(x),
        std::exp(x), std::exp2(x), std::pow(10, x), std::log(x), std::log1p(x), std::cbrt(x), 1 / std::cbrt(x), x * x - x,
        std::hypot(x, 2), std::tgamma(x + 1), std::lgamma(x + 1), x / 3, std::pow(x, 1.5), std::pow(x, 2.5),
        std::fmin(1, std::fmax(0, x - 1)), std::trunc(xf[i] * 10), std::nearbyint(xf[i] * 2.5f), m * e, std::atan2(x, -2),
        0.5 * std::erfc(-x / std::sqrt(2.0)), std::tan(x / 4), std::sqrt(x * x + 13)};
    for (int k = 0; k < kFunctions; ++k) verify("float", k, x, tf[i].value[k], f[k], 2e-5);
    const double y = xd[i];
    const double d[] = {1 / std::sqrt(y), std::sin(y), std::cos(y), std::sin(pi * y), std::cos(pi * y), std::erf(y), std::erfc(y),
                        std::expm1(y), std::exp(y), std::exp2(y), std::pow(10, y), std::log(y), std::log1p(y), std::cbrt(y),
                        1 / std::cbrt(y), std::fma(y, y, -y), std::hypot(y, 2), std::tgamma(y + 1), std::lgamma(y + 1),
                        1 / std::hypot(y, 2)};
    for (size_t k = 0; k < sizeof d / sizeof *d; ++k) verify("double", int(k), y, td[i].value[k], d[k], 1e-12);

    const Rounded& r = rounded[i];
    const double exact = double(xf[i]) / bf[i], root = std::sqrt(double(xf[i]));
    const double tens = double(xf[i] * 10 / bf[i]);
    const bool fine = r.down <= exact && exact <= r.up && (r.near == r.down || r.near == r.up) && r.zero == -r.down &&
                      r.d_down <= root && root <= r.d_up && r.d_up - r.d_down <= 1e-15 && r.ordered &&
                      r.to_int[0] == int(std::nearbyint(tens)) && r.to_int[1] == int(std::floor(-tens)) &&
                      r.to_int[2] == int(std::ceil(-tens)) && r.to_int[3] == int(-tens);
    if (!fine) std::printf("rounding of %g / %g\n", xf[i], bf[i]), ++wrong;
  }
  for (void* p : {(void*)xf, (void*)bf, (void*)xd, (void*)tf, (void*)td, (void*)rounded}) CHECK(cudaFree(p));
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong ? 1 : 0;
}

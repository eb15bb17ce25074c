// cuRAND's distributions, one after another from one state, for each of three generators. A card
// computes the sines of floats less accurately than the host, which has computed what is expected.
#include <curand_kernel.h>

#include <cmath>

#include "../../expect.h"

constexpr int kMost = 64;

struct Drawn {
  int count;
  double values[kMost];
};

template <class State>
__global__ void draw(Drawn* drawn) {
  State state;
  curand_init(1234, 5, 3, &state);
  int n = 0;
  double* v = drawn->values;
  for (int i = 0; i < 2; ++i) v[n++] = curand_uniform(&state);
  for (int i = 0; i < 2; ++i) v[n++] = curand_uniform_double(&state);
  for (int i = 0; i < 3; ++i) v[n++] = curand_normal(&state);
  const float2 normal = curand_normal2(&state);
  v[n++] = normal.x, v[n++] = normal.y;
  for (int i = 0; i < 3; ++i) v[n++] = curand_normal_double(&state);
  const double2 normal_double = curand_normal2_double(&state);
  v[n++] = normal_double.x, v[n++] = normal_double.y;
  v[n++] = curand_log_normal(&state, 0.5f, 0.25f);
  v[n++] = curand_log_normal_double(&state, 0.5, 0.25);
  const float2 log_normal = curand_log_normal2(&state, 0.5f, 0.25f);
  v[n++] = log_normal.x, v[n++] = log_normal.y;
  const double2 log_normal_double = curand_log_normal2_double(&state, 0.5, 0.25);
  v[n++] = log_normal_double.x, v[n++] = log_normal_double.y;
  for (const double lambda : {1.0, 10.0, 63.5, 64.5, 100.0, 1000.0, 5000.0})
    for (int i = 0; i < 3; ++i) v[n++] = curand_poisson(&state, lambda);
  drawn->count = n;
}

__global__ void draw_four(Drawn* drawn) {
  curandStatePhilox4_32_10_t state;
  curand_init(1234, 5, 3, &state);
  int n = 0;
  double* v = drawn->values;
  const float4 uniform = curand_uniform4(&state);
  v[n++] = uniform.x, v[n++] = uniform.y, v[n++] = uniform.z, v[n++] = uniform.w;
  const float4 normal = curand_normal4(&state);
  v[n++] = normal.x, v[n++] = normal.y, v[n++] = normal.z, v[n++] = normal.w;
  const double2 uniform_double = curand_uniform2_double(&state);
  v[n++] = uniform_double.x, v[n++] = uniform_double.y;
  drawn->count = n;
}

/// In the order of the draws.
template <int count>
void compare(Drawn* drawn, const double (&expected)[count], const char* generator) {
  cudaDeviceSynchronize();
  EXPECT_EQ(drawn->count, count);
  for (int i = 0; i < count; ++i) {
    if (std::fabs(drawn->values[i] - expected[i]) <= 2e-5) continue;
    std::printf("%s: draw %d is %.9g, expected %.9g\n", generator, i, drawn->values[i],
                expected[i]);
    EXPECT(false);
  }
}

// What NVIDIA's header, compiled for the host, gives.
constexpr double kXorwow[] = {
    0.3802872,  0.317398906, 0.688283862,  0.845084633, 2.13863754,  -0.313043892, -0.222404495,
    -1.306113,  -1.56078482, -0.260889524, 1.15120533,  -1.61115735, 0.155085826,  0.875612085,
    1.13056254, 1.37220928,  1.3091296,    2.01794839,  2.13285633,  1.62329377,   2,
    2,          0,           13,           10,          10,          60,           53,
    59,         63,          58,           68,          110,         107,          108,
    929,        997,         994,          5076,        4898,        5017};
constexpr double kPhilox[] = {0.740565121,
                              0.360793531,
                              0.249035737,
                              0.197131713,
                              1.02961588,
                              0.73795104,
                              0.120630726,
                              -0.629602551,
                              0.0249199867,
                              -0.0508659081,
                              1.50275975,
                              1.85162337,
                              -0.47231781,
                              -0.723061741,
                              2.02126741,
                              2.06388753,
                              1.23366082,
                              1.55880272,
                              1.28812627,
                              1.37633851,
                              0,
                              1,
                              0,
                              13,
                              17,
                              9,
                              78,
                              56,
                              81,
                              62,
                              67,
                              70,
                              98,
                              103,
                              102,
                              1019,
                              999,
                              960,
                              5017,
                              4986,
                              5036};
constexpr double kMrg32k3a[] = {0.410928965,
                                0.275845736,
                                0.945762246,
                                0.364813833,
                                0.766436994,
                                0.934608161,
                                1.87587416,
                                -0.1569947,
                                -0.539514601,
                                0.428507293,
                                -0.0126313281,
                                0.827352364,
                                -0.316234605,
                                -1.01446628,
                                1.45444441,
                                0.761929978,
                                1.46766782,
                                2.33495831,
                                2.31734622,
                                1.56621391,
                                5,
                                1,
                                1,
                                8,
                                6,
                                11,
                                69,
                                49,
                                67,
                                62,
                                59,
                                71,
                                101,
                                103,
                                91,
                                996,
                                1067,
                                980,
                                4931,
                                5040,
                                4970};
constexpr double kPhiloxFour[] = {0.740565121,         0.360793531,        0.249035731, 0.197131708,
                                  1.02961588,          0.73795104,         0.120630726, 0.565763474,
                                  0.75629575114243175, 0.32289208599758729};

int main() {
  Drawn* drawn;
  cudaMallocManaged(&drawn, sizeof *drawn);
  draw<curandState><<<1, 1>>>(drawn);
  compare(drawn, kXorwow, "XORWOW");
  draw<curandStatePhilox4_32_10_t><<<1, 1>>>(drawn);
  compare(drawn, kPhilox, "Philox");
  draw<curandStateMRG32k3a_t><<<1, 1>>>(drawn);
  compare(drawn, kMrg32k3a, "MRG32k3a");
  draw_four<<<1, 1>>>(drawn);
  compare(drawn, kPhiloxFour, "Philox, four at once");
  cudaFree(drawn);
  return failures();
}

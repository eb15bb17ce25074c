// Floats to sort, of all kinds, and their order.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr int kSmall = 128, kBlock = 128;  // as in the exercise
constexpr int kAllSlots = 2048;
constexpr int kDeepEnough = 40;

inline bool before(float a, float b) { return a < b || (!std::isnan(a) && std::isnan(b)); }

// Different values in no order. 20011 is a prime.
inline Floats mixed(int n) {
  Floats values(n);
  for (int i = 0; i < n; ++i) values[i] = 0.25f * static_cast<float>((i + 1) * 7919 % 20011) - 900;
  return values;
}

inline Floats rising(int n) {
  Floats values = mixed(n);
  std::ranges::sort(values);
  return values;
}

inline Floats falling(int n) {
  Floats values = rising(n);
  std::ranges::reverse(values);
  return values;
}

// First, middle and last are a poor choice here: the pivot is among the smallest.
inline Floats up_and_down(int n) {
  Floats values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(std::min(i, n - 1 - i));
  return values;
}

inline Floats few_different(int n) {
  Floats values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i * i % 3);
  return values;
}

// Every kind of float, a NaN at each place where choose_pivot looks.
inline Floats all_kinds(int n) {
  const Floats kinds = {kNaN, 2, -0.0f, kInfinity, 0, -kInfinity, -1.5f, -kNaN, 1e-40f, 3e38f};
  Floats values(n);
  for (int i = 0; i < n; ++i)
    values[i] = i % 3 == 0 ? static_cast<float>(i % 71) : kinds[i * 7 % 10];
  if (n > 2) values[0] = values[n / 2] = values[n - 1] = kNaN;
  return values;
}

}  // namespace checks

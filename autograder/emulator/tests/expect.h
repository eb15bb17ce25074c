// What the programs of this folder check with: every expectation that fails is printed with its
// line, and `failures()` is what main returns. Host code only; device code leaves its results in
// arrays.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

inline int& failures() {
  static int count = 0;
  return count;
}

template <class A, class B>
void expect_equal(const A& actual, const B& expected, const char* what, int line) {
  if (actual == static_cast<A>(expected)) return;
  std::printf("line %d: %s is %lld, expected %lld\n", line, what, static_cast<long long>(actual),
              static_cast<long long>(expected));
  ++failures();
}

inline void expect_true(bool actual, const char* what, int line) {
  if (actual) return;
  std::printf("line %d: not true: %s\n", line, what);
  ++failures();
}

/// A list of numbers as written: "10 11 14".
inline std::string text(const std::vector<int>& list) {
  std::string all;
  for (int i : list) all += (all.empty() ? "" : " ") + std::to_string(i);
  return all;
}

#define EXPECT_EQ(actual, expected) expect_equal((actual), (expected), #actual, __LINE__)
#define EXPECT(condition) expect_true((condition), #condition, __LINE__)

// A table of times: what an H200 needed (docs/h200-facts.md, section 3) beside what the events of
// this run say, on the emulator's virtual clock or on a card. Host code only.
//
// Two rows of one table agree with the card when the same one is faster (unless they were nearly as
// fast as each other on the card, where times vary by some 10 %) and their ratio is within a factor
// of two.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

inline void check(cudaError_t error, const char* what, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, what, cudaGetErrorString(error));
  std::exit(2);
}
#define CHECK(call) check((call), #call, __LINE__)

/// Milliseconds from before `work` is issued until it is complete.
template <class Work>
double milliseconds(const Work& work) {
  cudaEvent_t before, after;
  CHECK(cudaEventCreate(&before));
  CHECK(cudaEventCreate(&after));
  CHECK(cudaEventRecord(before));
  work();
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(after));
  CHECK(cudaEventSynchronize(after));
  float elapsed = 0;
  CHECK(cudaEventElapsedTime(&elapsed, before, after));
  CHECK(cudaEventDestroy(before));
  CHECK(cudaEventDestroy(after));
  return elapsed;
}

class Table {
 public:
  /// `unit`: of both columns.
  Table(std::string title, const char* unit) : title_(std::move(title)), unit_(unit) {}

  void add(std::string variant, double measured, double here) {
    rows_.push_back({std::move(variant), measured, here});
  }

  /// Prints rows and verdict; what main returns: 0 when every pair agrees.
  int print() const {
    std::printf("%-52s %12s %12s %7s\n", title_.c_str(), "H200", "here", "ratio");
    for (const Row& row : rows_) {
      std::printf("  %-50s %9.4g %s %9.4g %s %6.2f\n", row.variant.c_str(), row.measured, unit_,
                  row.here, unit_, row.here / row.measured);
    }
    return verdict();
  }

 private:
  struct Row {
    std::string variant;
    double measured, here;
  };

  int verdict() const {
    constexpr double kNoise = 1.12, kFactor = 2;
    int pairs = 0, other_way = 0, far = 0;
    double farthest = 1;
    for (std::size_t a = 0; a < rows_.size(); ++a) {
      for (std::size_t b = a + 1; b < rows_.size(); ++b) {
        const double measured = rows_[a].measured / rows_[b].measured;
        const double here = rows_[a].here / rows_[b].here;
        const double off = std::max(here / measured, measured / here);
        const bool clear = std::max(measured, 1 / measured) > kNoise;
        const bool turned = clear && (measured > 1) != (here > 1);
        ++pairs;
        farthest = std::max(farthest, off);
        other_way += turned;
        far += off > kFactor;
        if (turned || off > kFactor) {
          std::printf("  %s: %s : %s is %.3g here, %.3g on an H200\n", turned ? "WRONG" : "FAR",
                      rows_[a].variant.c_str(), rows_[b].variant.c_str(), here, measured);
        }
      }
    }
    std::printf(
        "  %d pairs: %d say that the other one is faster, %d are off by more than 2 "
        "(the worst by %.2f)\n\n",
        pairs, other_way, far, farthest);
    return other_way != 0 || far != 0;
  }

  std::string title_;
  const char* unit_;
  std::vector<Row> rows_;
};

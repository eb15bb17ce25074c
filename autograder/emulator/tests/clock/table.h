// A table of times: what an H200 needed (docs/h200-facts.md, section 3) beside what the events of
// this run say, on the emulator's virtual clock or on a card. Host code only.
//
// Two rows agree with the card when the same one is faster (unless they were nearly as fast as each
// other on the card, where times vary by some 10 %) and their ratio is within a factor of two.
// Pairs are counted apart: two ways to do the same thing, which is what the clock is for, and rows
// of different problems of one table, such as pictures of two sizes.
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

  /// A way to solve a problem, and how long it takes. Rows of a problem follow each other.
  void add(std::string problem, std::string variant, double measured, double here) {
    rows_.push_back({std::move(problem), std::move(variant), measured, here});
  }
  void add(std::string variant, double measured, double here) {
    add("", std::move(variant), measured, here);
  }

  /// Prints rows and verdict; what main returns: 0 when every pair agrees.
  int print() const {
    std::printf("%-46s %11s %15s %8s\n", title_.c_str(), "H200", "here", "ratio");
    const Row* last = nullptr;
    for (const Row& row : rows_) {
      if (last == nullptr ? !row.problem.empty() : row.problem != last->problem) {
        std::printf("  %s\n", row.problem.c_str());
      }
      std::printf("    %-42s %9.4g %s %9.4g %s %7.2f\n", row.variant.c_str(), row.measured, unit_,
                  row.here, unit_, row.here / row.measured);
      last = &row;
    }
    const Pairs same = compare(true), others = compare(false);
    same.print("pairs of ways");
    if (others.count != 0) others.print("pairs across problems");
    std::printf("\n");
    return !same.agree() || !others.agree();
  }

 private:
  struct Row {
    std::string problem, variant;
    double measured, here;

    std::string name() const { return problem.empty() ? variant : problem + ", " + variant; }
  };

  /// What pairs of rows say.
  struct Pairs {
    int count = 0, turned = 0, far = 0;
    double farthest = 1;

    void add(const Row& a, const Row& b) {
      constexpr double kNoise = 1.12, kFactor = 2;
      const double measured = a.measured / b.measured, here = a.here / b.here;
      const double off = std::max(here / measured, measured / here);
      const bool clear = std::max(measured, 1 / measured) > kNoise;
      const bool other_way = clear && (measured > 1) != (here > 1);
      ++count;
      turned += other_way;
      far += off > kFactor;
      farthest = std::max(farthest, off);
      if (!other_way && off <= kFactor) return;
      std::printf("  %s: %s : %s is %.3g here, %.3g on an H200\n", other_way ? "WRONG" : "FAR",
                  a.name().c_str(), b.name().c_str(), here, measured);
    }
    bool agree() const { return turned == 0 && far == 0; }
    void print(const char* what) const {
      std::printf(
          "  %d %s: %d name the wrong one as the faster, %d ratios are off by more than 2, "
          "the worst by %.2f\n",
          count, what, turned, far, farthest);
    }
  };

  Pairs compare(bool same_problem) const {
    Pairs pairs;
    for (std::size_t a = 0; a < rows_.size(); ++a) {
      for (std::size_t b = a + 1; b < rows_.size(); ++b) {
        if ((rows_[a].problem == rows_[b].problem) == same_problem) pairs.add(rows_[a], rows_[b]);
      }
    }
    return pairs;
  }

  std::string title_;
  const char* unit_;
  std::vector<Row> rows_;
};

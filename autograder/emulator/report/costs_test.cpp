// Do the costs explain what was measured, or only repeat it? They are thrown off, fitted anew to
// some of the figures of an H200 (h200-facts 1 and 3), and have to predict the others, which the
// fit has not seen.
#include "report/costs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "report/scenario.h"
#include "report/timeline.h"

namespace emu::report {
namespace {

using enum StreamKind;

// ---- The programs -------------------------------------------------------------------------------

struct Program {
  std::uint32_t blocks, threads;
  StreamKind stream;
  double us = 0;  ///< a child
  int each = 1;   ///< launches a thread
  std::uint32_t child_blocks = 1;
  bool memory = false;
  std::uint32_t places = 2048;  ///< of the pool
};

/// Microseconds until all that a grid launches is complete.
double run(const Program& p) {
  Scenario s;
  const WorkId parent = s.host("parent", p.us < 100 ? p.us : 0, p.blocks, p.threads);
  for (int i = 0; i < p.each; ++i) {
    for (std::uint32_t t = 0; t < p.blocks * p.threads; ++t) {
      const std::uint64_t own_stream = p.stream == kNamed ? s.run.launches.size() : 0;
      const WorkId child = s.launch("child", {parent, t / p.threads, t % p.threads}, p.stream, p.us,
                                    own_stream, p.child_blocks);
      s[child].touches_memory = p.memory;
      s[child].places = p.places;
    }
  }
  compute_times(s.run);
  return static_cast<double>(s.run.virtual_ns) / 1000;
}

double a_launch(const Program& p) { return run(p) / (p.blocks * p.threads * p.each); }

double a_link(StreamKind stream) {
  constexpr int kLinks = 200;
  Scenario s;
  WorkId last = s.host("link");
  for (int i = 1; i < kLinks; ++i) last = s.launch("link", {last, 0, 0}, stream, 0);
  compute_times(s.run);
  return static_cast<double>(s.run.virtual_ns) / 1000 / kLinks;
}

double host_launches(int count) {
  Scenario s;
  for (int i = 0; i < count; ++i) s.host("empty");
  compute_times(s.run);
  return static_cast<double>(s.run.virtual_ns) / 1000 / count;
}

/// Lines by parents of 64 threads; drawing one takes 1.2 µs.
double bezier(std::uint32_t lines, StreamKind stream, std::uint32_t places) {
  return run({.blocks = lines / 64,
              .threads = 64,
              .stream = stream,
              .us = 1.2,
              .memory = true,
              .places = places});
}
double bezier_by_block(std::uint32_t lines, std::uint32_t places) {
  return run({.blocks = lines / 64,
              .threads = 1,
              .stream = kNull,
              .us = 1.2,
              .child_blocks = 64,
              .memory = true,
              .places = places});
}

// ---- The fit ------------------------------------------------------------------------------------

struct Row {
  std::string name;
  double measured;  // µs
  std::function<double()> model;
};

/// Sum of the squared logarithms of model : measured.
double error(const std::vector<Row>& rows) {
  double sum = 0;
  for (const Row& row : rows) sum += std::pow(std::log(row.model() / row.measured), 2);
  return sum;
}

/// Tries each number a little larger and a little smaller, ever less, and keeps what is better.
void fit(const std::vector<double*>& numbers, const std::vector<Row>& rows) {
  double best = error(rows);
  for (double step = 1.4; step > 1.02; step = std::pow(step, 0.7)) {
    for (double* number : numbers) {
      for (const double factor : {step, 1 / step}) {
        const double before = *number;
        *number *= factor;
        const double now = error(rows);
        if (now < best) {
          best = now;
          break;
        }
        *number = before;
      }
    }
  }
}

void throw_off(const std::vector<double*>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) *numbers[i] *= i % 2 == 0 ? 1.5 : 1 / 1.5;
}

void expect_within(const std::vector<Row>& rows, double factor, const char* what) {
  for (const Row& row : rows) {
    const double model = row.model();
    std::printf("  %-9s %-42s H200 %10.2f µs   model %10.2f µs  %5.2f\n", what, row.name.c_str(),
                row.measured, model, model / row.measured);
    EXPECT_LT(std::abs(std::log(model / row.measured)), std::log(factor)) << row.name;
  }
}

const std::vector<double*> kLaunchCosts = {&costs::kHostCall,
                                           &costs::kHostSees,
                                           &costs::kBegin,
                                           &costs::kEnd,
                                           &costs::kStreamGap,
                                           &costs::kTailGap,
                                           &costs::kFirstTailGap,
                                           &costs::kJoin,
                                           &costs::kReady,
                                           &costs::kFireAndForget.call,
                                           &costs::kFireAndForget.block,
                                           &costs::kFireAndForget.complete,
                                           &costs::kFireAndForget.device,
                                           &costs::kNamed.block,
                                           &costs::kNamed.complete,
                                           &costs::kTail.call,
                                           &costs::kNull.call,
                                           &costs::kNullBehind.call,
                                           &costs::kNullBehind.complete,
                                           &costs::kNullBehind.device};

const std::vector<Row> kLaunches = {
    {"empty kernel of the host", 6.1, [] { return host_launches(1); }},
    {"host, many empty kernels", 2.9, [] { return host_launches(500); }},
    {"one thread into NULL", 6.3,
     [] {
       return a_launch({1, 1, kNull, 0, 300});
     }},
    {"one thread, fire-and-forget", 5.9,
     [] {
       return a_launch({1, 1, kFireAndForget, 0, 300});
     }},
    {"one thread, tails", 10.2,
     [] {
       return a_launch({1, 1, kTail, 0, 300});
     }},
    {"a block, NULL", 2.96,
     [] {
       return a_launch({1, 1024, kNull});
     }},
    {"a block, fire-and-forget", 0.59,
     [] {
       return a_launch({1, 1024, kFireAndForget});
     }},
    {"a block, named streams", 0.69,
     [] {
       return a_launch({1, 1024, kNamed});
     }},
    {"64 blocks of 16 threads, NULL", 0.44,
     [] {
       return a_launch({64, 16, kNull});
     }},
    {"64 blocks, fire-and-forget", 0.24,
     [] {
       return a_launch({64, 16, kFireAndForget});
     }},
    {"chain of tails", 11.0, [] { return a_link(kTail); }},
    {"nested NULL chain", 10.3, [] { return a_link(kNull); }}};

const std::vector<Row> kChildren = {{"64 of 200 µs, one block, NULL", 12900,
                                     [] {
                                       return run({1, 64, kNull, 200});
                                     }},
                                    {"64 of 200 µs, one block, named", 210,
                                     [] {
                                       return run({1, 64, kNamed, 200});
                                     }},
                                    {"64 of 200 µs, one block, fire-and-forget", 210,
                                     [] {
                                       return run({1, 64, kFireAndForget, 200});
                                     }},
                                    {"64 of 200 µs, one block, tails", 12900,
                                     [] {
                                       return run({1, 64, kTail, 200});
                                     }},
                                    {"64 of 200 µs, eight blocks, NULL", 1630,
                                     [] {
                                       return run({8, 8, kNull, 200});
                                     }},
                                    {"64 of 200 µs, eight blocks, named", 210,
                                     [] {
                                       return run({8, 8, kNamed, 200});
                                     }},
                                    {"1,024 of 500 µs, fire-and-forget", 4100,
                                     [] {
                                       return run({1, 1024, kFireAndForget, 500});
                                     }},
                                    {"1,024 of 500 µs, named", 8100, [] {
                                       return run({1, 1024, kNamed, 500});
                                     }}};

/// From what launches cost alone to how long children keep the device.
TEST(LeaveOut, EmptyLaunchesPredictChildrenThatWork) {
  throw_off(kLaunchCosts);
  fit(kLaunchCosts, kLaunches);
  expect_within(kLaunches, 1.25, "fitted");
  expect_within(kChildren, 1.25, "predicted");
}

/// Without that of a block's first child into NULL, which Mandelbrot decides and not these rows.
const std::vector<double*> kMemoryCosts = {&costs::kStreamGapAfterMemory,
                                           &costs::kPoolReady,
                                           &costs::kPoolTree,
                                           &costs::kPoolTreeMost,
                                           &costs::kFireAndForget.memory,
                                           &costs::kNamed.memory,
                                           &costs::kNullBehind.memory};
constexpr std::uint32_t kLargePool = 65536 + 2048;

std::vector<Row> bezier_rows(std::uint32_t lines, std::uint32_t places,
                             const std::vector<double>& measured) {
  const std::string name = std::to_string(lines) + " Bezier lines, ";
  const auto each = [=](StreamKind stream) {
    return [=] { return bezier(lines, stream, places); };
  };
  return {{name + "NULL", measured[0], each(kNull)},
          {name + "fire-and-forget", measured[1], each(kFireAndForget)},
          {name + "own streams", measured[2], each(kNamed)},
          {name + "a child a block", measured[3], [=] { return bezier_by_block(lines, places); }}};
}

/// From 256 and 4,096 lines to sixteen times as many, and to pools that are hardly larger than the
/// default (lessons/benchmarks/results/h200-bezier.csv; the rows of a child a block, which scatter
/// from 0.041 to 0.054 ms there, left out).
TEST(LeaveOut, FewLinesPredictManyAndSmallPools) {
  std::vector<Row> few = bezier_rows(256, kLargePool, {610, 170, 240, 68});
  for (Row& row : bezier_rows(4096, kLargePool, {3500, 1400, 1700, 150})) {
    few.push_back(std::move(row));
  }
  throw_off(kMemoryCosts);
  fit(kMemoryCosts, few);
  expect_within(few, 1.6, "fitted");
  expect_within(bezier_rows(65536, kLargePool, {59000, 28000, 36000, 580}), 1.6, "predicted");
  std::vector<Row> small = bezier_rows(4096, 4096 + 2048, {1793, 944, 1479, 0});
  small.pop_back();
  expect_within(small, 1.6, "predicted");
}

}  // namespace
}  // namespace emu::report

// Runs that never happened, for tests of the writers.
#pragma once

#include <string>

#include "report/report.h"
#include "report/scenario.h"

namespace emu::report {

/// A parent with children in every kind of stream, then a copy.
inline Scenario every_kind() {
  Scenario s;
  const WorkId parent = s.host("parent", 30, 1, 64);
  s.launch("last", {parent, 0, 0, 1}, StreamKind::kTail, 12);
  const WorkId split = s.launch("split", {parent, 0, 0, 3}, StreamKind::kNull, 20);
  s.launch("split", {parent, 0, 0, 5}, StreamKind::kNull, 20);
  s.launch("left", {parent, 0, 1, 4}, StreamKind::kNamed, 30, 1);
  s.launch("own", {parent, 0, 2, 4}, StreamKind::kPerThread, 30);
  s.launch("logger", {parent, 0, 3, 8}, StreamKind::kFireAndForget, 60);
  s.launch("leaf", {split, 0, 0, 4}, StreamKind::kFireAndForget, 15);
  s.copy(Copy::Way::kOnDevice, 1 << 20);
  s.synchronize();
  finish(s.run, {});
  return s;
}

inline Scenario many_children(StreamKind stream, std::uint32_t threads) {
  Scenario s;
  const WorkId parent = s.host("parent", 10, 1, threads);
  for (std::uint32_t t = 0; t < threads; ++t) s.launch("child", {parent, 0, t, 1}, stream, 20);
  finish(s.run, {});
  return s;
}

inline Scenario chain(int links, StreamKind stream) {
  Scenario s;
  WorkId last = s.host("step", 2);
  for (int i = 0; i < links; ++i) last = s.launch("step", {last, 0, 0, 1}, stream, 2);
  finish(s.run, {});
  return s;
}

/// Sixty-four blocks that split again and again, differently.
inline Scenario uneven_tree() {
  Scenario s;
  const WorkId root = s.host("mandelbrot", 20, 64, 64);
  for (std::uint32_t b = 0; b < 64; ++b) {
    const WorkId child = s.launch("split", {root, b, 0, 3}, StreamKind::kNull, 10, 0, 16);
    for (std::uint32_t d = 0; d < b % 11; ++d) {
      const WorkId grandchild = s.launch("split", {child, d, 0, 3}, StreamKind::kNull, 8, 0, 4);
      for (std::uint32_t e = 0; e < d % 5; ++e) {
        s.launch("dwell", {grandchild, e, 0, 1}, StreamKind::kFireAndForget, 9);
      }
    }
  }
  finish(s.run, {});
  return s;
}

/// Launches of kernel 0 from the first grid, none of them accepted.
inline void refuse(Scenario& s, int count) {
  for (int i = 0; i < count; ++i) {
    Refused refused;
    refused.origin.parent = 1;
    refused.origin.parent_cycles = microseconds(5.0 * i);
    refused.origin.file = "/home/me/exercise.cu";
    refused.origin.line = 9;
    refused.error = 69;
    refused.error_name = "cudaErrorLaunchPendingCountExceeded";
    s.run.refused.push_back(refused);
  }
}

inline checker::Diagnostic race() {
  checker::Diagnostic d;
  d.rule = "race";
  d.message = "child grid double_all reads data[40] (M2)";
  d.where = {"/home/me/exercise.cu", 31, "fill"};
  d.other = {"/home/me/exercise.cu", 24, "fill"};
  d.cites = "M2";
  d.count = 12;
  return d;
}

}  // namespace emu::report

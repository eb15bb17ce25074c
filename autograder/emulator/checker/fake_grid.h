// For tests: grids that a test drives by hand, as the scheduler would.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "checker/current.h"
#include "checker/order/order.h"
#include "checker/resume.h"

namespace emu::checker {

inline std::vector<Work*> created;  // by the running test

/// What a grid may overlap that may start early.
struct Overlapped {
  std::vector<Work*> works;
};

class Grid {
 public:
  explicit Grid(Position launched_at, std::vector<Work*> after = {}, unsigned blocks = 1,
                unsigned threads = 64, int device = 0)
      : work(create(launched_at, blocks, threads, device)) {
    for (Work* earlier : after) work_after(work, earlier);
    work_started(work);
    for (unsigned b = 0; b < blocks; ++b) block.push_back(block_started(work, {b, 0, 0}, threads));
  }
  Grid(Position launched_at, const Overlapped& overlapped) : work(create(launched_at, 1, 64, 0)) {
    for (Work* earlier : overlapped.works) work_overlaps(work, earlier);
    work_started(work);
    block.push_back(block_started(work, {0, 0, 0}, 64));
  }
  static Work* create(Position launched_at, unsigned blocks, unsigned threads, int device) {
    WorkInfo info;
    info.kernel = "work";
    info.line = 31;
    info.grid = dim3(blocks);
    info.block = dim3(threads);
    info.device = device;
    created.push_back(work_created(info, launched_at));
    return created.back();
  }
  Position at(unsigned b = 0, std::uint32_t thread = 0) const {
    return {block_phase(block[b]), thread};
  }
  /// `thread` of block `b` launches; it is then at `after_launch`.
  Position launch(unsigned b = 0, std::uint32_t thread = 0) {
    resume(at(b, thread), 0, 0);
    const Position launch = launched();
    after_launch = current();
    return launch;
  }
  /// `thread` of block 0 waits for what the grid overlaps, and is then here.
  Position after_wait(std::uint32_t thread) const {
    resume(at(0, thread), 0, 0);
    await_overlapped();
    return current();
  }
  void end() { work_completed(work); }

  Work* work;
  std::vector<Block*> block;
  Position after_launch;
};

inline Position host() {
  resume({block_phase(blocks), 0}, 0, 0);
  return launched();
}

inline void join_on_host(Work* work) {
  resume({block_phase(blocks), 0}, 0, 0);
  join(work);
}

/// Leaves everything complete and joined, so that the next test starts with a clean watermark.
class OrderTest : public testing::Test {
 protected:
  OrderTest() { found_instrumented_code(); }
  void TearDown() override {
    for (auto work = created.rbegin(); work != created.rend(); ++work)
      if (!(*work)->complete) work_completed(*work);
    for (Work* work : created)
      if (work->parent == host_work()) join_on_host(work);
    created.clear();
  }
  static bool before(Position a, Position b) {
    return happens_before(make_stamp(a.phase, a.thread), b);
  }
};

}  // namespace emu::checker

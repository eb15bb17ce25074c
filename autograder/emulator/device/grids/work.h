// Work: what streams hold. A grid, a copy, an event's record; and what waits for what.
//
// A piece of work becomes ready when everything before it is complete. `complete` follows rule N2:
// for a grid, its threads are done, its non-tail work is complete, and then its tails are.
#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "checker/checker.h"
#include "report/record.h"

namespace emu {

class Grid;
class Work;
struct GraphRun;  // device/graphs/run.h
using WorkRef = boost::intrusive_ptr<Work>;

class Work {
 public:
  explicit Work(int device) : device(device) {}
  virtual ~Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  /// Everything before it is complete: hands it to the scheduler.
  virtual void make_ready() = 0;
  /// Null where it is none.
  virtual Grid* as_grid() { return nullptr; }

  const int device;
  checker::Work* order = nullptr;
  Grid* parent = nullptr;  // null for the host's; lives as long as this (N1)
  bool tail = false;       // launched into the parent's tail stream
  bool complete = false;
  unsigned unmet = 1;  // what it still waits for; one more until it is issued
  report::WorkId id = 0;
  std::uint64_t priority = 0;  // of a grid: of its next block
  std::vector<WorkRef> dependents;
  // An event's record or wait, which an early start passes over (dependents/early_start.h).
  WorkRef kernel_ahead;                   // in its stream, with nothing but such work in between
  std::vector<WorkRef> waits_since_then;  // of that work
  WorkRef under_way;  // itself, from its issue to its completion: nobody else may hold it
  std::shared_ptr<GraphRun> run;  // as part of a graph: of which launch, …
  bool in_body = false;           // … and whether in a body of a conditional node

 private:
  friend void intrusive_ptr_add_ref(Work* w) { ++w->references_; }
  friend void intrusive_ptr_release(Work* w) {
    if (--w->references_ == 0) delete w;
  }
  unsigned references_ = 0;
};

/// By priority.
inline bool is_below(const WorkRef& one, const WorkRef& other) {
  return one->priority < other->priority;
}

/// Work that is done in one go: copies, event records, host functions.
class Operation : public Work {
 public:
  /// `perform` returns whether it is done; if not, whoever goes on with it calls `finish`.
  Operation(int device, std::string_view name, std::function<bool()> perform);
  void make_ready() override;
  void run();
  void finish();

  checker::WorkInfo info;

 private:
  std::function<bool()> perform_;
};

/// `later` starts after `earlier` is complete (N4). Before `issue(later)`.
void run_after(Work& later, Work& earlier);
/// All its edges are known: it may become ready. Counts it for whoever waits for it.
void issue(Work& work);
/// By `complete`.
struct Completions {
  std::uint64_t count = 0;          // works that are complete
  std::vector<WorkRef> completing;  // within it only
  bool draining = false;
};
/// A work is complete: wakes what waited for it and what it kept from completing.
void complete(Work& work);
/// All threads of the grid have exited, or a child of it is complete: goes on as N2 says.
void settle(Grid& grid);

/// Of the record: which run of a graph the work is part of; 0: none.
std::uint32_t& recorded_graph(Work& work);
/// What waits for `work` in the record.
std::vector<report::WorkId>& recorded_waits(Work& work);

}  // namespace emu

// Runs of graphs: one launch of an executable graph, by the host or by a kernel of another graph
// (C1-C10).
//
// Works know the run that they belong to, so that a kernel's launch of a graph finds its own. What
// waits for what: the tails of a run wait for its *gate*, behind its nodes and what it has fired;
// whatever comes after the run waits for its *end*, behind these and the tails. Graphs launched as
// siblings are no part of the run: they are fired by the run around it, or, where the host is
// around it, only the end waits for them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "device/grids/stream.h"
#include "device/grids/work.h"

namespace emu {

/// What a conditional handle holds during a run (C11), and who has set and read it.
struct Condition {
  unsigned value = 0;
  bool has_default = false;
  bool is_set = false;         // in this run
  checker::Position set_at{};  // by whom, the last time
  const void* set_by = nullptr;
  bool is_read = false;  // by its node
  checker::Position read_at{};
  const void* read_by = nullptr;
};

class Block;

/// When something was done that others may come after.
struct Moment {
  bool has_come = false;
  checker::Position at{};
};

struct GraphRun {
  const void* executable = nullptr;
  bool for_device = false;     // instantiated so
  std::uint32_t number = 0;    // in the record
  std::vector<WorkRef> nodes;  // what its gate and its end wait for: its nodes …
  std::vector<WorkRef> fired;  // … and the ends of graphs that it has fired
  WorkRef gate;                // made with the first tail
  WorkRef last_tail;           // its end
  WorkRef end;
  Moment gate_passed, ended;
  unsigned fires = 0, siblings = 0, tails = 0;
  bool relaunches = false;                        // it is among its own tails
  std::shared_ptr<GraphRun> around;               // that a sibling becomes part of
  bool around_is_stream = false;                  // only its end waits for it
  std::map<std::uint64_t, Condition> conditions;  // by handle
};

/// The end of another graph becomes part of the run: its end waits for it, and unless it is a
/// sibling of the run, its tails do.
void add_to_run(GraphRun& run, const WorkRef& end, bool tails_wait);
/// It is now.
void note(Moment& moment);
/// The running thread comes after the nodes of the run and what it has fired (C8). What may be over
/// by luck does not count: the schedule is not to decide.
bool is_over(const GraphRun& run);
/// Its end has come: nothing more can be added.
void close_run(GraphRun& run);
/// Notes which run and which node the work is of; by `enqueue`.
void join_run(Work& work, const Target& target);

/// While it lives, what is sent off belongs to no grid, as if the host had sent it, and nothing of
/// it runs: for whoever sends off many works that belong together. Happens-before: each comes after
/// where the running thread stands.
class SendTogether {
 public:
  enum class By { kHost, kDevice };
  explicit SendTogether(By by);
  SendTogether(const SendTogether&) = delete;
  SendTogether& operator=(const SendTogether&) = delete;
  ~SendTogether();

 private:
  Block* const block_;
  const bool quiet_, by_device_;
};

}  // namespace emu

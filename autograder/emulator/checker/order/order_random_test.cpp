// Order and shadow against an oracle that keeps, for every thread, the set of all accesses that it
// knows of: slow, and too simple to be wrong. Random programs of launches, tails, streams,
// barriers of warps, blocks and grids, fences and atomics of both scopes; every pair of accesses is
// asked about, and every access must be reported if it races with an earlier one, and only then.
#include <gtest/gtest.h>

#include <bitset>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "checker/access.h"
#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/order/release.h"
#include "checker/resume.h"
#include "checker/shadow/readers.h"
#include "memory/memory.h"

namespace emu::checker {
namespace {

constexpr std::size_t kAccesses = 400;
constexpr unsigned kWords = 8;     // of memory that is accessed at a time
constexpr unsigned kThreads = 40;  // of a block: two warps, one of them partial
using Known = std::bitset<kAccesses>;

/// What one thread knows, or several that have met.
struct Knows {
  Known known;
  Known taken, taken_in_block;    // by atomics, with no fence since; what the block published
  Known fenced, fenced_in_block;  // what the next atomic publishes, and within the block
  bool has_fenced = false, has_fenced_in_block = false;

  void operator|=(const Knows& other) {
    known |= other.known;
    taken |= other.taken;
    taken_in_block |= other.taken_in_block;
    fenced |= other.fenced;
    fenced_in_block |= other.fenced_in_block;
    has_fenced = has_fenced || other.has_fenced;
    has_fenced_in_block = has_fenced_in_block || other.has_fenced_in_block;
  }
};

struct ThreadModel : Knows {
  Position position;
};

struct GridModel {
  Work* work = nullptr;
  GridModel* parent = nullptr;
  bool tail = false;
  Known start, complete_set;
  std::vector<Block*> blocks;
  std::vector<std::vector<ThreadModel>> threads;
  std::vector<GridModel*> children, tails;
  GridModel* stream_last = nullptr;  // of the one stream that its children may use
  bool threads_done = false, complete = false;

  Known everything() const {
    Known all = start;
    for (const auto& block : threads)
      for (const ThreadModel& t : block) all |= t.known | t.taken;
    for (const GridModel* c : children) all |= c->complete_set;
    for (const GridModel* t : tails)
      if (t->complete) all |= t->complete_set;
    return all;
  }
};

/// Accesses to one byte since its word came into use.
struct ByteModel {
  Known reads, writes;
};

std::uint64_t races_reported() {
  std::uint64_t count = 0;
  for (const Diagnostic& d : diagnostics())
    if (d.rule == "race" || d.rule == "missing-fence" || d.rule == "missing-acquire")
      count += d.count;
  return count;
}

class Program {
 public:
  Program(std::uint64_t seed, bool fences) : random_(seed), fences_(fences) {
    host_.position = {block_phase(blocks), 0};
    for (unsigned w = 0; w < kWords; ++w) take_word(w);
    for (int i = 0; i < 3; ++i) launch_from_host();
  }

  /// Empty when the order unit and the oracle agree about everything.
  std::string run() {
    while (stamps_.size() < kAccesses && wrong_.empty()) step();
    return wrong_;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  GridModel* random_running() {
    std::vector<GridModel*> running;
    for (GridModel& g : grids_)
      if (!g.threads_done && !g.blocks.empty()) running.push_back(&g);
    return running.empty() ? nullptr : running[below(static_cast<unsigned>(running.size()))];
  }

  void step() {
    const unsigned what = below(100);
    GridModel* grid = random_running();
    if (what < 3) return access_by_host();
    if (!grid || what < 6) return below(2) ? launch_from_host() : host_joins();
    const unsigned b = below(static_cast<unsigned>(grid->blocks.size()));
    const unsigned t = below(kThreads);
    ThreadModel& thread = grid->threads[b][t];
    if (what < 45) return access(thread);
    if (what < 55) return meet(*grid, b);
    if (what < 62) return meet_warp(*grid, b, t);
    if (what < 63 && fences_) return meet_all(*grid);
    if (what < 70) return launch(*grid, b, t);
    if (what < 78) return fences_ ? fence_by(thread) : access(thread);
    if (what < 92) return atomic_by(thread);
    if (grids_.size() > 4) finish(*grid);
  }

  void access(ThreadModel& thread) {
    const std::size_t number = stamps_.size();
    if (number == kAccesses) return;
    for (std::size_t i = 0; i < number; ++i)
      if (happens_before(stamps_[i], thread.position) != thread.known[i] && wrong_.empty())
        wrong_ = "access " + std::to_string(i) + " and " + std::to_string(number) +
                 ": oracle says " + (thread.known[i] ? "ordered" : "not ordered");
    stamps_.push_back(make_stamp(thread.position.phase, thread.position.thread));
    if (&thread != &host_) touch(thread, number);
    thread.known.set(number);
  }

  /// The access goes to one of the words, or to some bytes of it.
  void touch(const ThreadModel& thread, std::size_t number) {
    const unsigned w = below(kWords), first = below(3) ? 0 : below(4);
    const unsigned size = first == 0 && below(3) ? 4 : 1 + below(4 - first);
    const bool writes = below(3) == 0;
    bool races = false;
    for (unsigned b = first; b < first + size; ++b) {
      ByteModel& byte = bytes_[w][b];
      races = races || (byte.writes & ~thread.known).any() ||
              (writes && (byte.reads & ~thread.known).any());
      (writes ? byte.writes : byte.reads).set(number);
    }
    const bool reported = report_of(thread, w, first, size, writes);
    if (reported != races && wrong_.empty())
      wrong_ = "access " + std::to_string(number) + (races ? " races" : " does not race");
    if (races) take_word(w);  // once is enough to ask
  }

  bool report_of(const ThreadModel& thread, unsigned w, unsigned first, unsigned size,
                 bool writes) {
    static std::uintptr_t site = 0x10;  // of its own, or it would count as seen
    const std::uint64_t before = races_reported();
    unsigned char* at = word_[w] + first;
    resume(thread.position, 0, 0);
    check_cells({.address = reinterpret_cast<std::uintptr_t>(at),
                 .size = size,
                 .writes = writes,
                 .site = reinterpret_cast<const void*>(++site)});
    if (writes) ++*at;
    resume(thread.position, 0, 0);
    return races_reported() != before;
  }

  void take_word(unsigned w) {
    word_[w] = static_cast<unsigned char*>(memory::allocate(memory::Kind::kPinned, 0, 4, nullptr));
    for (ByteModel& byte : bytes_[w]) byte = {};
  }

  void access_by_host() {
    resume(host_.position, 0, 0);
    if (now.trapped) spring(true);  // its first access since a launch opens a phase
    host_.position = current();
    access(host_);
  }

  /// Adds what the threads of the block know, and the positions that are not the block's.
  static void gather(GridModel& g, unsigned b, Knows& all, std::vector<Position>& apart) {
    for (const ThreadModel& t : g.threads[b]) {
      if (t.position.phase != block_phase(g.blocks[b])) apart.push_back(t.position);
      all |= t;
    }
  }

  void meet(GridModel& g, unsigned b) {
    std::vector<Position> apart;
    Knows all;
    gather(g, b, all, apart);
    const Phase phase = barrier(g.blocks[b], apart);
    for (ThreadModel& t : g.threads[b]) {
      t.position.phase = phase;
      static_cast<Knows&>(t) = all;
    }
  }

  void meet_all(GridModel& g) {
    std::vector<Position> apart;
    Knows all;
    for (unsigned b = 0; b < g.blocks.size(); ++b) gather(g, b, all, apart);
    grid_barrier(g.blocks, apart);
    all.fenced = all.fenced_in_block = {};
    all.has_fenced = all.has_fenced_in_block = false;
    for (unsigned b = 0; b < g.blocks.size(); ++b)
      for (ThreadModel& t : g.threads[b]) {
        t.position.phase = block_phase(g.blocks[b]);
        static_cast<Knows&>(t) = all;
      }
  }

  void meet_warp(GridModel& g, unsigned b, unsigned t) {
    const unsigned warp = t / 32, members = warp == 0 ? 32 : kThreads - 32;
    const std::uint32_t mask = below(2) ? ~0u : static_cast<std::uint32_t>(random_());
    std::vector<Position> lanes;
    Knows all;
    for (unsigned l = 0; l < members; ++l) {
      if (!(mask >> l & 1)) continue;
      const ThreadModel& lane = g.threads[b][warp * 32 + l];
      lanes.push_back(lane.position);
      all |= lane;
    }
    if (lanes.empty()) return;
    const Phase phase = warp_barrier(g.blocks[b], warp, mask, lanes);
    for (unsigned l = 0; l < members; ++l) {
      if (!(mask >> l & 1)) continue;
      ThreadModel& lane = g.threads[b][warp * 32 + l];
      lane.position.phase = phase;
      static_cast<Knows&>(lane) = all;
    }
  }

  void start(GridModel& g) {
    work_started(g.work);
    for (unsigned b = 0; b < 1 + below(3); ++b) {
      g.blocks.push_back(block_started(g.work, {b, 0, 0}, kThreads));
      g.threads.emplace_back(kThreads);
      for (unsigned t = 0; t < kThreads; ++t) {
        g.threads.back()[t].position = {block_phase(g.blocks[b]), t};
        g.threads.back()[t].known = g.start;
      }
    }
  }

  GridModel& new_grid(Position launch, const Known& known) {
    GridModel& g = grids_.emplace_back();
    g.work = Grid::create(launch, 4, kThreads, 0);
    g.start = known;
    return g;
  }

  void after(GridModel& later, GridModel* earlier) {
    work_after(later.work, earlier->work);
    later.start |= earlier->complete_set;
  }

  void launch(GridModel& parent, unsigned b, unsigned t) {
    ThreadModel& thread = parent.threads[b][t];
    resume(thread.position, 0, 0);
    const Position launch = launched();
    thread.position = current();
    GridModel& g = new_grid(launch, thread.known);
    g.parent = &parent;
    if (below(3) == 0) {
      g.tail = true;
      parent.tails.push_back(&g);
      return;  // starts when the parent is done
    }
    parent.children.push_back(&g);
    GridModel*& last = parent.stream_last;
    if (below(2) && (!last || last->complete)) {
      if (last) after(g, last);
      last = &g;
    }
    start(g);
  }

  void launch_from_host() {
    resume(host_.position, 0, 0);
    const Position launch = launched();
    host_.position = current();
    GridModel& g = new_grid(launch, host_.known);
    if (below(2) && (!host_stream_ || host_stream_->complete)) {
      if (host_stream_) after(g, host_stream_);
      host_stream_ = &g;
    }
    start(g);
  }

  void host_joins() {
    for (GridModel& g : grids_) {
      if (g.parent || !g.complete || below(2)) continue;
      resume(host_.position, 0, 0);
      join(g.work);
      host_.position = current();
      host_.known |= g.complete_set;
      return access_by_host();
    }
  }

  void finish(GridModel& g) {
    g.threads_done = true;
    settle(g);
  }

  void settle(GridModel& g) {
    if (!g.threads_done || g.complete) return;
    for (const GridModel* c : g.children)
      if (!c->complete) return;
    for (GridModel* tail : g.tails) {
      if (tail->complete) continue;
      if (tail->blocks.empty()) {
        work_after(tail->work, g.work);
        tail->start |= g.everything();
        start(*tail);
      }
      return;
    }
    g.complete = true;
    g.complete_set = g.everything();
    work_completed(g.work);
    if (g.parent) settle(*g.parent);
  }

  void fence_by(ThreadModel& thread) {
    const bool wide = below(3) != 0;
    resume(thread.position, 0, 0);
    checker::fence(wide ? Scope::kDevice : Scope::kBlock);
    thread.position = current();
    thread.known |= wide ? thread.taken : thread.taken_in_block;
    thread.fenced_in_block = thread.known;
    thread.has_fenced_in_block = true;
    if (!wide) return;
    thread.taken = thread.taken_in_block = {};
    thread.fenced = thread.known;
    thread.has_fenced = true;
  }

  void atomic_by(ThreadModel& thread) {
    const unsigned location = below(4);
    const bool wide = below(3) != 0;
    resume(thread.position, 0, 0);
    synchronize(base_ + location * 4, {.scope = wide ? Scope::kDevice : Scope::kBlock});
    thread.position = current();
    Known& in_block = in_block_[location][&block_at(thread.position.phase)];
    thread.taken |= in_block;
    thread.taken_in_block |= in_block;
    if (wide) thread.taken |= published_[location];
    if (thread.has_fenced_in_block) in_block |= thread.fenced_in_block;
    if (wide && thread.has_fenced) published_[location] |= thread.fenced;
  }

  std::mt19937_64 random_;
  const bool fences_;
  std::deque<GridModel> grids_;
  ThreadModel host_;
  GridModel* host_stream_ = nullptr;
  std::vector<Stamp> stamps_;
  std::map<unsigned, Known> published_;
  std::map<unsigned, std::map<const Block*, Known>> in_block_;
  std::string wrong_;
  unsigned char* word_[kWords] = {};
  ByteModel bytes_[kWords][4];
  const std::uintptr_t base_ = next_base();

  static std::uintptr_t next_base() {
    static std::uintptr_t base = 0x6000'0000;
    return base += 64;
  }
};

class OrderOfRandomPrograms : public OrderTest {
 protected:
  void run(bool fences) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      forget_reader_sets();
      ASSERT_EQ(Program(seed, fences).run(), "") << "seed " << seed;
      if (seed % 3 == 0) TearDown();  // others run beside what is left unfinished
    }
  }
};

TEST_F(OrderOfRandomPrograms, AgreeWithTheOracle) { run(false); }
TEST_F(OrderOfRandomPrograms, WithFencesAgreeWithTheOracle) { run(true); }

}  // namespace
}  // namespace emu::checker

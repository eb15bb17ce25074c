// All that this room keeps of a run, but for what hooks read (`now` in current.h): one object, of
// which the Emulator is the owner (see runtime/emulator.h). It lies among the emulator's own
// variables, which no program may touch; what its containers hold lies in the emulator's own heap
// where a verdict rests on it, or else in the C library's.
#pragma once

#include <ucontext.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/access.h"
#include "checker/checker.h"
#include "checker/messages/judge.h"
#include "checker/messages/race.h"
#include "checker/modules.h"
#include "checker/order/order.h"
#include "checker/order/release.h"
#include "checker/order/vector_clock.h"
#include "checker/own_memory.h"
#include "checker/shadow/bytes.h"
#include "checker/shadow/readers.h"
#include "checker/shadow/reads.h"
#include "checker/shadow/threads.h"
#include "checker/shadow/unwritten.h"
#include "checker/shadow/writers.h"
#include "memory/memory.h"
#include "memory/own.h"
#include "memory/zones.h"

struct Dwfl_Module;

namespace emu::checker {

/// How programs are judged.
struct Settings {
  // By the device at start-up, from the environment.
  bool wanted = true;                      // set_enabled
  Severity harmless = Severity::kWarning;  // set_strict
  Severity missing_fence = Severity::kError;

  // By the first hook of code that is compiled with hooks.
  bool instrumented = false;
};

/// Happens-before: `order/`.
struct Order {
  // By `open_phase`, `keep_extra` and `new_block`, for as long as the run lasts; nothing is ever
  // taken back.
  Phase next = kBeginning;
  std::uint32_t block_count = 0;
  std::deque<Extra> extras = std::deque<Extra>(1);  // number 0: nothing extra
  std::vector<Phase> of_host;
  Work* the_host = nullptr;

  // By work_order.cpp, when works are created and joined.
  std::vector<Work*> works;            // by number; the host is number 0
  std::uint32_t works_not_joined = 0;  // launched by the host, which has not yet waited for them
  std::uint32_t grids_not_joined = 0;
  bool several_devices_work = false;
  Phase all_joined = 0;  // the host has waited for all: smaller phases are before what is to come
  std::vector<Work*> to_join;  // within `join` only
  bool for_host = false;       // what is created is the host's

  std::uint32_t clusters = 0;  // formed so far

  // By atomics and fences (release.cpp), and when memory begins a new life.
  std::unordered_map<std::uintptr_t, Record*> records;  // by address; never freed

  // By questions about what was acquired (knowledge.cpp); nothing is ever taken back.
  std::deque<ClockPart> clock_parts;
  std::deque<Clock> clocks;
  std::uint32_t clock_edits = 0;
  std::uint64_t clock_steps = 0;
  std::size_t most_clock_parts = 24'000'000;  // about a gigabyte
  bool told_of_most_clock_parts = false;

  // By one search after the other (happens_before.cpp).
  std::uint64_t steps = 0;
  std::uint32_t search_number = 0;
  std::vector<Work*> works_to_search;
  std::vector<std::pair<Work*, bool>> completions_to_search;
  std::vector<const AcquiredSet*> knowledge_to_search;
  std::array<Refuted, 1024> refuted;  // by a hash: an entry takes another's place

  // By whoever asks whether an access is ordered (access.cpp), for as long as the work runs.
  std::array<Remembered, 256> remembered;  // by a hash
};

/// What belongs to a cell and has no room in it: `shadow/`.
struct Shadow {
  // Mapped at start-up, and filled by `make_wide`.
  FourCells* wide_table = nullptr;
  std::uint64_t wide_count = 0;  // numbers that have been given out; 0 is not used
  std::vector<std::uint64_t> wide_free;
  bool any_split = false;  // has there been a split cell?

  // When variables are registered.
  std::unordered_map<std::uintptr_t, Cell*> chunks;
  // By the latest access to a variable.
  std::uintptr_t latest_chunk = 0;
  Cell* latest_cells = nullptr;

  // By `add_reader`.
  ReaderSets sets;
  struct {
    Stamp readers, me, both;
  } together[256] = {};  // the latest answers, by a hash

  // By code that runs for the first time, and never taken back.
  std::unordered_map<const void*, std::uint32_t> site_numbers;
  std::vector<const void*> numbered_sites{nullptr};
  // By atomics of the running device: sites of those that are none for other devices. A stamp has
  // no room for it.
  std::unordered_set<std::uint32_t> device_atomics;
  std::array<std::uint32_t, 16> latest_device_atomics{};  // by a hash

  // By copies, until the memory has another life.
  std::map<std::uintptr_t, MissingBytes> missing;  // by their beginning; none overlap
  std::map<std::uintptr_t, BroughtBytes, std::less<>,
           memory::OwnAllocator<std::pair<const std::uintptr_t, BroughtBytes>>>
      brought;  // the same

  // By first reads of what other grids wrote, where they are watched.
  ReadPairs reads;
  // By all reads of what was there before, where threads are watched.
  ThreadReads threads;

  // By the exchange that was announced last, until the next access.
  Access unwritten_exchange{};
  std::uintptr_t unwritten_exchange_begin = 0;  // 0: it is of what has been written

  // By `first_touch`, until memory is released.
  const memory::Allocation* latest_variable = nullptr;
};

/// What was found, and what may yet be: `messages/`.
struct Findings {
  // By `diagnose`, which the device tells of each. Read by the report.
  memory::OwnVector<Diagnostic> list;
  std::map<
      std::tuple<std::string, Severity, std::string, std::string, unsigned, std::string, unsigned>,
      std::size_t>
      index;  // see key_of in diagnostics.cpp

  // Until `judge` has told: by races, reads of nothing, hints and waits for events.
  std::vector<Held> held;  // in the order in which they were found
  std::map<std::pair<Held::Kind, std::uint64_t>, std::size_t> counted;  // their places in `held`
  std::set<std::uint64_t> hints;
  std::set<const void*> waits, vain_waits;  // for events that had been recorded, and had not

  // By races.
  std::unordered_map<std::uint64_t, std::uint64_t> seen;         // pairs of sites → times
  std::unordered_map<std::string, RacesWithItself> with_itself;  // by file and line
  // Between a racing store's announcement and the store: of one access, a granule of a range each.
  memory::OwnVector<AwaitedRace> awaited;

  // By the running thread, until it is told of another.
  Position index_told_to;  // an index beyond an array
  SourceLine index_told_at;
  const void* full_heap_site = nullptr;
};

class Functions;  // source_line.cpp

/// The program's code: lines and modules. By `source_line` and `module_part`, as they are asked.
struct Code {
  std::unordered_map<const void*, SourceLine> lines;  // by site
  std::map<std::string, Dwfl_Module*> opened;         // kept open for the run
  std::map<const void*, Functions*> functions;        // by unit, likewise
  std::vector<ModuleRange, memory::OwnAllocator<ModuleRange>> modules;
  // Within `source_line` on a device thread only: see look_up_on_large_stack.
  struct {
    const void* site = nullptr;
    SourceLine line;
    ucontext_t caller, here;
    std::unique_ptr<char[]> stack;  // made when first needed and never filled
  } aside;
};

/// What the program may not touch: own_memory.cpp. At start-up, but for the frames.
struct Closed {
  Ranges readable, writable, libraries;
  // When libraries call the program back, and when that has returned.
  memory::OwnVector<Frames> frames;
};

struct State {
  // Given once, by the device, before anything of the program's runs.
  Callbacks callbacks;
  Settings settings;
  // By the runtime: access of one device to another's memory.
  bool peers[memory::kMaxDevices][memory::kMaxDevices] = {};

  // By the scheduler through checker.h, and by the running thread.
  Order order;
  // When the running thread moves to another phase, or to another thread (current.cpp).
  bool host_moved = false;
  void (*store_happened)() = nullptr;  // see await_store
  bool store_may_read = false;         // no access has come since

  // By each access that a glance does not decide.
  Shadow shadow;
  struct {
    std::uintptr_t begin = 0, end = 0;
    Stamp who = 0;
  } latest_write;
  // By what is wrong with an access.
  Findings findings;

  Code code;
  Closed closed;
};

/// Whoever links this room says which: the Emulator, or a test's own.
[[gnu::visibility("hidden")]] extern State& state;

}  // namespace emu::checker

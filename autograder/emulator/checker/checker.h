// What the device tells the checker, and what the checker tells the device.
//
// Every access to memory carries a stamp: the *phase* in which it happened and the thread of the
// block that made it. A phase is a stretch of execution between two things that order memory: a
// block's barrier, a warp barrier, a launch, a fence with an atomic, a wait for other work. Phases
// are numbered in the order in which they begin, over the whole run; `happens_before` asks whether
// a stamped access is ordered before a position. One thread at a time; nothing here is thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/library_seam.h"
#include "emulator/seam.h"

namespace emu::checker {

using Phase = std::uint32_t;  // below 2^28

/// Where a thread stands: everything ordered before (phase, thread) happens before what it does
/// next.
struct Position {
  Phase phase = 0;
  std::uint32_t thread = 0;  ///< linear index in its block
};

/// What messages say about a grid or another piece of work. The views outlive the run too.
struct WorkInfo {
  enum class Kind { kHost, kGrid, kCopy } kind = Kind::kGrid;
  std::string_view kernel;  ///< name without arguments; "cudaMemcpyAsync" for a copy
  std::uint64_t launch_id = 0;
  std::string_view file;  ///< of the launch
  unsigned line = 0;
  const WorkInfo* parent = nullptr;  ///< null: launched by the host
  uint3 parent_block{}, parent_thread{};
  dim3 grid, block;
  int device = 0;
  std::string_view node;  ///< of a graph: "node 2 of graph 1 (instantiated at line 40)"; or empty
};

class Work;   // order of one grid, copy or memset; the host is one too
class Block;  // order of one block

// ---- Order: called by the scheduler and the runtime ---------------------------------------------

Work* host_work();
/// A new piece of work, launched at `launched_at` (M2). `info` must outlive the run.
Work* work_created(const WorkInfo& info, Position launched_at);
/// From here on what is created is the host's, wherever it is launched: a grid does not wait for
/// the graphs that it launches (C4). Off again by `false`.
void send_for_host(bool on);
/// The work is this node of a graph. The name must outlive the run.
void name_node(Work* work, std::string_view node);
/// Whether what was done at `earlier` comes before what the running thread does next.
bool comes_before(Position earlier);
/// complete(earlier) comes before start(later) (N4, M5). Call before `work_started(later)`. For a
/// tail, `earlier` is the grid that launched it: then its threads and its other work are done (N2).
void work_after(Work* later, Work* earlier);
/// start(earlier) comes before start(later), and complete(earlier) before complete(later), but not
/// before start(later): `later` may start early (Q1). Call before `work_started(later)`.
void work_overlaps(Work* later, Work* earlier);
void work_started(Work* work);
/// All threads of the work and all its descendants are done (N2).
void work_completed(Work* work);

/// A block begins; its threads start at {block_phase(b), t}. A copy has one block of one thread.
/// The host has one from the beginning, which is what this gives for it.
Block* block_started(Work* work, uint3 index, unsigned threads);
Phase block_phase(const Block* block);
/// All its threads have ended. The pointer stays valid for messages; its state may be compacted.
void block_ended(Block* block);

/// The running thread launches: returns the position the child sees; the thread itself moves on to
/// a new phase, so that what it does next is not ordered before the child (M2).
Position launched();
/// All threads of the block met at a barrier. `apart` holds the positions of those whose phase is
/// not the block's. Returns the block's new phase, which every thread then has.
Phase barrier(Block* block, std::span<const Position> apart);
/// The lanes of `mask` in warp `warp` met in __syncwarp; `lanes` are their positions. Returns the
/// phase that each of them then has.
Phase warp_barrier(Block* block, unsigned warp, std::uint32_t mask,
                   std::span<const Position> lanes);
/// The running thread arrives where some threads of its block wait for each other, and goes on when
/// all have arrived: then what each did before comes before what it does next. `place` is any
/// address by which they know each other.
void arrive(std::uintptr_t place);
void depart(std::uintptr_t place);
/// The same for threads of a cluster's blocks (PG13 §4.4.1.2), with an arrival on behalf of a
/// thread that waits, where it stood when it came. Where all threads of all blocks only waited,
/// `cluster_barrier` says the same at less cost.
void arrive_in_cluster(std::uintptr_t place);
void arrive_in_cluster(std::uintptr_t place, Position thread);
void depart_in_cluster(std::uintptr_t place);
/// Forgets the place: no thread comes there any more.
void forget_place(std::uintptr_t place);
/// The blocks are those of one cluster, and each is its only one.
void form_cluster(std::span<Block* const> blocks);
/// cluster.sync() of all threads of the cluster; their positions are afterwards
/// {block_phase(b), t}.
void cluster_barrier(std::span<Block* const> blocks, std::span<const Position> apart);
/// grid.sync(): all threads of all blocks met; their positions are afterwards {block_phase(b), t}.
void grid_barrier(std::span<Block* const> blocks, std::span<const Position> apart);
/// The running thread (the host, or a CDP1 device thread) waited for complete(work).
void join(Work* work);
/// The running thread has waited until all that its grid overlaps is complete (Q3).
void await_overlapped();

void fence(Scope scope);
void atomic_access(const volatile void* address, std::size_t size, Scope scope, const void* site,
                   Atomic does);

/// An atomic object of the library, which orders memory as `order` says (`__ATOMIC_ACQUIRE` …).
void ordered_access(const volatile void* address, std::size_t size, AtomicStep does, int order,
                    Scope scope, const void* site);

/// The running thread uses the old value of the exchange that it announced last.
void use_old_value() noexcept;

// ---- Memory: called by runtime and scheduler ----------------------------------------------------

/// An access made by the running position on somebody's behalf (copies, textures, printf …). A
/// store comes after its call.
void range_access(const volatile void* address, std::size_t size, bool writes,
                  const void* site) noexcept;
/// A texel that is fetched. Whatever the running grid itself has written there, textures need not
/// see (M8), barrier or not.
void texel_access(const void* address, std::size_t size, const void* site) noexcept;
/// The memory is about to be freed, which is a write of all of it: whatever else uses it must be
/// ordered, even if in this run it came before by luck.
void end_of_life(const volatile void* address, std::size_t size, const void* site) noexcept;
/// device-to-device copy: checks both sides; unwritten bytes stay unwritten at the destination.
void copy_access(void* to, const void* from, std::size_t size, const void* site) noexcept;
/// A part of a block's shared memory is about to end with the block, whose last thread runs: what
/// other blocks of its cluster do with it must be ordered before (rule `left-cluster`).
void shared_ends(std::uintptr_t begin, std::size_t size) noexcept;
/// The memory begins a new life: never written, never read (a block's shared memory, new
/// allocation).
void forget(const volatile void* address, std::size_t size);
/// Why bytes that a copy should have brought hold nothing.
enum class NotBrought {
  kUnwritten,  ///< nothing had written to the source
  kOnItsWay,   ///< the copy is asynchronous, and its thread has not waited for it
};
/// The bytes become unwritten; who reads them is told of the copy at `site`.
void not_brought(const volatile void* address, std::size_t size, const void* site, NotBrought why);
/// They have come, and are written.
void brought(const volatile void* address, std::size_t size);

/// cudaDeviceEnablePeerAccess and its opposite: whether device `from` may touch `to`'s memory.
void set_peer_access(int from, int to, bool on);

/// [begin, begin + size) of a block's shared memory lies between its variables: an access there is
/// one beyond the bounds of the nearest. Until the next `forget`.
void mark_outside(const volatile void* begin, std::size_t size);

/// A `__shared__` variable of the running block, or the dynamic part, which has no name.
struct SharedPart {
  std::string name;
  std::uintptr_t begin = 0;
  std::size_t size = 0;  ///< 0: there is none
  std::string of = {};   ///< " of block 3", where it is another block's
};
/// The host may not touch managed memory while a device has work (U6): devices on which
/// cudaDevAttrConcurrentManagedAccess is 0. Called before the program begins.
void take_turns_with_managed_memory();

/// Whose shared memory it is, for the running thread.
enum class SharedOf {
  kOther,      ///< its own block's, or one of no block of its cluster
  kNeighbour,  ///< that of a block of its cluster
  kLeft,       ///< that of a block of its cluster that has ended
};
/// Which shared memory the running block owns: an access to other shared memory is G3/M9.
void set_shared(std::uintptr_t begin, std::uintptr_t end);

// ---- Diagnostics --------------------------------------------------------------------------------

enum class Severity { kError, kWarning };

struct SourceLine {
  std::string file;  ///< as the compiler was given it; empty when unknown
  unsigned line = 0;
  std::string function;
  std::vector<SourceLine> callers = {};  ///< who called it, from inside out: inlined calls only
};
/// The user's source line behind a return address: frames inside the emulator's headers are
/// skipped.
SourceLine source_line(const void* site);
/// The same of an access by this work. Some grids are whole of headers, those of Thrust and CUB: of
/// their own accesses it is the line of their launch.
SourceLine line_of_access(const void* site, const WorkInfo& by);
/// For a process that makes others by fork(), each of which loads the library at this path: what
/// source_line reads of its file, they need not read again.
void read_lines_ahead(const std::string& path);

struct Diagnostic {
  std::string rule;  ///< stable short name: "race", "local-pointer" …
  Severity severity = Severity::kError;
  std::string message;
  SourceLine where, other = {};
  std::string cites;  ///< "M2", "G3" …
  std::uint64_t count = 1;
  unsigned weight = 0;  ///< of two races at the same lines the heavier is told
};
/// Adds a diagnostic, or counts it when the same rule was found at the same pair of lines before;
/// of races, whichever access came first.
void diagnose(Diagnostic diagnostic) noexcept;
/// The same for what was found earlier: before all diagnostics from number `place` on.
void diagnose_at(std::size_t place, Diagnostic diagnostic) noexcept;
/// A stream was told to wait for an event that has not been recorded, which holds back nothing.
/// Said (rule `unrecorded-event`) where grids then race that nothing orders.
void note_vain_wait(const void* site);
/// The wait at `site` was for an event that had been recorded. A line that waits in vain in the
/// first round of a loop only, as rings do, is not at fault.
void note_wait(const void* site);
/// An allocation of device code's at `site` has got a null pointer because the heap is full: what
/// then goes through a null pointer may be that one.
void note_full_heap(const void* site);
/// Rule `missing-fence` (M4) is an error unless said otherwise here.
void set_missing_fence_severity(Severity severity);
/// What passes as a warning though the memory model has it otherwise (rules `same-value`, `hint`,
/// `missing-acquire` behind a barrier) is an error: EMULATOR_STRICT=1.
void set_strict(bool strict);
/// Of what usually does no harm: a warning, or an error after set_strict(true).
Severity lenient_severity();
std::span<const Diagnostic> diagnostics();
/// The run is over: reports what had to be judged by the whole of it (see race.h).
void judge();

/// Says that a call of the API is about to read or write `size` bytes of what should be the user's
/// memory: reported, as above, if it is the emulator's.
void keep_out(const volatile void* address, std::size_t size, bool writes, const void* site);
/// One more range that is the emulator's: where its report will be written.
void take_as_own(const volatile void* begin, std::size_t size);
/// The variables of the emulator's that programs may read all the same, such as threadIdx.
void leave_readable(const volatile void* begin, std::size_t size);
/// Closes the variables of all modules that are loaded, and of the running thread, to writes of
/// the program's, whose own module has the path `program`; but for what is left writable, such as
/// errno. Once, before any code of the program runs.
void close_libraries(const char* program);
void leave_writable(const volatile void* begin, std::size_t size);

/// Switches the race and initialization checks off (EMULATOR_CHECK=0). They are off, too, in
/// programs that were compiled without hooks.
void set_enabled(bool enabled);
/// Whether they are on or off as they should be: nobody has written over the switch.
bool is_as_wanted();

// ---- What the checker calls ---------------------------------------------------------------------

/// Functions of the device; null: nothing is called.
struct Callbacks {
  /// An access cannot go on, as on a card (700, 716, 717); does not return when a device thread
  /// runs.
  void (*fault)(cudaError_t error) = nullptr;
  /// Host code, or a copy that it asked for, is about to touch the emulator's own memory. It has
  /// been reported; to return is to let it happen.
  void (*caught)() = nullptr;
  /// A finding is new.
  void (*found)(const Diagnostic&) = nullptr;
  /// A device thread has made a volatile or atomic access through the compiler's hooks (not through
  /// `atomic_access`): it may be waiting for somebody.
  void (*polled)(const volatile void* address, std::size_t size, const void* site) = nullptr;
  /// Host code is about to look at memory by a volatile or atomic access: it may be waiting for
  /// another host thread, or for the device.
  void (*host_looked)(const volatile void* address, std::size_t size) = nullptr;
  /// A device thread is about to update memory by an atomic of the compiler's, whatever the program
  /// calls it. `operation` is "atomic fetch_or" and lives as long as the program: whoever counts
  /// atomic functions, "atomicOr", counts this with them.
  void (*updated)(const char* operation, const void* site) = nullptr;
  /// Whether the address lies in the running grid's arguments: compilers read large ones by memcpy.
  bool (*is_argument)(std::uintptr_t address) = nullptr;
  /// The part of the running block's shared memory that holds `address` or is nearest to it.
  SharedPart (*shared_part)(std::uintptr_t address) = nullptr;
  /// Whose shared memory it is that begins or ends around the address.
  SharedOf (*shared_of)(std::uintptr_t address) = nullptr;
};
/// Once, at start-up.
void tell(const Callbacks& callbacks);

/// Work that device code has done since the start, for the virtual clock: instructions (those that
/// it says itself, `issue` in seam.h, and those of accesses to shared and local memory), and
/// kGlobalAccess for each access to other memory. Hot: plain counter, and differences tell both
/// numbers. What a thread has of its own costs nothing where it may lie in registers: 255 words.
/// What lies farther off on its stack is local memory, and takes a look into the first cache, 30
/// cycles or so.
extern std::uint64_t issued;
inline constexpr std::uint64_t kGlobalAccess = std::uint64_t{1} << 30, kSharedAccess = 2,
                               kLocalAccess = 6;
inline constexpr std::size_t kRegisterBytes = 255 * 4;

}  // namespace emu::checker

// What one call of an exercise came to: how its process ended, the arrays and the value that it
// returned, and the emulator's report.
//
//     const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
//     ASSERT_THAT(run, FinishedCleanly());
//     EXPECT_THAT(run, Returned(0));
//     EXPECT_THAT(run.result<int>(0), Elements([](int i) { return 2 * i; }));
//     EXPECT_THAT(run.launches, LaunchCount(1, Child("double_all")));
//
// Everything in it was copied after the process, and all that it started, had ended.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "harness/array.h"
#include "harness/launches.h"
#include "harness/report.h"
#include "harness/running/grader_error.h"
#include "harness/running/settings.h"

namespace harness {

/// How the process of a run ended.
enum class Ending {
  kFinished,     ///< the entry point returned
  kCrashed,      ///< by a signal, or the device stopped at a fault
  kTimedOut,     ///< at the limit `seconds` of its check
  kOutOfMemory,  ///< at the memory limit
  kExitedEarly,  ///< the process ended before the entry point returned
  kDoesNotLoad,  ///< exercise.so cannot be loaded, or lacks the entry point
};
/// Names an ending as the results do.
/// @param ending  how a run ended
/// @return "finished", "crashed", "timed_out", …
std::string_view ending_name(Ending ending);
inline void PrintTo(Ending ending, std::ostream* os) { *os << ending_name(ending); }

// What matchers of the harness ask: see WroteResult, Reads() and the matchers of threads.
/// @cond

/// An output() or inout() array after the run.
struct ReturnedArray {
  std::string name;
  const std::type_info* type = nullptr;
  std::size_t element_bytes = 1;
  std::vector<std::byte> pages;  ///< the array ends where these end
  std::size_t begin = 0;         ///< where in `pages` it begins
  std::unique_ptr<Before> before;
};

/// Who wrote some elements of an array: one of the grids that did, or none.
struct ElementsWritten {
  enum class By {
    kUnknown,
    kGrid,
    kHost,
    kSet,
    kNothing,
    kChosen
  };                      ///< see emulator/device/border/book.h
  std::size_t array = 0;  ///< as for result()
  std::size_t first = 0, count = 0;
  By by = By::kUnknown;
  /// Of a grid: the first launch of its kernel by the same parent, on the same device and as deep.
  std::int64_t launch = 0;
};

/// Grids of one kernel read words that other grids, of that kernel or another, had written.
struct WordsRead {
  enum class By { kNoAncestor, kLaunchingThread, kItsBlock, kOtherBlock };  ///< checker::Writers
  std::int64_t reader = 0, writer = 0;  ///< launches: the first of each kernel that was seen
  By by = By::kNoAncestor;
  std::size_t words = 0;  ///< each counts once; at most 16,384 are counted
};

/// What threads of one kernel's grids, launched by the host or by kernels, read of what was in
/// global memory before their grid began, how often they are atomic there, and what they write
/// otherwise.
struct ReadByThreads {
  std::int64_t reader = 0;         ///< a launch: the first of the kernel that was seen
  std::size_t by_one = 0;          ///< different words that one thread has read, at most
  std::size_t by_several = 0;      ///< words that more than one thread of a grid has read, at most
  int line = 0;                    ///< where one of both became so many; 0: not known
  std::uint32_t atomics = 0;       ///< in all
  std::uint32_t on_one = 0;        ///< of one grid on one word, at most
  std::size_t written_by_one = 0;  ///< different words that one thread has written, at most
  int written_line = 0;
  bool by_texture = false;  ///< all this through texture objects; else otherwise
};

/// Lanes of a warp that gave the same in one vote, match, reduction or shuffle.
struct LanesAlike {
  std::uint64_t operation = 0;  ///< 1, 2, … as they came
  std::int64_t launch = 0;
  std::uint32_t block = 0, warp = 0;      ///< by number, in the grid and in the block
  std::uint32_t together = 0, alike = 0;  ///< all lanes of the operation, and these of them
  bool is_shuffle = false, is_vote = false;
};

/// @endcond

/// Kinds of global memory, for UsesOnly() and similar matchers.
enum class MemoryKind {
  kDevice,  ///< memory of a device, with its variables and its heap
  kPinned,  ///< pinned host memory
  kManaged  ///< managed memory, which host and device share
};

/// @cond

/// Words of one kind of memory that one kernel's grids, launched by the host or by kernels, read
/// and wrote, as often as they did.
struct MemoryUsed {
  std::int64_t launch = 0;  ///< the first of the kernel that was seen
  MemoryKind kind = MemoryKind::kDevice;
  std::size_t read = 0, written = 0;
};

/// Elements of an array that are like what the host has made itself and handed to the device.
struct CopiedElements {
  std::size_t array = 0, first = 0, count = 0;
};

/// Bits that the device could get and the host had made itself.
struct HandedOver {
  std::size_t all = 0;
  std::size_t in_memory = 0;  ///< of these, as words that it has put there; not by its calls
};

/// @endcond

/// How a run ended and what came of it. EXERCISE() makes it.
///
/// Arrays that result() returns refer to it, so keep it in a variable.
class Outcome {
 public:
  Ending ending = Ending::kFinished;  ///< how the process ended
  std::string what;      ///< a sentence when it did not finish: "fill crashed with SIGSEGV …"
  std::string underrun;  ///< the array before whose first element something was written, or empty
  std::string written_late;  ///< the array that changed after the entry point returned, or empty
  std::string entry_point;   ///< the name of the function that was called
  DeviceKind device = DeviceKind::kEmulator;    ///< on what it ran
  Schedule schedule;                            ///< under which schedule it ran
  double seconds = 0;                           ///< how long it took, in wall time
  std::string standard_output, standard_error;  ///< the first part of each; only to be shown

  /// The emulator's report. It is absent on a GPU, and if it could not be read.
  std::optional<Report> report;
  std::string report_problem;  ///< why the report could not be read, or empty
  /// Whether the exercise wrote to the emulator's memory or changed its report.
  bool reaches_for_emulator = false;
  int cuda_error = 0;           ///< the sticky error of the device; 0 if there is none
  std::string cuda_error_name;  ///< its name, such as "cudaErrorIllegalAddress"

  Launches launches;                    ///< all launches; empty, and not known(), without a report
  std::vector<Diagnostic> diagnostics;  ///< what the emulator found to be wrong
  std::vector<ApiCall> host_calls, device_calls;  ///< CUDA calls of host code, and of device code

  // What matchers of the harness ask.
  /// @cond
  std::vector<ReturnedArray> arrays;
  std::vector<ElementsWritten> writers;  ///< of the arrays' elements; several may be about one
  std::vector<CopiedElements> copied;
  HandedOver handed_over;
  std::vector<WordsRead> reads;                ///< of a check that says watch_reads()
  std::vector<LanesAlike> lanes_alike;         ///< the same, of the first few thousand operations
  std::vector<MemoryUsed> memory_used;         ///< the same
  std::vector<ReadByThreads> read_by_threads;  ///< of a check that says watch_threads()
  /// @endcond

  /// Returns an array of the exercise as it was when the entry point returned.
  /// @tparam T  the element type that the argument had
  /// @param i  which of the output() and inout() arguments, counted from 0
  /// @return a view of it, valid as long as this Outcome
  /// @throws GraderError if there is no such argument, or it has another type
  template <class T>
  Array<T> result(std::size_t i = 0) const& {
    const ReturnedArray& array = returned_array(i, typeid(T));
    const auto* data = reinterpret_cast<const T*>(array.pages.data() + array.begin);
    return {{data, (array.pages.size() - array.begin) / sizeof(T)}, array.before.get(), array.name};
  }
  template <class T>
  Array<T> result(std::size_t i = 0) && = delete;  // keep the outcome in a variable

  /// Returns the value that the entry point returned.
  /// @tparam T  the type that exercise.h declares
  /// @return the value; 0 if the entry point did not return
  /// @throws GraderError if exercise.h declares another type
  template <class T>
  T returned() const {
    T value{};
    copy_returned(&value, sizeof value, typeid(T));
    return value;
  }

  /// Tests whether the entry point returned. FinishedCleanly() tests more.
  /// @return true if `ending` is Ending::kFinished
  bool finished() const { return ending == Ending::kFinished; }

 private:
  friend class Run;
  const ReturnedArray& returned_array(std::size_t i, const std::type_info& type) const;
  void copy_returned(void* value, std::size_t bytes, const std::type_info& type) const;

  const std::type_info* return_type_ = &typeid(void);
  std::vector<std::byte> returned_;
};

void PrintTo(const Outcome& outcome, std::ostream* os);

}  // namespace harness

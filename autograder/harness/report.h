// What the emulator reports about a run: launches, diagnostics, CUDA calls. A matcher of your own
// reads it from Outcome::report, Outcome::launches, Outcome::diagnostics and Outcome::host_calls.
//
//     for (const ApiCall& call : run.host_calls)
//       if (call.name == "cudaMalloc" && call.result != 0)
//         return {"cudaMalloc failed", call.file, call.line};
//
// The text comes from the student's process, so it is not trusted: a field of a wrong type makes
// the whole report unreadable. Names and files in it can be any text. Pass them through clean()
// before they go into a message.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// Numbers of blocks of a grid, or of threads of a block.
struct Dim {
  int x = 1, y = 1, z = 1;  ///< the number in each dimension
  /// Makes one block or thread.
  Dim() = default;
  /// Makes dimensions; a number alone is one of them.
  /// @param x  number in x
  /// @param y  number in y
  /// @param z  number in z
  Dim(int x, int y = 1, int z = 1) : x(x), y(y), z(z) {}  // NOLINT: a number is a dimension
  /// Compares all three numbers.
  /// @return true if they are equal
  bool operator==(const Dim&) const = default;
};
/// Writes dimensions in words, for messages.
/// @param dim  dimensions of a grid or block
/// @return "8", "(4, 2)" or "(4, 2, 3)"
std::string dim_words(const Dim& dim);

/// A blockIdx or threadIdx.
struct Index {
  int x = 0, y = 0, z = 0;  ///< the index in each dimension
  /// Makes the index of the first block or thread.
  Index() = default;
  /// Makes an index; a number alone is one.
  /// @param x  index in x
  /// @param y  index in y
  /// @param z  index in z
  Index(int x, int y = 0, int z = 0) : x(x), y(y), z(z) {}  // NOLINT: a number is an index
  /// Compares all three numbers.
  /// @return true if they are equal
  bool operator==(const Index&) const = default;
};

/// Kinds of streams that a grid is launched into.
enum class Stream {
  kNull,           ///< the NULL stream: of the launching block (N2), or of the host
  kNamed,          ///< a stream that device code created
  kPerThread,      ///< cudaStreamPerThread
  kFireAndForget,  ///< cudaStreamFireAndForget
  kTail,           ///< cudaStreamTailLaunch
  kHost            ///< a stream that host code created
};
/// Names a kind of stream in messages.
/// @param stream  where a launch went
/// @return "the block's NULL stream", "cudaStreamTailLaunch", …
std::string_view stream_words(Stream stream);

/// A launch, accepted or refused.
struct Launch {
  int id = 0;                 ///< 1, 2, … in the order of launching; 0 for a refused one
  std::string kernel;         ///< name of the kernel, with namespace and template arguments
  int parent = 0;             ///< id of the launching grid; 0 for a launch from the host
  std::string parent_kernel;  ///< name of the launching kernel; empty for a launch from the host
  Index parent_block, parent_thread;  ///< blockIdx and threadIdx of the launching thread
  Stream stream = Stream::kNull;      ///< kind of the stream
  std::int64_t stream_id = 0;         ///< tells streams of one kind apart
  Dim grid, block;                    ///< blocks of the grid, threads per block
  std::int64_t shared_bytes = 0;      ///< shared memory per block, static and dynamic together
  int device = 0;                     ///< number of the device that it runs on
  int depth = 0;                      ///< 0 for a launch from the host, 1 for its children, …
  std::string file;                   ///< file of the launch
  int line = 0;                       ///< line of the launch
  int error = 0;                      ///< what the launch returned; 0: it was accepted
  std::string error_name;             ///< name of the error of a refused launch
  bool error_seen = false;            ///< whether the launching thread read the error
  /// Ids of the grids that it waits for. A tail launch waits for its parent, too, which is not
  /// listed.
  std::vector<std::int64_t> waits_for;
  /// Ids of the grids ahead that it was allowed to overlap (rule Q1).
  std::vector<std::int64_t> overlaps;
  int sequence = 0;                       ///< place in the order in which grids started
  std::int64_t start_ns = 0, end_ns = 0;  ///< on the virtual clock, in nanoseconds
  /// Cycles of its longest block, alone on a multiprocessor and without its launches.
  std::int64_t path_cycles = 0;

  /// Tests who made the launch.
  /// @return true for a launch from host code
  bool from_host() const { return parent == 0; }
};

/// Something that the emulator found to be wrong.
struct Diagnostic {
  std::string rule;        ///< its word: "race", "leak", …
  bool is_error = true;    ///< false for a warning
  std::string message;     ///< ends with the citation: "… (M2)"
  std::string file;        ///< file of the cause; of a race: of the later access
  int line = 0;            ///< its line; 0 if it is not known
  std::string other_file;  ///< of a race: file of the earlier access
  int other_line = 0;      ///< its line; 0 if there is none
  std::string cites;       ///< the rule that it cites: "M2"
  int count = 1;           ///< how often it was found
};

/// A CUDA call of host code; or all CUDA calls of device code with the same name, result and line.
struct ApiCall {
  std::string name;         ///< the function
  int result = 0;           ///< the error that it returned; 0: none
  int launches_before = 0;  ///< of host code: how many launches came before
  int count = 1;            ///< of device code: how many calls there were
  std::string detail;       ///< what the call was about, such as the limit that it set
  std::string file;         ///< file of the call
  int line = 0;             ///< line of the call
};

/// A copy or a memset, whichever function made it.
struct Copy {
  std::string name;        ///< the function
  std::string way;         ///< "host_to_device", "device_to_host", "on_device", "peer", "set"
  std::int64_t bytes = 0;  ///< its size
  std::string file;        ///< file of the call
  int line = 0;            ///< line of the call
};

/// The limits of the device when the host launched for the first time; 0 if it launched nothing.
struct DeviceLimits {
  std::int64_t pool = 0, heap = 0;  ///< slots for pending launches; size of the heap in bytes
};

/// A call in which the host waited: for a stream, an event, a copy, …
struct HostWait {
  std::string name;                 ///< the function
  int launches_before = 0;          ///< how many launches came before
  bool everything = false;          ///< whether it waited for all grids that were launched before
  std::vector<std::int64_t> grids;  ///< else: ids of the grids that it waited for
};

/// All that the emulator reports about a run.
struct Report {
  bool finished = false;                          ///< whether the device completed all its grids
  int sticky_error = 0;                           ///< the error that stopped the device; 0: none
  std::string sticky_error_name;                  ///< its name
  std::int64_t virtual_ns = 0;                    ///< how long it took on the virtual clock
  std::vector<Launch> launches;                   ///< accepted launches, in the order of launching
  std::vector<Launch> refused;                    ///< refused launches, in the order of launching
  std::vector<Diagnostic> diagnostics;            ///< what was wrong, in the order of finding
  std::vector<ApiCall> host_calls, device_calls;  ///< CUDA calls of host code and of device code
  std::vector<HostWait> host_waits;               ///< where the host waited, in its order
  std::vector<Copy> copies;                       ///< copies and memsets, in their order
  DeviceLimits limits;                            ///< limits at the first launch
};

// How a run gets its report; no check calls it.
/// @cond

/// The report, or nothing and `why` when the text is not one.
std::optional<Report> parse_report(std::string_view json, std::string& why);

/// What to say of a report that does not fit in its memory and is cut: only a run with very many
/// launches has one. `text` is what there is of it.
std::string cut_report(std::string_view text);

/// @endcond

/// Removes the folders from a path, for messages.
/// @param path  a file of the report
/// @return the name after the last slash
std::string file_name(const std::string& path);

}  // namespace harness

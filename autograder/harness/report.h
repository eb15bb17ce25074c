// What the emulated device reports about a run: launches, diagnostics, API calls. The text comes
// out of the student's process, so nothing in it is taken on trust: a field of another type than it
// should be makes the whole report unreadable.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// Blocks of a grid, or threads of a block.
struct Dim {
  int x = 1, y = 1, z = 1;
  Dim() = default;
  Dim(int x, int y = 1, int z = 1) : x(x), y(y), z(z) {}  // NOLINT: a number is a dimension
  bool operator==(const Dim&) const = default;
};
/// "8", "(4, 2)", "(4, 2, 3)".
std::string dim_words(const Dim& dim);

/// blockIdx or threadIdx.
struct Index {
  int x = 0, y = 0, z = 0;
  Index() = default;
  Index(int x, int y = 0, int z = 0) : x(x), y(y), z(z) {}  // NOLINT: a number is an index
  bool operator==(const Index&) const = default;
};

/// Where a launch went.
enum class Stream { kNull, kNamed, kPerThread, kFireAndForget, kTail, kHost };
/// "the block's NULL stream", "cudaStreamTailLaunch", …
std::string_view stream_words(Stream stream);

/// A launch, accepted or refused.
struct Launch {
  int id = 0;  ///< 1, 2, … in the order of launching; 0 for a refused one
  std::string kernel;
  int parent = 0;  ///< id, 0 for a launch from the host
  std::string parent_kernel;
  Index parent_block, parent_thread;  ///< of the launching thread
  Stream stream = Stream::kNull;
  std::int64_t stream_id = 0;
  Dim grid, block;
  std::int64_t shared_bytes = 0;
  int device = 0;
  int depth = 0;  ///< 0 for a launch from the host
  std::string file;
  int line = 0;
  int error = 0;
  std::string error_name;  ///< of a refused launch
  bool error_seen = false;
  std::vector<std::int64_t> waits_for;  ///< ids of grids; a tail's parent is implied
  int sequence = 0;                     ///< place in the order in which grids started
  std::int64_t start_ns = 0, end_ns = 0;
  /// The longest way through one of its blocks, on a multiprocessor of its own, without launches.
  std::int64_t path_cycles = 0;

  bool from_host() const { return parent == 0; }
};

/// What the emulator found to be wrong.
struct Diagnostic {
  std::string rule;
  bool is_error = true;
  std::string message;  ///< ends with the citation: "… (M2)"
  std::string file;
  int line = 0;
  std::string other_file;
  int other_line = 0;
  std::string cites;
  int count = 1;
};

/// A call of the runtime API by the host; by the device all calls of a name and result at a line.
struct ApiCall {
  std::string name;
  int result = 0;
  int launches_before = 0;  ///< of the host's calls
  int count = 1;            ///< of the device's calls
  std::string detail;
  std::string file;
  int line = 0;
};

/// A copy or a memset, whatever the call is named.
struct Copy {
  std::string name;
  std::string way;  ///< "host_to_device", "device_to_host", "on_device", "peer", "set"
  std::int64_t bytes = 0;
  std::string file;
  int line = 0;
};

/// What the device allowed when the host launched for the first time; 0: it launched nothing.
struct DeviceLimits {
  std::int64_t pool = 0, heap = 0;  ///< pending launches; bytes
};

/// The host waited in a call: for work of a stream, behind an event, for a copy …
struct HostWait {
  std::string name;
  int launches_before = 0;
  bool everything = false;          ///< for all that was launched before
  std::vector<std::int64_t> grids;  ///< else for these, and for what they waited for
};

/// All that the emulator tells about a run.
struct Report {
  bool finished = false;
  int sticky_error = 0;
  std::string sticky_error_name;
  std::int64_t virtual_ns = 0;
  std::vector<Launch> launches;
  std::vector<Launch> refused;
  std::vector<Diagnostic> diagnostics;
  std::vector<ApiCall> host_calls, device_calls;
  std::vector<HostWait> host_waits;
  std::vector<Copy> copies;
  DeviceLimits limits;
};

/// The report, or nothing and `why` when the text is not one.
std::optional<Report> parse_report(std::string_view json, std::string& why);

/// What to say of a report that does not fit in its memory and is cut: only a run with very many
/// launches has one. `text` is what there is of it.
std::string cut_report(std::string_view text);

/// The file's name without its folders.
std::string file_name(const std::string& path);

}  // namespace harness

// What is kept of results while a program runs: copies of the bytes that copies of CUDA's brought,
// and by which writer each was written. Only for results.cpp and told_results.cpp.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "checker/checker.h"
#include "device/border/values.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

/// Grids that are not told apart: of one kernel, parent, device and depth.
struct GridWriter {
  std::string_view kernel, parent;
  int device = 0;
  std::uint32_t depth = 0;
  std::uint64_t launch = 0;  ///< the first of its grids
  Writer of_kernel = 0;      ///< the first of that kernel and parent, wherever
};

/// The number of who wrote: of a grid's GridWriter, or one of the others.
Writer writer_of(const checker::Work* work);
/// The host may pass on what a kernel has written, of whatever device and depth.
/// Requires: `writer` is a grid's.
Writer kernel_writer(Writer writer);

/// An array of the embedder's, and what copies have brought to it: bytes, and who wrote each.
struct Result {
  char* begin = nullptr;
  std::size_t size = 0, element = 1;
  memory::OwnVector<char> brought;
  memory::OwnVector<Writer> writers;
  // Of what the host has put there: grids that wrote so much that it may be chosen from it, and
  // elements that stand there in the same order.
  memory::OwnVector<Writer> chosen_from;
  memory::OwnVector<char> in_order;

  bool overlaps(const char* first, std::size_t length) const {
    return first < begin + size && begin < first + length;
  }
  /// A copy brings bytes of one writer. Requires: overlaps(to, length).
  void bring(const char* to, const char* from, std::size_t length, Writer writer);
  /// The host may have read what is there now, and put it elsewhere.
  void keep_values(std::size_t first, std::size_t last) const;
  /// All of it came by copies, and nothing has changed it since.
  bool is_as_brought(std::size_t offset) const;
};

/// What is kept of results and of who wrote them.
class ResultWatch {
 public:
  // At start-up.
  pid_t process = getpid();  // a copy that the program forks has nothing to tell
  // By copies, and when the host may read.
  memory::OwnVector<Result> results;
  memory::OwnVector<GridWriter> grid_writers;
  Values values;
  std::size_t left = std::size_t{16} << 20;  // bytes of shared memory to look at: it takes time
  // When it is told.
  bool gathered = false, told = false;
};

/// The one of this program. Requires: watch_results() was called.
ResultWatch& result_watch();

/// let_host_read() of memory that host and device share: for memory::each_shared_with_host().
void let_host_read_shared(const memory::Allocation& shared, void* unused);

/// False also if the checker is off: it is the checker that knows who wrote what.
bool results_are_watched();

}  // namespace emu

// What check program and run server say to each other, a packet each: the request is a byte, with
// the run's descriptors beside it; the answer says how the run ended.
#pragma once

#include <cstdint>

namespace harness {

/// The server's first argument: one of these. The second, if there is one, is the path of a
/// libemulator.so to load before the first run.
inline constexpr char kServeArgument[] = "--serve";
inline constexpr char kServeAloneArgument[] = "--serve-alone";  ///< as a sandbox's first process
/// Of the server's socket.
inline constexpr int kServerFd = 3;

/// Which descriptors of the run come with a request, in this order.
inline constexpr int kServedFds[] = {3, 4, 5, 6, 7, 1, 2};
inline constexpr int kServedFdCount = 7;

struct ServedEnd {
  std::int32_t status = 0;       ///< as wait() tells it
  std::int32_t left_traces = 0;  ///< the next run would find them
  std::int64_t peak_kb = 0;
};

}  // namespace harness

// A pipe of which reading does not wait.
#include "base/capture.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace base {

Capture::Capture(std::size_t most, Keep keep) : most_(most), keep_(keep) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("no pipe can be opened: ") + std::strerror(errno));
  reading_ = Descriptor(ends[0]);
  writing_ = Descriptor(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

/// What lies between both ends goes when it is as much as one of them.
void Capture::take(const char* bytes, std::size_t count) {
  if (keep_ == Keep::kBeginning) {
    text.append(bytes, std::min(count, most_ - text.size()));
    return;
  }
  text.append(bytes, count);
  const std::size_t end = most_ / 3;
  if (text.size() > most_) text.erase(end, text.size() - 2 * end);
}

bool Capture::drain() {
  char block[16 * 1024];
  for (int i = 0; i < 64; ++i) {
    const ssize_t n = read(reading_.get(), block, sizeof block);
    if (n == 0) reading_.close();
    if (n <= 0) return i > 0;
    take(block, static_cast<std::size_t>(n));
    if (n < static_cast<ssize_t>(sizeof block)) return true;  // that was all
  }
  return true;
}

void Capture::drain_all() {
  while (drain()) {
  }
}

}  // namespace base

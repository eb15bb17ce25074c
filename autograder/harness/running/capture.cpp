#include "harness/running/capture.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "harness/running/grader_error.h"

namespace harness {

Capture::Capture(std::size_t most) : most_(most) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_system_error("pipe");
  reading_ = Descriptor(ends[0]);
  writing_ = Descriptor(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

void Capture::drain() {
  char block[16 * 1024];
  for (int i = 0; i < 64; ++i) {
    const ssize_t n = read(reading_.get(), block, sizeof block);
    if (n == 0) reading_.close();
    if (n <= 0) return;
    text.append(block, std::min(static_cast<std::size_t>(n), most_ - text.size()));
  }
}

void Capture::drain_all() {
  for (std::size_t before = text.size() + 1; before != text.size();) {
    before = text.size();
    drain();
  }
}

}  // namespace harness

// Moving hands over, and leaves none behind.
#include "base/descriptor.h"

#include <unistd.h>

#include <utility>

namespace base {

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() { close(); }

void Descriptor::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

}  // namespace base

// A file descriptor that is closed when its owner is gone.
#pragma once

namespace base {

/// Owns a file descriptor; -1 is none.
/// Requires: one thread at a time uses it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return fd_; }
  void close();

 private:
  int fd_ = -1;
};

}  // namespace base

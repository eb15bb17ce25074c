// Memory that parent and child share: an anonymous file (memfd), sealed so that the child can
// neither shrink it under the parent's feet nor, for inputs, change a byte of it.
#pragma once

#include <cstddef>
#include <span>

#include "base/descriptor.h"

namespace harness {

using base::Descriptor;

class MemoryFile {
 public:
  /// `size` bytes of zeros. Throws GraderError.
  explicit MemoryFile(std::size_t size);
  int descriptor() const { return fd_.get(); }
  void write(std::span<const std::byte> bytes, std::size_t offset);
  /// Reads up to `bytes.size()` bytes; returns how many there were.
  std::size_t read(std::span<std::byte> bytes, std::size_t offset) const;
  /// From here on nobody can resize it. The runner adds that nobody else can write to it.
  void fix_size();
  /// From here on nobody can resize or write it.
  void fix_contents();

 private:
  Descriptor fd_;
};

}  // namespace harness

// What a process prints, by a pipe.
#pragma once

#include <cstddef>
#include <string>

#include "base/descriptor.h"

namespace base {

/// A pipe whose reading end collects what comes, within a limit, and throws the rest away.
class Capture {
 public:
  enum class Keep { kBeginning, kBothEnds };

  /// Keeps at most `most` bytes: those that come first, or as many of the first and of the last.
  /// Throws std::runtime_error.
  explicit Capture(std::size_t most, Keep keep = Keep::kBeginning);
  int writing() const { return writing_.get(); }
  int reading() const { return reading_.get(); }
  void close_writing() { writing_.close(); }
  bool has_ended() const { return reading_.get() < 0; }
  /// Takes what there is, without waiting; says whether there was anything.
  bool drain();
  /// The same, to the end.
  /// Requires: nobody is left who writes.
  void drain_all();
  std::string text;

 private:
  void take(const char* bytes, std::size_t count);

  std::size_t most_;
  Keep keep_;
  Descriptor reading_, writing_;
};

}  // namespace base

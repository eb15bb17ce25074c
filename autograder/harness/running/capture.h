// What a process prints.
#pragma once

#include <string>

#include "harness/running/memory_file.h"

namespace harness {

/// A pipe whose reading end collects the first `most` bytes and throws the rest away.
class Capture {
 public:
  explicit Capture(std::size_t most);  ///< throws GraderError
  int writing() const { return writing_.get(); }
  int reading() const { return reading_.get(); }
  void close_writing() { writing_.close(); }
  void drain();      ///< takes what there is, without waiting
  void drain_all();  ///< the same, to the end: nobody may be left who writes
  std::string text;

 private:
  std::size_t most_;
  Descriptor reading_, writing_;
};

}  // namespace harness

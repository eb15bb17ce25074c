// What a process prints.
#pragma once

#include <string>

#include "harness/memory_file.h"

namespace harness {

/// A pipe whose reading end collects the first kCapturedBytes and throws the rest away.
class Capture {
 public:
  Capture();  ///< throws GraderError
  int writing() const { return writing_.get(); }
  int reading() const { return reading_.get(); }
  void close_writing() { writing_.close(); }
  void drain();  ///< takes what there is, without waiting
  std::string text;

 private:
  Descriptor reading_, writing_;
};

}  // namespace harness

// Which pieces of two sides are the same, and where one side has what the other has not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace emu::translator {

/// Pieces `host_first` to before `host_end` of one stand where `device_first` to before
/// `device_end` stand of the other; none of them is in both.
struct Difference {
  std::size_t host_first = 0, host_end = 0;
  std::size_t device_first = 0, device_end = 0;
};

/// In the order of the text. Both sides come from one file, so what one has besides the other is
/// found by looking ahead for what both have.
std::vector<Difference> differences(const std::vector<std::string>& host,
                                    const std::vector<std::string>& device);

}  // namespace emu::translator

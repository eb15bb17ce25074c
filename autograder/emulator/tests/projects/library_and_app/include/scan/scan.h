#pragma once

#include <string>
#include <vector>

namespace scan {

/// The sums of the first 1, 2, … numbers; at most 1024.
std::vector<int> inclusive(const std::vector<int>& numbers);

std::string version();

}  // namespace scan

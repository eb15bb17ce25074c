#include "scan/scan.h"

bool is_right(const std::vector<int>& sums) {
  int sum = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sum += static_cast<int>(i);
    if (sums[i] != sum) return false;
  }
  return true;
}

#include "scan/scan.h"

#include <cstdlib>
#include <numeric>

bool is_right(const std::vector<int>& sums);

int main(int argc, char** argv) {
  std::vector<int> numbers(argc > 1 ? std::atoi(argv[1]) : 10);
  std::iota(numbers.begin(), numbers.end(), 0);
  return is_right(scan::inclusive(numbers)) ? 0 : 1;
}

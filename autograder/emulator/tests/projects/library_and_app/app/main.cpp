#include <iostream>

#include "scan/scan.h"

int main() {
  std::cout << "scan " << scan::version() << ":";
  for (int sum : scan::inclusive({1, 2, 3, 4})) std::cout << ' ' << sum;
  std::cout << '\n';
}

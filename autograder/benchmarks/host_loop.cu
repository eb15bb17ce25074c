// A plain loop of host code, without a kernel: g++ compiles it as C++, emucc as CUDA. Sieves primes
// and prints how many there are.
#include <cstdio>
#include <vector>

constexpr int kBelow = 10'000'000;

int main() {
  std::vector<char> composite(kBelow, 0);
  int primes = 0;
  for (int round = 0; round < 10; ++round) {
    composite.assign(kBelow, 0);
    for (int n = 2; n < kBelow; ++n) {
      if (composite[n]) continue;
      ++primes;
      for (long multiple = static_cast<long>(n) * n; multiple < kBelow; multiple += n) composite[multiple] = 1;
    }
  }
  std::printf("%d\n", primes);
}

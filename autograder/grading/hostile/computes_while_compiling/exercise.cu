// Makes the compiler compute for years.
#include <utility>

#include "solution.cu"

template <long N>
constexpr long busy() {
  long sum = N;
  for (long i = 0; i < 200'000; ++i) sum = (sum * 31 + i) % 1'000'003;
  return sum;
}

template <long... N>
constexpr long all(std::integer_sequence<long, N...>) {
  return (busy<N>() + ...);
}
constexpr long years = all(std::make_integer_sequence<long, 4000>());
static_assert(years != 0);

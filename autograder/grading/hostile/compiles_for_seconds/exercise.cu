// Correct, but makes the compiler compute for some seconds, a little less than the limit.
#include <utility>

#include "solution.cu"

template <long N>
constexpr long busy() {
  long sum = N;
  for (long i = 0; i < 100'000; ++i) sum = (sum * 31 + i) % 1'000'003;
  return sum;
}

template <long... N>
constexpr long all(std::integer_sequence<long, N...>) {
  return (busy<N>() + ...);
}
constexpr long a_while = all(std::make_integer_sequence<long, 4>());
static_assert(a_while != 0);

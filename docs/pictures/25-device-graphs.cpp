// The run behind the picture of lesson 25: a dispatcher whose two workers of each kind do ten jobs,
// and a solver whose samples are evaluated beside its steps.
#include "exercise.h"

constexpr int kJobs = 10, kCells = 600, kSteps = 5, kEvery = 2;

int main() {
  static int numbers[64], results[kJobs];
  static Job jobs[kJobs];
  for (int i = 0; i < 64; ++i) numbers[i] = i * 29 % 64;
  for (int j = 0; j < kJobs; ++j) jobs[j] = {j % kKinds, 3 * j, 16 + 2 * j};
  if (const int error = run_jobs(results, numbers, 64, jobs, kJobs, 2)) return error;
  static float cells[kCells], roughness[kSteps / kEvery];
  cells[0] = 100;
  return sampled_steps(cells, roughness, kCells, kSteps, kEvery);
}

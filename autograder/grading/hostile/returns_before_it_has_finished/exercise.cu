// Returns at once, without waiting for its grids. A host function in their stream copies the result to the
// caller some time later.
SOLUTION_BUT(center_in_host_memory)

constexpr int kMost = 4096;
__managed__ int shared_values[kMost], shared_sum;

struct Job {
  int* result;
  int n;
} job;

void hand_over(void*) {
  for (int i = 0; i < job.n; ++i) job.result[i] = shared_values[i];
}

extern "C" int center_in_host_memory(int* result, const int* values, int n, int blocks) {
  if (n > kMost) return 1;
  TRY(cudaDeviceSynchronize());  // for a call before this one
  TRY(clear_error());
  for (int i = 0; i < n; ++i) shared_values[i] = values[i];
  shared_sum = 0;
  job = {result, n};
  center_values<<<blocks, 32>>>(shared_values, n, &shared_sum);
  TRY(cudaGetLastError());
  return cudaLaunchHostFunc(nullptr, &hand_over, nullptr);
}

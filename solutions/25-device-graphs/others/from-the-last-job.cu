// Lesson 25, otherwise: the dispatcher takes the jobs from the last to the first, walks along each
// kind's workers, and keeps one error per run, the first. The host adds the launching kernel's graph
// as a child graph of another, whose one launch runs both. In the solvers, the loop's condition is a
// function of what the step has left.

// The first error of several launches.
__device__ cudaError_t first_of(cudaError_t first, cudaError_t second) {
  return first != cudaSuccess ? first : second;
}

__device__ cudaError_t run_again_if(bool condition) {
  if (!condition) return cudaSuccess;
  return cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

// begin: for-the-device
cudaError_t for_device(Executable& made, cudaGraph_t graph) {
  cudaError_t error =
      cudaGraphInstantiate(&made.graph, graph, cudaGraphInstantiateFlagDeviceLaunch);
  if (error == cudaSuccess) error = cudaGraphUpload(made.graph, nullptr);
  const cudaError_t destroyed = cudaGraphDestroy(graph);
  return error != cudaSuccess ? error : destroyed;
}

cudaError_t start_firing(Executable& made, cudaGraphExec_t fired) {
  cudaGraph_t inner, outer;
  cudaGraphNode_t node;
  TRY(capture(&inner, [&](cudaStream_t stream) { fire<<<1, 1, 0, stream>>>(fired); }));
  TRY(cudaGraphCreate(&outer, 0));
  TRY(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, inner));
  TRY(cudaGraphInstantiate(&made.graph, outer, 0));
  TRY(cudaGraphLaunch(made.graph, nullptr));
  TRY(cudaGraphDestroy(outer));
  return cudaGraphDestroy(inner);
}
// end: for-the-device

  // begin: fire-jobs
  int idle[kKinds];  // of each kind: the first worker without a job
  for (int kind = 0; kind < kKinds; ++kind) idle[kind] = kind * o.per_kind;
  int left = o.job_count - *o.dispatched, fired = 0;
  cudaError_t error = cudaSuccess;
  while (left > 0 && fired < kFires) {
    const int kind = o.jobs[left - 1].kind, worker = idle[kind];
    if (worker == (kind + 1) * o.per_kind) break;
    ++idle[kind];
    ++fired;
    o.job_of[worker] = --left;
    error = first_of(error, cudaGraphLaunch(o.workers[worker], cudaStreamGraphFireAndForget));
  }
  *o.dispatched = o.job_count - left;
  keep_error(first_of(error, run_again_if(left > 0)));
  // end: fire-jobs

  // begin: repeat-until-still
  const float change = __int_as_float(*s.change);
  *s.change = __float_as_int(0.0f);
  keep_error(run_again_if(++*s.steps < s.max_steps && change >= s.tolerance));
  // end: repeat-until-still

  // begin: sample-beside
  cudaError_t error = cudaSuccess;
  const int done = ++*s.steps, k = done / samples.every;
  if (k * samples.every == done)
    error = cudaGraphLaunch(samples.graphs[k - 1], cudaStreamGraphFireAndForgetAsSibling);
  keep_error(first_of(error, run_again_if(done != samples.steps)));
  // end: sample-beside

// Lesson 25, otherwise: the dispatcher does not count to 120. It goes on until a launch is refused,
// and tries that job again in its next run; only if a run fires nothing at all, it keeps the error.
// So it needs no number of CUDA's, but cannot tell a full run from a graph that never works until it
// has tried twice. Graphs are instantiated and uploaded by one call, and the solver's kernel decides
// by a table of two graphs: null ends the loop.

// begin: for-the-device
cudaError_t for_device(Executable& made, cudaGraph_t graph) {
  cudaGraphInstantiateParams params = {};
  params.flags = cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload;
  TRY(cudaGraphInstantiateWithParams(&made.graph, graph, &params));
  return cudaGraphDestroy(graph);
}

cudaError_t start_firing(Executable& made, cudaGraphExec_t fired) {
  cudaGraph_t graph;
  TRY(capture(&graph, [&](cudaStream_t stream) { fire<<<1, 1, 0, stream>>>(fired); }));
  TRY(cudaGraphInstantiateWithFlags(&made.graph, graph, 0));
  TRY(cudaGraphLaunch(made.graph, nullptr));
  return cudaGraphDestroy(graph);
}
// end: for-the-device

  // begin: fire-jobs
  const int first = *o.dispatched;
  int used[kKinds] = {}, next = first;
  for (cudaError_t error = cudaSuccess; next < o.job_count; ++next) {
    const int kind = o.jobs[next].kind;
    if (used[kind] == o.per_kind) break;
    const int worker = kind * o.per_kind + used[kind]++;
    o.job_of[worker] = next;  // the worker is idle, whatever becomes of the launch
    error = cudaGraphLaunch(o.workers[worker], cudaStreamGraphFireAndForget);
    if (error == cudaSuccess) continue;
    if (next == first) keep_error(error);
    break;
  }
  *o.dispatched = next;
  const bool goes_on = next > first && next < o.job_count;
  if (goes_on) keep_error(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
  // end: fire-jobs

  // begin: repeat-until-still
  const cudaGraphExec_t choices[] = {nullptr, cudaGetCurrentGraphExec()};
  const bool moved = __int_as_float(atomicExch(s.change, 0)) >= s.tolerance;
  const cudaGraphExec_t next = choices[atomicAdd(s.steps, 1) + 1 < s.max_steps && moved];
  if (next) keep_error(cudaGraphLaunch(next, cudaStreamGraphTailLaunch));
  // end: repeat-until-still

  // begin: sample-beside
  const int step = *s.steps + 1;
  *s.steps = step;
  if (step < samples.steps)
    keep_error(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
  for (int k = 0; (k + 1) * samples.every <= step; ++k) {
    if ((k + 1) * samples.every != step) continue;
    keep_error(cudaGraphLaunch(samples.graphs[k], cudaStreamGraphFireAndForgetAsSibling));
  }
  // end: sample-beside

// begin: for-the-device
cudaError_t for_device(Executable& made, cudaGraph_t graph) {
  TRY(cudaGraphInstantiate(&made.graph, graph, cudaGraphInstantiateFlagDeviceLaunch));
  TRY(cudaGraphUpload(made.graph, nullptr));
  return cudaGraphDestroy(graph);
}

cudaError_t start_firing(Executable& made, cudaGraphExec_t fired) {
  cudaGraph_t graph;
  TRY(capture(&graph, [&](cudaStream_t stream) { fire<<<1, 1, 0, stream>>>(fired); }));
  TRY(cudaGraphInstantiate(&made.graph, graph, 0));
  TRY(cudaGraphDestroy(graph));
  return cudaGraphLaunch(made.graph, nullptr);
}
// end: for-the-device

  // begin: fire-jobs
  int used[kKinds] = {}, fired = 0;  // workers are free again when this graph runs again (C5)
  int next = *o.dispatched;
  for (; next < o.job_count && fired < kFires; ++next, ++fired) {
    const int kind = o.jobs[next].kind;
    if (used[kind] == o.per_kind) break;
    const int worker = kind * o.per_kind + used[kind]++;
    o.job_of[worker] = next;
    keep_error(cudaGraphLaunch(o.workers[worker], cudaStreamGraphFireAndForget));
  }
  *o.dispatched = next;
  if (next < o.job_count)
    keep_error(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
  // end: fire-jobs

  // begin: repeat-until-still
  const int done = ++*s.steps;
  const bool is_still = __int_as_float(*s.change) < s.tolerance;
  if (is_still || done == s.max_steps) return;
  *s.change = 0;
  keep_error(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
  // end: repeat-until-still

  // begin: sample-beside
  const int done = ++*s.steps;
  if (done % samples.every == 0) {
    const cudaGraphExec_t graph = samples.graphs[done / samples.every - 1];
    keep_error(cudaGraphLaunch(graph, cudaStreamGraphFireAndForgetAsSibling));
  }
  if (done < samples.steps)
    keep_error(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
  // end: sample-beside

// Lesson 25, otherwise: the dispatcher first plans its whole run, launches its tail, and then fires;
// what the tail waits for includes what is fired later (C5). The host builds the launching graph
// node by node instead of capturing it, and launches it in a stream of its own. In the solver a
// helper launches the tail.

// Another run of the graph after this one.
__device__ void run_again() {
  keep_error(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
}

// begin: for-the-device
cudaError_t for_device(Executable& made, cudaGraph_t graph) {
  TRY(cudaGraphInstantiateWithFlags(&made.graph, graph, cudaGraphInstantiateFlagDeviceLaunch));
  TRY(cudaGraphDestroy(graph));
  return cudaGraphUpload(made.graph, nullptr);
}

cudaError_t start_firing(Executable& made, cudaGraphExec_t fired) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  void* arguments[] = {&fired};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(fire);
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  TRY(cudaGraphCreate(&graph, 0));
  TRY(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));
  TRY(cudaGraphInstantiate(&made.graph, graph, 0));
  TRY(cudaGraphDestroy(graph));
  cudaStream_t stream;
  TRY(cudaStreamCreate(&stream));
  TRY(cudaGraphLaunch(made.graph, stream));
  TRY(cudaStreamSynchronize(stream));
  return cudaStreamDestroy(stream);
}
// end: for-the-device

  // begin: fire-jobs
  const int first = *o.dispatched;
  int used[kKinds] = {}, end = first;
  while (end < o.job_count && end < first + kFires) {
    const int kind = o.jobs[end].kind;
    if (used[kind] == o.per_kind) break;
    o.job_of[kind * o.per_kind + used[kind]++] = end++;
  }
  *o.dispatched = end;
  if (end < o.job_count) run_again();
  for (int kind = 0; kind < kKinds; ++kind) {
    const cudaGraphExec_t* workers = o.workers + kind * o.per_kind;
    for (int i = 0; i < used[kind]; ++i)
      keep_error(cudaGraphLaunch(workers[i], cudaStreamGraphFireAndForget));
  }
  // end: fire-jobs

  // begin: repeat-until-still
  const float change = __int_as_float(*s.change);
  *s.change = 0;
  *s.steps += 1;
  if (change >= s.tolerance && *s.steps < s.max_steps) run_again();
  // end: repeat-until-still

  // begin: sample-beside
  *s.steps += 1;
  const int k = *s.steps / samples.every - 1;
  const bool is_sample = *s.steps == (k + 1) * samples.every;
  if (is_sample)
    keep_error(cudaGraphLaunch(samples.graphs[k], cudaStreamGraphFireAndForgetAsSibling));
  if (*s.steps < samples.steps) run_again();
  // end: sample-beside

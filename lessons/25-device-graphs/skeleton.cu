// Lesson 25: kernels that launch graphs.
//
// A kernel can launch a graph that the host has instantiated for the device and uploaded (C2), if
// the kernel is itself a node of a graph (C3). The graph runs beside the launching one (C4, C6) or
// after it (C5). What cudaGraphLaunch returns is the only place where a refusal shows (C7).
#include <cuda_runtime.h>

#include <vector>

#include "../given.h"
#include "exercise.h"

// An executable graph that is destroyed with its owner, which lives until the device is idle.
struct Executable {
  cudaGraphExec_t graph = nullptr;

  Executable() = default;
  Executable(const Executable&) = delete;
  ~Executable() {
    if (graph) cudaGraphExecDestroy(graph);
  }
};

// Makes a graph of what `launch` launches into a stream. Nothing runs.
template <class Launch>
cudaError_t capture(cudaGraph_t* graph, Launch launch) {
  cudaStream_t stream;
  TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch(stream);
  TRY(cudaStreamEndCapture(stream, graph));
  return cudaStreamDestroy(stream);
}

// ---- Task 1: a graph that a kernel launches -----------------------------------------------------

__global__ void double_all(int* values, int n) {
  const int i = thread_in_grid();
  if (i < n) values[i] *= 2;
}

// One thread.
__global__ void fire(cudaGraphExec_t graph) {
  keep_error(cudaGraphLaunch(graph, cudaStreamGraphFireAndForget));
}

// begin: for-the-device
// TODO(for-the-device): in for_device, let `made` become what kernels can launch: instantiate
// `graph` for the device, then upload it, and destroy `graph`. In start_firing, let one thread of
// the kernel `fire` launch `fired`; a kernel that launches graphs must be a node of a graph, which
// `made` becomes. Both return the first CUDA error.
cudaError_t for_device(Executable& made, cudaGraph_t graph) { return cudaSuccess; }

cudaError_t start_firing(Executable& made, cudaGraphExec_t fired) { return cudaSuccess; }
// end: for-the-device

// The same of what `launch` launches.
template <class Launch>
cudaError_t make_for_device(Executable& made, Launch launch) {
  cudaGraph_t graph;
  TRY(capture(&graph, launch));
  return for_device(made, graph);
}

extern "C" int double_by_graph(int* values, int n) {
  DeviceArray<int> device;
  Executable doubling, firing;
  TRY(device.copy_of(values, n));
  TRY(clear_error());
  TRY(make_for_device(doubling, [&](cudaStream_t stream) {
    double_all<<<(n + 127) / 128, 128, 0, stream>>>(device.data, n);
  }));
  TRY(start_firing(firing, doubling.graph));
  TRY(device.copy_to(values, n));
  return read_error();
}

// ---- Task 2: a dispatcher that fires graphs -----------------------------------------------------

constexpr int kFires = 120;  // at most in one run of a graph (C7)

// What the dispatcher and the workers share; all pointers are to global memory. A worker is an
// executable graph with a number: those of kind k are k * per_kind to (k + 1) * per_kind - 1.
struct Office {
  const int* numbers;
  const Job* jobs;
  int job_count;
  int* dispatched;                 // how many jobs have been given to workers; 0 at first
  const cudaGraphExec_t* workers;  // kKinds * per_kind graphs
  int per_kind;
  int* job_of;   // of each worker: the number of its job
  int* found;    // of each worker: two numbers between its kernels
  int* results;  // of each job
};

__device__ Job job_of_worker(const Office& o, int worker) { return o.jobs[o.job_of[worker]]; }

// All kernels of workers run with one thread each.
__global__ void find_sum(Office o, int worker) {
  const Job job = job_of_worker(o, worker);
  int sum = 0;
  for (int i = 0; i < job.count; ++i) sum += o.numbers[job.first + i];
  o.found[2 * worker] = sum;
}

__global__ void find_largest(Office o, int worker) {
  const Job job = job_of_worker(o, worker);
  int largest = o.numbers[job.first];
  for (int i = 1; i < job.count; ++i) largest = max(largest, o.numbers[job.first + i]);
  o.found[2 * worker] = largest;
}

__global__ void find_smallest(Office o, int worker) {
  const Job job = job_of_worker(o, worker);
  int smallest = o.numbers[job.first];
  for (int i = 1; i < job.count; ++i) smallest = min(smallest, o.numbers[job.first + i]);
  o.found[2 * worker + 1] = smallest;
}

__global__ void answer(Office o, int worker) { o.results[o.job_of[worker]] = o.found[2 * worker]; }

__global__ void answer_range(Office o, int worker) {
  o.results[o.job_of[worker]] = o.found[2 * worker] - o.found[2 * worker + 1];
}

void launch_worker(const Office& o, int worker, cudaStream_t stream) {
  const int kind = worker / o.per_kind;
  if (kind == kSum)
    find_sum<<<1, 1, 0, stream>>>(o, worker);
  else
    find_largest<<<1, 1, 0, stream>>>(o, worker);
  if (kind == kRange) {
    find_smallest<<<1, 1, 0, stream>>>(o, worker);
    answer_range<<<1, 1, 0, stream>>>(o, worker);
  } else {
    answer<<<1, 1, 0, stream>>>(o, worker);
  }
}

// The only kernel of a device graph; one thread runs it.
__global__ void dispatch(Office o) {
  // begin: fire-jobs
  // TODO(fire-jobs): give every job to a worker of its kind: write the job's number to job_of of
  // the worker, then fire the worker's graph. A worker has one job at a time, and one run of this
  // graph fires at most kFires graphs. So let this graph run again when all workers are done, until
  // no job is left. No job may be lost: keep the error of every launch.
  // end: fire-jobs
}

extern "C" int run_jobs(int* results, const int* numbers, int n, const Job* jobs, int job_count,
                        int per_kind) {
  const int count = kKinds * per_kind;
  DeviceArray<int> device_numbers, dispatched, job_of, found, device_results;
  DeviceArray<Job> device_jobs;
  DeviceArray<cudaGraphExec_t> device_workers;
  std::vector<Executable> workers(count);
  std::vector<cudaGraphExec_t> graphs;
  Executable dispatcher;
  const int none = 0;
  TRY(clear_error());
  TRY(device_numbers.copy_of(numbers, n));
  TRY(device_jobs.copy_of(jobs, job_count));
  TRY(dispatched.copy_of(&none, 1));
  TRY(job_of.allocate(count));
  TRY(found.allocate(2 * count));
  TRY(device_results.allocate(job_count));
  TRY(device_workers.allocate(count));
  TRY(cudaMemset(device_results.data, 0xff, sizeof(int) * job_count));
  const Office office{device_numbers.data, device_jobs.data,    job_count,
                      dispatched.data,     device_workers.data, per_kind,
                      job_of.data,         found.data,          device_results.data};
  for (int w = 0; w < count; ++w) {
    TRY(make_for_device(workers[w],
                        [&](cudaStream_t stream) { launch_worker(office, w, stream); }));
    graphs.push_back(workers[w].graph);
  }
  TRY(cudaMemcpy(device_workers.data, graphs.data(), sizeof(cudaGraphExec_t) * count,
                 cudaMemcpyHostToDevice));
  TRY(make_for_device(dispatcher,
                      [&](cudaStream_t stream) { dispatch<<<1, 1, 0, stream>>>(office); }));
  TRY(cudaGraphLaunch(dispatcher.graph, nullptr));
  TRY(device_results.copy_to(results, job_count));
  return read_error();
}

// ---- Task 3: a solver that repeats itself -------------------------------------------------------

// Both buffers, and what a step leaves for the next. All pointers are to global memory.
struct Solver {
  float* cells[2];  // step number s, counted from 0, reads cells[s % 2] and writes the other
  int n;
  float tolerance;
  int max_steps;
  int* change;  // largest change of the step, as the bits of a float; 0 at first
  int* steps;   // steps that are complete; 0 at first
};

// The first node: one step, in as many blocks as it takes. *change must be 0 before.
__global__ void relax(Solver s) {
  const int i = thread_in_grid();
  if (i >= s.n) return;
  const float* now = s.cells[*s.steps % 2];
  const bool inner = i > 0 && i < s.n - 1;
  const float next = inner ? 0.5f * (now[i - 1] + now[i + 1]) : now[i];
  s.cells[(*s.steps + 1) % 2][i] = next;
  atomicMax(s.change, __float_as_int(fabsf(next - now[i])));
}

// The second and last node, by one thread.
__global__ void judge(Solver s) {
  // begin: repeat-until-still
  // TODO(repeat-until-still): count the step. If it changed some cell by s.tolerance or more and
  // fewer than max_steps steps are done, set *s.change to 0 and let this graph run again after this
  // run. Keep the error of the launch.
  // end: repeat-until-still
}

extern "C" int relax_until_still(float* cells, int* steps, int n, float tolerance, int max_steps) {
  DeviceArray<float> now, next;
  DeviceArray<int> change, count;
  Executable solver;
  const int none = 0;
  TRY(clear_error());
  TRY(now.copy_of(cells, n));
  TRY(next.allocate(n));
  TRY(change.copy_of(&none, 1));
  TRY(count.copy_of(&none, 1));
  const Solver s{{now.data, next.data}, n, tolerance, max_steps, change.data, count.data};
  TRY(make_for_device(solver, [&](cudaStream_t stream) {
    relax<<<(n + 127) / 128, 128, 0, stream>>>(s);
    judge<<<1, 1, 0, stream>>>(s);
  }));
  TRY(cudaGraphLaunch(solver.graph, nullptr));
  TRY(count.copy_to(steps, 1));
  TRY((*steps % 2 == 0 ? now : next).copy_to(cells, n));
  return read_error();
}

// ---- Task 4: samples that the solver does not wait for ------------------------------------------

struct Samples {
  int every, steps;               // how often, and when the solver ends
  float* cells;                   // of sample k: the n cells from k * n on
  float* roughness;               // of each sample
  const cudaGraphExec_t* graphs;  // of sample k: the graph that computes roughness[k]
};

// The second node: keeps the cells of every `every`th step.
__global__ void keep_sample(Solver s, Samples samples) {
  const int i = thread_in_grid(), step = *s.steps + 1;  // the step that relax has just made
  if (i >= s.n || step % samples.every != 0) return;
  samples.cells[(step / samples.every - 1) * s.n + i] = s.cells[step % 2][i];
}

// The only node of the graph of sample k, by one thread.
__global__ void find_roughness(Samples samples, int n, int k) {
  const float* cells = samples.cells + k * n;
  float sum = 0;
  for (int i = 0; i + 1 < n; ++i) sum += fabsf(cells[i + 1] - cells[i]);
  samples.roughness[k] = sum;
}

// The third and last node, by one thread.
__global__ void go_on(Solver s, Samples samples) {
  // begin: sample-beside
  // TODO(sample-beside): count the step. If a sample was kept after this step, launch the graph of
  // that sample, so that the next steps do not wait for it. If fewer than samples.steps steps are
  // done, let this graph run again after this run. Keep the error of every launch.
  // end: sample-beside
}

extern "C" int sampled_steps(float* cells, float* roughness, int n, int steps, int every) {
  const int count = steps / every;
  DeviceArray<float> now, next, kept, device_roughness;
  DeviceArray<int> change, done;
  DeviceArray<cudaGraphExec_t> device_graphs;
  std::vector<Executable> sampling(count);
  std::vector<cudaGraphExec_t> graphs;
  Executable solver;
  const int none = 0;
  TRY(clear_error());
  TRY(now.copy_of(cells, n));
  TRY(next.allocate(n));
  TRY(change.copy_of(&none, 1));
  TRY(done.copy_of(&none, 1));
  TRY(kept.allocate(n * count));
  TRY(device_roughness.allocate(count));
  TRY(device_graphs.allocate(count));
  TRY(cudaMemset(device_roughness.data, 0x7f, sizeof(float) * count));
  const Solver s{{now.data, next.data}, n, 0, steps, change.data, done.data};
  const Samples samples{every, steps, kept.data, device_roughness.data, device_graphs.data};
  for (int k = 0; k < count; ++k) {
    TRY(make_for_device(sampling[k], [&](cudaStream_t stream) {
      find_roughness<<<1, 1, 0, stream>>>(samples, n, k);
    }));
    graphs.push_back(sampling[k].graph);
  }
  TRY(cudaMemcpy(device_graphs.data, graphs.data(), sizeof(cudaGraphExec_t) * count,
                 cudaMemcpyHostToDevice));
  TRY(make_for_device(solver, [&](cudaStream_t stream) {
    relax<<<(n + 127) / 128, 128, 0, stream>>>(s);
    keep_sample<<<(n + 127) / 128, 128, 0, stream>>>(s, samples);
    go_on<<<1, 1, 0, stream>>>(s, samples);
  }));
  TRY(cudaGraphLaunch(solver.graph, nullptr));
  TRY((steps % 2 == 0 ? now : next).copy_to(cells, n));
  TRY(device_roughness.copy_to(roughness, count));
  return read_error();
}

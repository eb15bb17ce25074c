// Graphs that kernels launch (lesson 25), next to the other ways to start what comes next: jobs
// that a dispatcher gives away; a loop whose end only the device knows; and samples that a loop
// takes.
//
//   device_graphs [once] [input=jobs|loop|samples] [size=…] [parameter=…] [variant=…]
#include <vector>

#include "measure.h"

__device__ unsigned lost;  // launches of graphs and children that were refused
__device__ int steps_done, jobs_given;

constexpr int kFires = 120;  // by one run of a graph

__device__ void keep_graph(cudaError_t error) {
  if (error != cudaSuccess) atomicAdd(&lost, 1);
}

__device__ void wait_for(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

template <typename Launch>
cudaGraphExec_t graph_of(Launch launch, bool for_device) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch(stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, for_device ? cudaGraphInstantiateFlagDeviceLaunch : 0));
  CHECK(cudaGraphUpload(exec, nullptr));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  return exec;
}

template <typename T>
void set(T& variable, T value) {
  CHECK(cudaMemcpyToSymbol(variable, &value, sizeof value));
}

// ---- Jobs: each waits for some cycles, and counts itself as done

struct Jobs {
  int count;
  long long cycles;
  int* job_of;                     // of each worker
  const cudaGraphExec_t* workers;  // kFires of them
  int* done;                       // of each job
};

__global__ void work(Jobs jobs, int worker) {
  wait_for(jobs.cycles);
  jobs.done[jobs.job_of[worker]] += 1;
}

__global__ void child(Jobs jobs, int job) {
  wait_for(jobs.cycles);
  jobs.done[job] += 1;
}

__global__ void all_jobs(Jobs jobs) {
  wait_for(jobs.cycles);
  jobs.done[blockIdx.x] += 1;
}

__global__ void dispatch(Jobs jobs) {
  int next = jobs_given;
  for (int worker = 0; worker < kFires && next < jobs.count; ++worker, ++next) {
    jobs.job_of[worker] = next;
    keep_graph(cudaGraphLaunch(jobs.workers[worker], cudaStreamGraphFireAndForget));
  }
  jobs_given = next;
  if (next < jobs.count)
    keep_graph(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
}

__global__ void launch_children(Jobs jobs) {
  for (int job = 0; job < jobs.count; ++job) {
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(jobs, job);
    keep_graph(cudaGetLastError());
  }
}

int wrong_jobs(const Jobs& jobs) {
  std::vector<int> done(jobs.count);
  CHECK(cudaMemcpy(done.data(), jobs.done, sizeof(int) * jobs.count, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (const int times : done) wrong += times != 1;
  return wrong;
}

void measure_jobs(int count, long long cycles) {
  Jobs jobs{count, cycles, on_device<int>(kFires), nullptr, on_device<int>(count)};
  cudaGraphExec_t* const workers = on_device<cudaGraphExec_t>(kFires);
  jobs.workers = workers;
  std::vector<cudaGraphExec_t> graphs;
  for (int w = 0; w < kFires; ++w)
    graphs.push_back(graph_of([&](cudaStream_t s) { work<<<1, 1, 0, s>>>(jobs, w); }, true));
  CHECK(
      cudaMemcpy(workers, graphs.data(), sizeof(cudaGraphExec_t) * kFires, cudaMemcpyHostToDevice));
  const auto dispatcher = graph_of([&](cudaStream_t s) { dispatch<<<1, 1, 0, s>>>(jobs); }, true);
  const auto prepare = [&] {
    set(jobs_given, 0);
    CHECK(cudaMemset(jobs.done, 0, sizeof(int) * count));
  };
  const auto row = [&](const char* variant, const Step& run) {
    if (!is_chosen(variant, cycles)) return;
    const Times times = measure(prepare, run);
    print_row("device_graphs", "jobs", count, cycles, variant, times, "differing=%d",
              wrong_jobs(jobs));
  };
  row("one_grid", [&] { all_jobs<<<count, 1>>>(jobs); });
  row("fired_graphs", [&] { CHECK(cudaGraphLaunch(dispatcher, nullptr)); });
  row("children", [&] { launch_children<<<1, 1>>>(jobs); });
  row("by_host", [&] {
    for (int job = 0; job < count; ++job) child<<<1, 1>>>(jobs, job);
  });
}

// ---- A loop of steps, each of some kernels one after another; the last one decides

__global__ void part_of_step() {}

__global__ void end_of_step() { ++steps_done; }

__global__ void end_and_begin_again(int steps) {
  if (++steps_done < steps)
    keep_graph(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
}

__global__ void step_by_tail(int steps) {
  if (++steps_done == steps) return;
  step_by_tail<<<1, 1, 0, cudaStreamTailLaunch>>>(steps);
  keep_graph(cudaGetLastError());
}

void launch_step(cudaStream_t stream, int kernels, int steps, bool by_tail) {
  for (int i = 1; i < kernels; ++i) part_of_step<<<1, 1, 0, stream>>>();
  if (by_tail)
    end_and_begin_again<<<1, 1, 0, stream>>>(steps);
  else
    end_of_step<<<1, 1, 0, stream>>>();
}

// What a host does that looks after each step.
void loop_by_host(cudaGraphExec_t step, int steps, int* pinned) {
  do {
    CHECK(cudaGraphLaunch(step, nullptr));
    CHECK(cudaMemcpyFromSymbolAsync(pinned, steps_done, sizeof(int), 0, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(nullptr));
  } while (*pinned < steps);
}

void measure_loop(int steps, int kernels) {
  int* pinned = nullptr;
  CHECK(cudaMallocHost(&pinned, sizeof(int)));
  const auto by_tail =
      graph_of([&](cudaStream_t s) { launch_step(s, kernels, steps, true); }, true);
  const auto step = graph_of([&](cudaStream_t s) { launch_step(s, kernels, steps, false); }, false);
  const auto row = [&](const char* variant, const Step& run) {
    if (!is_chosen(variant, kernels)) return;
    const Times times = measure([] { set(steps_done, 0); }, run);
    int done = 0;
    CHECK(cudaMemcpyFromSymbol(&done, steps_done, sizeof done));
    print_row("device_graphs", "loop", steps, kernels, variant, times, "differing=%d",
              done != steps);
  };
  row("graph_by_tail", [&] { CHECK(cudaGraphLaunch(by_tail, nullptr)); });
  if (kernels == 1) row("kernel_by_tail", [&] { step_by_tail<<<1, 1>>>(steps); });
  row("host_looks", [&] { loop_by_host(step, steps, pinned); });
  row("host_does_not_look", [&] {
    for (int i = 0; i < steps; ++i) CHECK(cudaGraphLaunch(step, nullptr));
  });
  row("kernels_by_host", [&] {
    for (int i = 0; i < steps; ++i) launch_step(nullptr, kernels, steps, false);
  });
  CHECK(cudaFreeHost(pinned));
}

// ---- A loop that after every tenth step starts a sample, which takes as long as many steps

constexpr int kEvery = 10;

struct Samples {
  int steps;
  const cudaGraphExec_t* graphs;
  int* taken;
};

__global__ void take_sample(int* taken, int k, long long cycles) {
  wait_for(cycles);
  taken[k] += 1;
}

__global__ void step_with_samples(Samples samples, bool as_sibling) {
  const int done = ++steps_done;
  if (done % kEvery == 0) {
    const cudaGraphExec_t graph = samples.graphs[done / kEvery - 1];
    keep_graph(as_sibling ? cudaGraphLaunch(graph, cudaStreamGraphFireAndForgetAsSibling)
                          : cudaGraphLaunch(graph, cudaStreamGraphFireAndForget));
  }
  if (done < samples.steps)
    keep_graph(cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
}

void measure_samples(int steps, long long cycles) {
  const int count = steps / kEvery;
  int* const taken = on_device<int>(count);
  cudaGraphExec_t* const list = on_device<cudaGraphExec_t>(count);
  std::vector<cudaGraphExec_t> graphs;
  for (int k = 0; k < count; ++k)
    graphs.push_back(
        graph_of([&](cudaStream_t s) { take_sample<<<1, 1, 0, s>>>(taken, k, cycles); }, true));
  CHECK(cudaMemcpy(list, graphs.data(), sizeof(cudaGraphExec_t) * count, cudaMemcpyHostToDevice));
  const auto row = [&](const char* variant, bool as_sibling) {
    if (!is_chosen(variant, cycles)) return;
    const Samples samples{steps, list, taken};
    const auto loop = graph_of(
        [&](cudaStream_t s) { step_with_samples<<<1, 1, 0, s>>>(samples, as_sibling); }, true);
    const Times times = measure(
        [&] {
          set(steps_done, 0);
          CHECK(cudaMemset(taken, 0, sizeof(int) * count));
        },
        [&] { CHECK(cudaGraphLaunch(loop, nullptr)); });
    std::vector<int> all(count);
    CHECK(cudaMemcpy(all.data(), taken, sizeof(int) * count, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (const int times_taken : all) wrong += times_taken != 1;
    print_row("device_graphs", "samples", steps, cycles, variant, times, "differing=%d", wrong);
  };
  row("as_siblings", true);
  row("fired", false);
}

int main(int argc, char** argv) {
  choose(argc, argv);
  print_header();
  for (const int count : {100, 1000}) {
    if (!input_is_chosen("jobs") || !size_is_chosen(count)) continue;
    for (const long long cycles : {0LL, 20'000LL, 200'000LL}) measure_jobs(count, cycles);
  }
  for (const int kernels : {1, 4, 16}) {
    if (input_is_chosen("loop") && size_is_chosen(1000)) measure_loop(1000, kernels);
  }
  for (const long long cycles : {20'000LL, 200'000LL}) {
    if (input_is_chosen("samples") && size_is_chosen(1000)) measure_samples(1000, cycles);
  }
  return report_lost(lost);
}

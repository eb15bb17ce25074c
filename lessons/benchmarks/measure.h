// How every benchmark here measures: runs to warm up, then runs between two events, of which the
// median counts; and a variant's result is compared with the flat one's on the same input, because
// a fast wrong answer is no answer. A program prints one line of CSV for each input and variant:
//
//   benchmark,input,size,parameter,variant,median_ms,min_ms,runs,note
//
// Without arguments it prints all of them. `once` takes the time of a single run and no warm-up:
// for the emulator, whose clock does not scatter. `size=256,4096` prints the lines of these sizes
// only, and so do `input=`, `parameter=` and `variant=`; several columns must all fit.
// `without=flat,child` leaves out variants.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

// Ends the program with the place and name of the first error: a time of failed work means nothing.
#define CHECK(call)                                                                             \
  do {                                                                                          \
    const cudaError_t check_error = (call);                                                     \
    if (check_error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(check_error)); \
      std::exit(1);                                                                             \
    }                                                                                           \
  } while (0)

// Zeros, or a copy of `from`. Nobody frees it: these programs end soon.
template <typename T>
T* on_device(size_t count, const T* from = nullptr) {
  T* to = nullptr;
  CHECK(cudaMalloc(&to, sizeof(T) * count));
  CHECK(cudaMemset(to, 0, sizeof(T) * count));
  if (from != nullptr) CHECK(cudaMemcpy(to, from, sizeof(T) * count, cudaMemcpyHostToDevice));
  return to;
}

// Says how much went wrong in device code, which has counted it in a variable of the device.
// Returns what main() returns.
template <typename Variable>
int report_lost(const Variable& lost, const char* what = "launches failed") {
  unsigned failed = 0;
  CHECK(cudaMemcpyFromSymbol(&failed, lost, sizeof failed));
  if (failed != 0) std::printf("# %u %s\n", failed, what);
  return failed != 0;
}

// What the arguments choose.
struct Choice {
  bool once = false;
  std::vector<std::string> inputs, sizes, parameters, variants;  // none: all
  std::vector<std::string> without;                              // variants
};

inline Choice& choice() {
  static Choice choice;
  return choice;
}

inline std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

// Takes `once` and columns from the arguments and ends the program if one is neither; returns what
// an argument without '=' says, "" when there is none.
inline std::string choose(int argc, char** argv) {
  std::string word;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const size_t equals = argument.find('=');
    const std::string column = argument.substr(0, equals);
    Choice& c = choice();
    auto* const chosen = column == "input"       ? &c.inputs
                         : column == "size"      ? &c.sizes
                         : column == "parameter" ? &c.parameters
                         : column == "variant"   ? &c.variants
                         : column == "without"   ? &c.without
                                                 : nullptr;
    if (argument == "once") {
      c.once = true;
    } else if (equals == std::string::npos) {
      word = argument;
    } else if (chosen != nullptr) {
      *chosen = parts_of(argument.substr(equals + 1));
    } else {
      std::fprintf(stderr, "%s is not input, size, parameter, variant or without\n",
                   column.c_str());
      std::exit(2);
    }
  }
  return word;
}

inline bool among(const std::vector<std::string>& chosen, const std::string& one) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), one) != chosen.end();
}

inline bool input_is_chosen(const char* input) { return among(choice().inputs, input); }
inline bool size_is_chosen(long long size) { return among(choice().sizes, std::to_string(size)); }
inline bool parameter_is_chosen(long long parameter) {
  return among(choice().parameters, std::to_string(parameter));
}
inline bool is_chosen(const char* variant, long long parameter) {
  const Choice& c = choice();
  const bool left_out = !c.without.empty() && among(c.without, variant);
  return !left_out && among(c.variants, variant) && parameter_is_chosen(parameter);
}

// A card that idles is at a sixth of its clock, so runs go on for this long before any is counted.
constexpr double kWarmUp = 20;  // milliseconds

// How many runs are counted: many where a run is short, because launches by the device scatter.
constexpr int runs_for(double milliseconds) {
  return milliseconds < 1 ? 101 : milliseconds < 20 ? 21 : milliseconds < 500 ? 9 : 3;
}

struct Times {
  double median = 0, min = 0;  // milliseconds
  int runs = 0;
};

// Keeps the card busy while the host queues what is measured: 50 µs at 2 GHz.
template <typename Cycles>
__global__ void keep_busy(Cycles cycles) {
  const Cycles begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

// The time of one call of `run`, from an event before it to an event after it in stream 0, so with
// all that its kernels launch. What the host needs to queue the first kernels is not counted, since
// the card is still busy then; what it needs later, because it waits and launches again, is. Waits
// for `run`, and ends the program if it failed.
template <typename Run>
double milliseconds(Run&& run) {
  static cudaEvent_t begin = nullptr, end = nullptr;
  if (begin == nullptr) {
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
  }
  float time = 0;
  keep_busy<<<1, 1>>>(100'000LL);
  CHECK(cudaEventRecord(begin));
  run();
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventElapsedTime(&time, begin, end));
  return time;
}

// Calls `time`, which gives milliseconds, so many times.
template <typename Time>
Times times_of(int runs, Time&& time) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) times.push_back(time());
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times.front(), runs};
}

// Times `run`; before each run `prepare` puts the input back, which is not counted.
template <typename Prepare, typename Run>
Times measure(Prepare&& prepare, Run&& run) {
  double time = 0;
  for (double spent = 0; spent < kWarmUp && !choice().once; spent += time) {
    prepare();
    time = milliseconds(run);
  }
  return times_of(choice().once ? 1 : runs_for(time), [&] {
    prepare();
    return milliseconds(run);
  });
}

template <typename Run>
Times measure(Run&& run) {
  return measure([] {}, run);
}

using Step = std::function<void()>;

// The time of `run` by the host's clock, on a card that has just been busy, after what `queue` has
// queued.
inline double host_milliseconds(const Step& run, const Step& queue) {
  keep_busy<<<1, 1>>>(2'000'000LL);
  CHECK(cudaDeviceSynchronize());
  queue();
  const auto begin = std::chrono::steady_clock::now();
  run();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  CHECK(cudaDeviceSynchronize());
  return time.count();
}

// Times `run` as measure() does, but by the host's clock.
inline Times measure_by_host(
    const Step& prepare, const Step& run, const Step& queue = [] {}) {
  constexpr int kToWarmUp = 3, kRuns = 21;
  const auto time = [&] {
    prepare();
    return host_milliseconds(run, queue);
  };
  times_of(kToWarmUp, time);
  return times_of(kRuns, time);
}

// How many of `n` elements differ; counted on the device, since large results take long to copy.
template <typename T>
__global__ void count_differing(const T* a, const T* b, size_t n, unsigned long long* count) {
  unsigned long long mine = 0;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    mine += !(a[i] == b[i]);
  }
  if (mine > 0) atomicAdd(count, mine);
}

// `a` and `b` are in device memory.
template <typename T>
unsigned long long differing(const T* a, const T* b, size_t n) {
  unsigned long long *device = nullptr, count = 0;
  CHECK(cudaMalloc(&device, sizeof count));
  CHECK(cudaMemset(device, 0, sizeof count));
  count_differing<<<1024, 256>>>(a, b, n, device);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&count, device, sizeof count, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  return count;
}

// What the system's own program says of the driver; "unknown" where there is none.
inline std::string driver_version() {
  char text[64] = "unknown";
  const char* const ask = "nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null";
  if (FILE* answer = popen(ask, "r")) {
    if (std::fscanf(answer, "%63s", text) != 1) std::snprintf(text, sizeof text, "unknown");
    pclose(answer);
  }
  return text;
}

// The two lines above the table: where and when, and the columns' names.
inline void print_header() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  std::printf("# %s, %s, driver %s, CUDA toolkit %d.%d\n", date, device.name,
              driver_version().c_str(), CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
  std::printf("# benchmark,input,size,parameter,variant,median_ms,min_ms,runs,note\n");
}

// `note` is text of printf without commas; an empty one is fine.
__attribute__((format(printf, 7, 8))) inline void print_row(const char* benchmark,
                                                            const char* input, long long size,
                                                            long long parameter,
                                                            const char* variant, const Times& times,
                                                            const char* note, ...) {
  std::printf("%s,%s,%lld,%lld,%s,%.5f,%.5f,%d,", benchmark, input, size, parameter, variant,
              times.median, times.min, times.runs);
  va_list arguments;
  va_start(arguments, note);
  std::vprintf(note, arguments);
  va_end(arguments);
  std::printf("\n");
  std::fflush(stdout);
}

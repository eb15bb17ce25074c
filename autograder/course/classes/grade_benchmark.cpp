// What grading costs besides compiling and checking: course grade for a class of stand-ins, so that
// what is left is intake, the order of work, the gradebook and the processes. Every student hands
// in another text. The time is to grow as the class does.
//
//   build/autograder/course/testing/grade_benchmark
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;

void hand_in(const fs::path& folder, int students) {
  for (int i = 0; i < students; ++i) {
    write_file(folder / fmt::format("s{:05}", i) / "01-little/exercise.cu",
               fmt::format("does Adds\n// {}\n", i));
  }
}

void grade_class(benchmark::State& state) {
  LittleCourse little;
  const fs::path from = little.course().root / "handed in";
  const fs::path out = little.course().root / "grades";
  hand_in(from, static_cast<int>(state.range(0)));
  const std::vector<std::string> words{"grade",      from.string(),  "--out",
                                       out.string(), "--no-sandbox", "--json"};
  for (auto _ : state) {
    if (little.run(words) != 0) state.SkipWithError(little.err.data());
    state.PauseTiming();
    fs::remove_all(out);
    state.ResumeTiming();
  }
  state.SetComplexityN(state.range(0));
  state.counters["a submission"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(grade_class)
    ->Arg(30)
    ->Arg(300)
    ->Arg(3000)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->Complexity();

}  // namespace
}  // namespace course

BENCHMARK_MAIN();

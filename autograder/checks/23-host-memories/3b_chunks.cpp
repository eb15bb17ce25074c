// Task 3: memory for chunks, which come and go while others are worked on.
#include <cstdint>
#include <map>
#include <utility>

#include "23-host-memories/host_calls.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Outcome run_chunks(const std::vector<int>& values, int chunk) {
  const int n = static_cast<int>(values.size());
  return EXERCISE(work_in_chunks, output<int>(n), input(values), n, chunk);
}

// The last byte of these numbers and of their squares is not 0, so that a copy that is one byte
// short shows.
std::vector<int> large_values(int n) {
  std::vector<int> values = some_values(n);
  for (int& value : values) value -= 45'500;
  return values;
}

int without_last_byte(int value) { return value & 0x00ffffff; }

// Calls of which one may have waited until the chunks are there.
bool may_have_waited(const ApiCall& call) {
  if (call.result != 0) return false;
  const bool asks = call.name == "cudaStreamQuery" || call.name == "cudaEventQuery" ||
                    call.name == "cudaEventElapsedTime";
  const bool is_blocking_copy =
      is_copy_of_an_array(call) && (call.name.find("Async") == std::string::npos ||
                                    call.detail.find("to pageable memory") != std::string::npos);
  return asks || is_blocking_copy || is_wait(call) || call.name == "cudaFree" ||
         call.name == "cudaFreeArray" || call.name == "cudaDeviceReset";
}

bool is_pinned_copy_on_its_way(const ApiCall& call) {
  return call.result == 0 && is_copy_of_an_array(call) &&
         call.name.find("Async") != std::string::npos &&
         call.detail.find("pinned memory") != std::string::npos;
}

// Where chunks come back to the caller's own array, nothing in the exercise reads it, and no race
// shows that the host has not waited. When all pinned memory is registered memory, the last that is
// unregistered is memory of those copies.
Refusal why_unregistered_too_early(const Outcome& run) {
  if (find_call(run, {"cudaHostAlloc", "cudaMallocHost"})) return {};
  const ApiCall* copy = nullptr;
  Refusal why_the_last;
  for (const ApiCall& call : run.host_calls) {
    if (is_pinned_copy_on_its_way(call)) {
      copy = &call;
    } else if (may_have_waited(call)) {
      copy = nullptr;
    } else if (call.name == "cudaHostUnregister" && call.result == 0) {
      why_the_last = {};
      if (copy == nullptr) continue;
      why_the_last = {
          fmt::format("the host does not wait between this {} and cudaHostUnregister: the copy may "
                      "still be on its way to or from that memory, and cudaHostUnregister does not "
                      "promise to wait. After the last chunk wait for both streams, or for the "
                      "device (U4)",
                      copy->name),
          copy->file, copy->line, Cause::kOrder};
    }
  }
  return why_the_last;
}

void expect_chunks_worked_on(const std::vector<int>& values, int chunk) {
  const Outcome run = run_chunks(values, chunk);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly()) << values.size() << " values in chunks of " << chunk;
  ASSERT_THAT(run, ReturnsNoError()) << values.size() << " values in chunks of " << chunk;
  EXPECT_THAT(
      run.result<int>(0),
      Elements([&](int i) { return values[i] * values[i] + 1; })
          .mistaking([&](int i) { return values[i]; }, "values that no kernel processed")
          .mistaking(
              [&](int i) { return without_last_byte(values[i] * values[i] + 1); },
              "values without their last byte: `count` ints have sizeof(int) * count bytes"));
  EXPECT_THAT(run, WroteResult(0));
  EXPECT_THAT(run, ReportMatcher("waits before it unregisters", why_unregistered_too_early));
}

TEST(HostMemories, ChunksAreRight) {
  for (const auto& [n, chunk] : {std::pair{1000, 150}, {512, 128}, {10, 100}, {1, 1}}) {
    ASSERT_NO_FATAL_FAILURE(expect_chunks_worked_on(some_values(n), chunk));
  }
  ASSERT_NO_FATAL_FAILURE(expect_chunks_worked_on(large_values(600), 100));
  if (tries_all_cases()) expect_chunks_worked_on(some_values(kManyValues), kManyValues);
}

constexpr const char* kByTurns = "Copy chunks back to pinned memory, in two alternating streams";

Refusal shares_a_stream(const Launch& chunk) {
  return refusal_at(chunk,
                    "{} cannot start before the previous chunk is done: both are in one stream "
                    "(S5), which has more than half of the chunks. {}",
                    launch_words(chunk), kByTurns);
}

// The host's call in which it waited for `first` before it launched `second`.
const ApiCall* wait_between(const Outcome& run, const Launch& first, const Launch& second) {
  if (!run.report) return nullptr;
  for (const HostWait& wait : run.report->host_waits) {
    if (wait.launches_before < first.id || wait.launches_before >= second.id) continue;
    if (!wait.everything && std::ranges::find(wait.grids, first.id) == wait.grids.end()) continue;
    for (const ApiCall& call : run.host_calls) {
      if (call.name == wait.name && call.launches_before == wait.launches_before) return &call;
    }
  }
  return nullptr;
}

std::string why_waits(const ApiCall& call) {
  if (is_copy_of_an_array(call)) {
    return fmt::format(
        "{} to pageable memory, as the caller's arrays are, blocks the host until the chunk is "
        "there (U4). {}",
        call.name, kByTurns);
  }
  if (call.name.starts_with("cudaFree")) {
    return "it waits until the device has no work left before it frees the memory (D7). Free it "
           "after the last chunk, when the host has waited for all of them";
  }
  return "wait once, after the last chunk";
}

// Something holds back a chunk whose stream does not.
Refusal is_held_back(const Outcome& run, const Launch& first, const Launch& second) {
  const std::string what = fmt::format("{} cannot start before a chunk of the other stream is done",
                                       launch_words(second));
  const ApiCall* call = wait_between(run, first, second);
  if (call == nullptr) {
    return refusal_at(
        second,
        what +
            ": an event or the default stream makes one stream wait for the other (S5). Let the "
            "two streams be independent");
  }
  const bool is_in_exercise = call->file == second.file;
  const std::string place = is_in_exercise
                                ? fmt::format("line {}", call->line)
                                : fmt::format("{}:{}, as when a MappedInts goes out of scope",
                                              file_name(call->file), call->line);
  return {fmt::format("{}: before its launch the host waits in {} ({}); {}", what, call->name,
                      place, why_waits(*call)),
          second.file, is_in_exercise ? call->line : second.line};
}

// Chunks of different streams: only the host can hold one of them back. Whether they are issued
// chunk by chunk or stream by stream is the student's to choose; a stream may have half of them.
Refusal why_chunks_wait(const Outcome& run) {
  std::vector<const Launch*> chunks;
  for (const Launch& launch : run.launches) {
    if (launch.kernel == "work_on") chunks.push_back(&launch);
  }
  std::map<std::int64_t, std::size_t> in_stream;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Launch& chunk = *chunks[i];
    if (2 * ++in_stream[chunk.stream_id] > chunks.size() + 1) return shares_a_stream(chunk);
    for (std::size_t j = 0; j < i; ++j) {
      if (chunks[j]->stream_id != chunk.stream_id && run.launches.ordered(*chunks[j], chunk))
        return is_held_back(run, *chunks[j], chunk);
    }
  }
  return {};
}

// From pageable memory a copy lets the host go on when it has read it all.
Refusal why_reads_pageable(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    if (!is_copy_of_an_array(call) || call.result != 0) continue;
    if (call.detail.find("from pageable memory") == std::string::npos) continue;
    return refusal_at(call,
                      "{} from pageable memory, as the caller's array is, blocks the host until "
                      "the chunk has been read (U4). Put the values into pinned memory first, or "
                      "register the array",
                      call.name);
  }
  return {};
}

TEST(HostMemories, ChunksDoNotWait) {
  NEEDS_EMULATOR();
  watch_threads();
  const Outcome run = run_chunks(some_values(600), 100);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(6, LaunchOf("work_on")));
  ASSERT_THAT(run, ReportMatcher("no chunk waits", why_chunks_wait));
  ASSERT_THAT(run, UsesOnly("work_on", MemoryKind::kDevice,
                            "copy each chunk to device.data by cudaMemcpyAsync, let work_on work "
                            "there, and copy the chunk back, all in the chunk's stream"));
  ASSERT_THAT(run, ReportMatcher("takes chunks from pinned memory", why_reads_pageable));
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, WroteResult(0).somewhere());
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_chunks(some_values(10), 5); });
}

}  // namespace

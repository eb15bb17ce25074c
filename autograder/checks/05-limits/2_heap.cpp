// Task 2: a heap with room for all buffers, and not far more.
#include <limits>
#include <string>

#include "05-limits/limits.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

struct Buffers {
  int count, kilobytes;
  long long bytes() const { return 1024LL * count * kilobytes; }
};

// 10 MB, 64 KB, 24 MB, as many as fill their blocks, and one more, and a large one alone.
constexpr Buffers kBuffers[] = {{20, 512}, {4, 16}, {24, 1024}, {1024, 1}, {65, 16}, {1, 10240}};
constexpr long long kSpare = 4 << 20;
constexpr long long kHeapUnset = 8 << 20;

Outcome run_fill(const Buffers& b) {
  return EXERCISE(fill_buffers, output<int>(b.count), output<long long>(1), b.count, b.kilobytes);
}

// Of a buffer every 1,024th int is used.
int sum_of(const Buffers& b, int i) { return (i + 1) * std::max(1, b.kilobytes * 256 / 1024); }

std::string heap_words(const Outcome& run) {
  const auto heap = run.result<long long>(1);
  if (heap.is_untouched(0)) return "";  // the function has returned before it wrote *heap
  return fmt::format(", and a heap of {} bytes", heap[0]);
}

// What is added up is what the children have put into their buffers, and where these are.
ReportMatcher ReadsTheBuffers(const Buffers& b) {
  constexpr int kAddress = 2;  // words
  const int words = std::max(1, b.kilobytes * 256 / 1024) + kAddress;
  return ReadsInHostGrids("add_and_free", "fill_buffer", std::size_t(b.count) * words);
}

TEST(Limits, BuffersFitIntoTheHeap) {
  watch_reads();
  for (const Buffers& b : some_of(kBuffers)) {
    const Outcome run = run_fill(b);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError())
        << "with " << b.count << " buffers of " << b.kilobytes << " KB, in all " << b.bytes()
        << " bytes" << heap_words(run);
    ASSERT_THAT(run.result<int>(0),
                Elements([&b](int i) {
                  return sum_of(b, i);
                }).mistaking([](int) { return 0; }, "buffers that could not be allocated"));
    ASSERT_THAT(run, WroteResult(0, "add_and_free").launched_anywhere());
    ASSERT_THAT(run, ReadsTheBuffers(b)) << "add up what each child has written to its buffer";
  }
}

const char* why_wrong_heap(const Buffers& b, long long heap) {
  if (heap == kHeapUnset) return "8 MB is the default of a heap that is not set";
  if (b.bytes() > std::numeric_limits<int>::max())
    return "that is more than an int can hold, so a product of ints overflows; compute in size_t";
  return heap > b.bytes() ? "so much device memory is taken, used or not"
                          : "it is fixed before the first kernel and does not grow";
}

Judged HasHeapFor(const Buffers& b) {
  return {"makes the heap just large enough",
          [&b](const Outcome& run) -> Refusal {
            if (run.result<long long>(1).is_untouched(0)) return {};  // its error says why
            const long long heap = run.result<long long>(1)[0];
            if (heap > b.bytes() && heap <= 2 * b.bytes() + kSpare) return {};
            return because(
                "*heap is {} bytes; {} buffer{} of {} KB need {} bytes and some more for the "
                "heap's own bookkeeping: {} (H2)",
                heap, b.count, b.count == 1 ? "" : "s", b.kilobytes, b.bytes(),
                why_wrong_heap(b, heap));
          },
          Cause::kCall};
}

// More bytes than an int can hold. The emulator has no such buffers, so that the children find
// nothing and write nothing: only the size of the heap is looked at.
void expect_heap_of_gigabytes() {
  if (settings().device != DeviceKind::kEmulator) return;
  const Buffers huge{2, 2'097'151};
  const Outcome run = run_fill(huge);
  ASSERT_TRUE(run.finished()) << run.what;
  ASSERT_THAT(run, HasHeapFor(huge));
}

TEST(Limits, HeapIsJustLargeEnough) {
  for (const Buffers& b : some_of(kBuffers)) {
    const Outcome run = run_fill(b);
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, HasHeapFor(b));
    ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit")) << kSayItBefore;
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, SaysWhatItHas<long long>("heap", &harness::DeviceLimits::heap));
    ASSERT_THAT(run, WroteResult(0, "add_and_free").launched_anywhere().somewhere());
  }
  ASSERT_NO_FATAL_FAILURE(expect_heap_of_gigabytes());
  expect_errors_returned([] { return run_fill({2, 16}); });
}

}  // namespace

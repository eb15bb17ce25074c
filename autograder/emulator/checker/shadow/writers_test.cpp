// Who wrote memory last, byte by byte, and where a copy has brought it to.
#include "checker/shadow/writers.h"

#include <optional>
#include <string>

#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

class Writers : public Hooks {
 protected:
  void SetUp() override {
    Hooks::SetUp();
    a_.emplace(host());
    b_.emplace(host());
  }
  /// "0-3 a, 4-7 nobody": who wrote which of these bytes.
  std::string who(const void* begin, std::size_t size) {
    std::string text;
    each_writer(begin, size, [&](const Written& run) {
      const std::string last = std::to_string(run.offset + run.size - 1);
      text +=
          (text.empty() ? "" : ", ") + std::to_string(run.offset) + "-" + last + " " + name(run.by);
    });
    return text;
  }
  std::string name(const Work* work) const {
    if (work == nullptr) return "nobody";
    if (work == a_->work) return "a";
    if (work == b_->work) return "b";
    return work == host_work() ? "host" : std::string(work->info.kernel);
  }
  /// As the runtime does it.
  static void copy_on_device(void* to, const void* from, std::size_t size) {
    WorkInfo info;
    info.kind = WorkInfo::Kind::kCopy;
    info.kernel = "copy";
    created.push_back(work_created(info, host()));
    Work* const copy = created.back();
    work_started(copy);
    resume({block_phase(block_started(copy, {}, 1)), 0}, 0, 0);
    pass_writers_on(to, from, size);
    copy_access(to, from, size, nullptr);
    work_completed(copy);
    join_on_host(copy);
  }
  /// `a` writes the first four ints, `b` the next four.
  void write_both() {
    run(*a_, 0, 0);
    for (int i = 0; i < 4; ++i) STORE(&data[i], i);
    a_->end();
    join_on_host(a_->work);
    run(*b_, 0, 0);
    for (int i = 4; i < 8; ++i) STORE(&data[i], i);
    b_->end();
    join_on_host(b_->work);
  }

  std::optional<Grid> a_, b_;
};

TEST_F(Writers, AreThoseOfTheLastWrite) {
  write_both();
  EXPECT_EQ(who(data, 40), "0-15 a, 16-31 b, 32-39 cudaMemcpy");
  EXPECT_EQ(who(&data[3], 8), "0-3 a, 4-7 b");
  forget(data, 8);
  EXPECT_EQ(who(data, 16), "0-7 nobody, 8-15 a");
  int variable = 0;  // without a shadow
  EXPECT_EQ(who(&variable, 4), "0-3 nobody");
}

TEST_F(Writers, OfSingleBytesAreToldApart) {
  auto* bytes = reinterpret_cast<char*>(data);
  run(*a_, 0, 0);
  BYTE(&bytes[1], 1);
  a_->end();
  join_on_host(a_->work);
  run(*b_, 0, 0);
  BYTE(&bytes[2], 1);
  EXPECT_EQ(who(bytes, 4), "0-0 cudaMemcpy, 1-1 a, 2-2 b, 3-3 cudaMemcpy");
}

TEST_F(Writers, GoWithACopy) {
  write_both();
  copy_on_device(&data[100], data, 40);
  EXPECT_EQ(who(&data[100], 40), "0-15 a, 16-31 b, 32-39 cudaMemcpy");
  copy_on_device(&data[150], &data[103], 8);
  EXPECT_EQ(who(&data[150], 8), "0-3 a, 4-7 b");
}

TEST_F(Writers, ACopyOverACopyIsTheLast) {
  write_both();
  copy_on_device(&data[100], &data[0], 16);
  copy_on_device(&data[101], &data[4], 8);
  EXPECT_EQ(who(&data[100], 16), "0-3 a, 4-11 b, 12-15 a");
  copy_on_device(&data[100], &data[0], 16);
  EXPECT_EQ(who(&data[100], 16), "0-15 a");
}

TEST_F(Writers, AWriteAfterTheCopyCounts) {
  write_both();
  copy_on_device(&data[100], data, 16);
  const Grid c(host());
  run(c, 0, 0);
  STORE(&data[101], 7);
  EXPECT_EQ(who(&data[100], 16), "0-3 a, 4-7 work, 8-15 a");
}

TEST_F(Writers, OverlappingCopiesTakeWhatWasThere) {
  write_both();
  copy_on_device(&data[2], &data[0], 24);
  EXPECT_EQ(who(data, 32), "0-7 a, 8-23 a, 24-31 b");
}

}  // namespace
}  // namespace emu::checker

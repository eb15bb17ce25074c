// Accesses that are narrower, wider or stand across words: only common bytes race.
#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using Bytes = Hooks;

TEST_F(Bytes, NeighboringBytesDoNotRace) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  for (unsigned t = 0; t < 64; ++t) {
    run(g, 0, t);
    BYTE(&text[t], static_cast<char>(t));
    __tsan_read1(&text[t]);
  }
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 0, 9);
  __tsan_read1(&text[10]);
  EXPECT_THAT(message(), HasSubstr("thread 9 reads element 10"));
}

TEST_F(Bytes, AWordAfterItsBytes) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  run(g, 0, 1);
  BYTE(&text[1], 1);
  run(g, 0, 2);
  BYTE(&text[2], 1);
  barrier(g.block[0], {});
  run(g, 0, 0);
  STORE(&data[0], 5);
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 0, 1);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Bytes, AByteOfAWordThatAnotherWrites) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  run(g, 0, 1);
  BYTE(&text[6], 1);
  run(g, 0, 2);
  STORE(&data[1], 5);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Bytes, UnalignedAccessesTouchTheirBytesOnly) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  run(g, 0, 1);
  __tsan_unaligned_write4(text + 2);
  run(g, 0, 2);
  BYTE(&text[1], 1);
  BYTE(&text[6], 1);
  EXPECT_THAT(rules(), IsEmpty());
  __tsan_read1(&text[5]);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Bytes, WideAccessesAndRanges) {
  Grid g(host());
  run(g, 0, 1);
  __tsan_write16(&data[4]);
  run(g, 0, 2);
  __tsan_read8(&data[8]);
  __tsan_write8(&data[2]);
  __tsan_read_range(&data[8], 100);
  EXPECT_THAT(rules(), IsEmpty());
  __tsan_read_range(&data[0], 20);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Bytes, MemcpyReadsAndWrites) {
  Grid g(host());
  run(g, 0, 1);
  __wrap_memset(&data[0], 0, 32);
  run(g, 0, 2);
  __wrap_memcpy(&data[100], &data[50], 40);
  EXPECT_THAT(rules(), IsEmpty());
  __wrap_memcpy(&data[200], &data[7], 40);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

}  // namespace
}  // namespace emu::checker

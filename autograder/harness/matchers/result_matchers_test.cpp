// Who wrote what, as the device has told it, against who should have.
#include "harness/matchers/result_matchers.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "explanation.h"
#include "run_of.h"

namespace harness {
namespace {

using By = ElementsWritten::By;

ReturnedArray array_of(std::string name, const std::vector<int>& values) {
  ReturnedArray array;
  array.name = std::move(name);
  array.type = &typeid(int);
  array.element_bytes = sizeof(int);
  array.begin = 16;  // it ends where its pages do
  array.pages.resize(16 + values.size() * sizeof(int));
  std::memcpy(array.pages.data() + 16, values.data(), values.size() * sizeof(int));
  array.before = std::make_unique<Before>();
  return array;
}

/// A parent and its child; ten elements.
Outcome written(std::vector<ElementsWritten> writers) {
  Outcome run = launched(launch(1, "fill", 0, "host"), launch(2, "double_all", 1, "null"));
  run.arrays.push_back(array_of("data", {0, 2, 4, 6, 8, 10, 12, 14, 16, 18}));
  run.writers = std::move(writers);
  return run;
}

TEST(WroteResult, HoldsOfTheKernelThatWrote) {
  const Outcome run = written({{0, 0, 10, By::kGrid, 2}});
  EXPECT_EQ(explanation(WroteResult(0), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0, "double_all"), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0, "double_all").of("fill"), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0, "other").or_by("double_all"), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0).of("fill"), run), "holds");
}

TEST(WroteResult, NamesWhoWroteInstead) {
  const Outcome run = written({{0, 0, 10, By::kGrid, 1}});
  EXPECT_EQ(explanation(WroteResult(0, "double_all"), run),
            "data[0…9] were written by fill. The task wants double_all to write data, and the host "
            "only to copy it");
  const Outcome by_child = written({{0, 0, 10, By::kGrid, 2}});
  EXPECT_EQ(explanation(WroteResult(0, "double_all").of("spread").or_by("start"), by_child),
            "data[0…9] were written by double_all, which fill launched. The task wants double_all, "
            "launched by spread, or start to write data, and the host only to copy it");
}

TEST(WroteResult, WantsAChildOfWhatItNames) {
  const Outcome run = written({{0, 0, 10, By::kGrid, 1}});
  EXPECT_EQ(explanation(WroteResult(0, "fill"), run),
            "data[0…9] were written by fill, which the host launched. The task wants fill to write "
            "data where a kernel launches it");
  EXPECT_EQ(explanation(WroteResult(0, "fill").launched_anywhere(), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0), run), "holds");
}

TEST(WroteResult, WantsItWhereItIsAsked) {
  Outcome run = written({{0, 0, 10, By::kGrid, 2}});
  const WroteResult who(0, "double_all");
  EXPECT_EQ(explanation(who.on_device(0).at_depth(run.launches.find(2)->depth), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0).on_device(3), run),
            "data[0…9] were written by double_all, which fill launched on device 0. The task wants "
            "grids on device 3 to write data, and the host only to copy it");
  EXPECT_THAT(explanation(who.at_depth(7), run), testing::HasSubstr("double_all at depth 7 to"));
}

TEST(WroteResult, SaysWhereNoGridWrote) {
  const std::vector<std::pair<By, std::string>> causes{
      {By::kHost, "data[4…6] were computed by the host: no grid wrote them"},
      {By::kSet, "data[4…6] are as a memset left them: no grid wrote them"},
      {By::kNothing, "data[4…6] were copied from device memory that no grid wrote"}};
  for (const auto& [by, words] : causes)
    EXPECT_EQ(
        explanation(WroteResult(0),
                    written({{0, 0, 4, By::kGrid, 2}, {0, 4, 3, by}, {0, 7, 3, By::kGrid, 2}})),
        words + ". The task wants a grid to write data, and the host only to copy it");
}

TEST(WroteResult, CountsWhatIsNotInOnePlace) {
  const Outcome run = written({{0, 0, 1, By::kHost}, {0, 1, 8, By::kGrid, 2}, {0, 9, 1, By::kSet}});
  EXPECT_EQ(explanation(WroteResult(0), run),
            "data[0] was computed by the host: no grid wrote it. The task wants a grid to write "
            "data, and the host only to copy it\n2 of 10 elements were not written so");
}

TEST(WroteResult, AsksOnlyOfAPart) {
  const Outcome run = written({{0, 0, 5, By::kGrid, 2}, {0, 5, 5, By::kHost}});
  EXPECT_EQ(explanation(WroteResult(0).first(5), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0).slice(1, 4), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0).where([](int i) { return i < 5; }), run), "holds");
  EXPECT_NE(explanation(WroteResult(0).slice(5, 100), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0).slice(5, 6), run),
            "data[5] was computed by the host: no grid wrote it. The task wants a grid to write "
            "this element, and the host only to copy it");
}

TEST(WroteResult, CanBeContentWithOneElement) {
  const WroteResult somewhere = WroteResult(0, "double_all").somewhere();
  EXPECT_EQ(explanation(somewhere, written({{0, 0, 9, By::kHost}, {0, 9, 1, By::kGrid, 2}})),
            "holds");
  EXPECT_EQ(explanation(somewhere, written({{0, 0, 10, By::kGrid, 1}})),
            "data[0…9] were written by fill. The task wants double_all to write data, and the host "
            "only to copy it");
}

TEST(WroteResult, DoesNotAskOfWhatStayedAsItWas) {
  Outcome run = written({{0, 0, 10, By::kHost}});
  run.arrays[0].before->is_poison = false;
  run.arrays[0].before->bytes.assign(run.arrays[0].pages.begin() + 16, run.arrays[0].pages.end());
  EXPECT_EQ(explanation(WroteResult(0), run), "holds");
  run.arrays[0].before->bytes[4] = std::byte{9};
  EXPECT_THAT(explanation(WroteResult(0), run),
              testing::StartsWith("data[1] was computed by the host"));
}

TEST(WroteResult, AnyOfSeveralWritersWillDo) {
  const Outcome run = written({{0, 0, 10, By::kGrid, 1}, {0, 0, 10, By::kGrid, 2}});
  EXPECT_EQ(explanation(WroteResult(0, "fill").launched_anywhere(), run), "holds");
  EXPECT_EQ(explanation(WroteResult(0, "double_all"), run), "holds");
}

TEST(WroteResult, IsNotTrueWhereNothingIsKnown) {
  EXPECT_EQ(explanation(WroteResult(0), written({{0, 0, 10, By::kUnknown}})),
            "the device did not tell who wrote data");
  Outcome run;
  run.device = DeviceKind::kGpu;
  EXPECT_EQ(explanation(WroteResult(0), run), "holds");
  run.report_problem = "the device wrote no report";
  EXPECT_EQ(explanation(WroteResult(0), run), "the device wrote no report");
}

TEST(WroteResult, WantsToBeToldOfEachElement) {
  EXPECT_EQ(explanation(WroteResult(0), written({{0, 0, 9, By::kGrid, 2}})),
            "the device did not tell who wrote data");
  EXPECT_EQ(explanation(WroteResult(0), written({{1, 0, 10, By::kGrid, 2}})),
            "the device did not tell who wrote data");
}

TEST(WroteResult, ReadsImpossibleRangesAsTheyAre) {
  constexpr std::size_t kFar = ~std::size_t{0};
  EXPECT_EQ(explanation(WroteResult(0), written({{0, 0, kFar, By::kGrid, 2}})), "holds");
  EXPECT_EQ(explanation(WroteResult(0), written({{0, kFar, 5, By::kGrid, 2}})),
            "the device did not tell who wrote data");
  EXPECT_EQ(explanation(WroteResult(0), written({{0, 0, 10, By::kGrid, 77}})),
            "data[0…9] were written by another grid. The task wants a grid to write data, and the "
            "host only to copy it");
}

}  // namespace
}  // namespace harness

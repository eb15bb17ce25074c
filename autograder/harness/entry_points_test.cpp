// Names of parameters, out of headers as lessons write them.
#include "harness/entry_points.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

constexpr char kHeader[] = R"(
// fill(wrong, wrong) is only talked about here.
#ifdef __cplusplus
extern "C" {
#endif
/* my_fill(int no) */
int my_fill(int* other);
/// Writes result[i] (i < n).
extern "C" void fill(int* result,  // the output
                     const struct Pair *pairs,
                     int n);
void nothing(void);
)";

TEST(ParameterNames, StandInTheHeader) {
  EXPECT_EQ(parameter_name(kHeader, "fill", 0), "result");
  EXPECT_EQ(parameter_name(kHeader, "fill", 1), "pairs");
  EXPECT_EQ(parameter_name(kHeader, "fill", 2), "n");
  EXPECT_EQ(parameter_name(kHeader, "my_fill", 0), "other");
}

TEST(ParameterNames, AreEmptyWhereThereAreNone) {
  EXPECT_EQ(parameter_name(kHeader, "fill", 3), "");
  EXPECT_EQ(parameter_name(kHeader, "absent", 0), "");
  EXPECT_EQ(parameter_name("", "fill", 0), "");
}

TEST(ParameterNames, AreNumbersWithoutAHeader) {
  EXPECT_EQ(argument_name("nowhere", 1), "argument 2");
}

}  // namespace
}  // namespace harness

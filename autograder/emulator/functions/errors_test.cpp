// Names and words of CUDA's errors.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "cuda_runtime_api.h"

namespace {

TEST(Errors, HaveCudasNamesAndWords) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorLaunchPendingCountExceeded),
               "cudaErrorLaunchPendingCountExceeded");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
}

TEST(Errors, UnknownValuesAreNamedAsCudaDoes) {
  const int between = 10;  // the table has holes
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(between)), "unrecognized error code");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(5000)), "unrecognized error code");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(1 << 20)), "unrecognized error code");
}

TEST(Errors, EveryEntryIsFoundByItsValue) {
  std::set<std::string> names;
#define EMU_ERROR(name, value, text)            \
  EXPECT_STREQ(cudaGetErrorName(name), #name);  \
  EXPECT_STREQ(cudaGetErrorString(name), text); \
  EXPECT_EQ(static_cast<int>(name), value);     \
  EXPECT_TRUE(names.insert(#name).second) << #name;
#include "emulator/errors.inc"
#undef EMU_ERROR
  EXPECT_EQ(names.size(), 134u);  // as many as CUDA 13.0 has
}

}  // namespace

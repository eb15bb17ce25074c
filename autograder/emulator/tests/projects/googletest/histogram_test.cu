#include "histogram.cuh"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

class Histogram : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMallocManaged(&values_, kCount * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMallocManaged(&counts_, kBins * sizeof(int)), cudaSuccess);
    std::iota(values_, values_ + kCount, 0);
    std::fill(counts_, counts_ + kBins, 0);
  }
  void TearDown() override {
    cudaFree(values_);
    cudaFree(counts_);
  }

  static constexpr int kCount = 1000, kBins = 10;
  int* values_ = nullptr;
  int* counts_ = nullptr;
};

TEST_F(Histogram, CountsEachValueOnce) {
  histogram<<<4, 256>>>(values_, kCount, counts_, kBins);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int bin = 0; bin < kBins; ++bin) EXPECT_EQ(counts_[bin], kCount / kBins) << bin;
}

TEST_F(Histogram, OfNothingIsEmpty) {
  histogram<<<1, 256>>>(values_, 0, counts_, kBins);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(std::vector<int>(counts_, counts_ + kBins), std::vector<int>(kBins, 0));
}

// Launches through the API: arguments are unpacked by the kernel's types, attributes are read.
#include <gtest/gtest.h>

#include "cuda_runtime.h"
#include "functions/fake_seam.h"

namespace {

// What the kernel below was given; the fake runs it when it is staged.
int last_number = 0;
double last_real = 0;

void note(int number, double real) {
  emu::kernel(emu::KernelTraits{}, [=]() mutable {
    last_number = number;
    last_real = real;
  });
}

void plain() {
  emu::kernel(emu::KernelTraits{}, [=]() mutable { ++last_number; });
}

TEST(Launches, UnpackArgumentsByTheKernelsTypes) {
  fake::reset();
  int number = 7;
  double real = 2.5;
  void* arguments[] = {&number, &real};
  const cudaStream_t stream = cudaStreamPerThread;
  const cudaError_t error = cudaLaunchKernel(note, dim3(3), dim3(64), arguments, 128, stream);
  const unsigned line = __LINE__ - 1;
  EXPECT_EQ(error, cudaSuccess);
  EXPECT_EQ(last_number, 7);
  EXPECT_EQ(last_real, 2.5);
  EXPECT_EQ(fake::seam().calls[0], "stage note");
  const fake::Launch& launch = fake::seam().launches.at(0);
  EXPECT_EQ(launch.grid.x, 3u);
  EXPECT_EQ(launch.block.x, 64u);
  EXPECT_EQ(launch.shared_bytes, 128u);
  EXPECT_EQ(launch.stream, cudaStreamPerThread);
  EXPECT_FALSE(launch.cooperative);
  EXPECT_EQ(launch.line, line);
}

TEST(Launches, TakeKernelsWithoutParameters) {
  fake::reset();
  last_number = 0;
  EXPECT_EQ(cudaLaunchCooperativeKernel(&plain, 1, 32, nullptr), cudaSuccess);
  EXPECT_EQ(last_number, 1);
  EXPECT_TRUE(fake::seam().launches.at(0).cooperative);
}

TEST(Launches, ConvertTheArgumentsOfTheVariadicForm) {
  fake::reset();
  cudaLaunchConfig_t config{};
  config.gridDim = 2;
  config.blockDim = 32;
  config.dynamicSmemBytes = 64;
  EXPECT_EQ(cudaLaunchKernelEx(&config, note, short{3}, 1), cudaSuccess);
  const unsigned line = __LINE__ - 1;
  EXPECT_EQ(last_number, 3);
  EXPECT_EQ(last_real, 1.0);
  EXPECT_EQ(fake::seam().launches.at(0).shared_bytes, 64u);
  EXPECT_EQ(fake::seam().launches.at(0).line, line);
}

TEST(Launches, ReadTheCooperativeAttribute) {
  fake::reset();
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelExC(&config, plain, nullptr);
  EXPECT_TRUE(fake::seam().launches.at(0).cooperative);
}

TEST(Launches, ReadAttributesOfEarlyStarts) {
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].id = cudaLaunchAttributeProgrammaticEvent;
  cudaLaunchConfig_t config{};
  config.attrs = attributes;
  config.numAttrs = 2;
  EXPECT_FALSE(emu::attributes_in(config).starts_early);
  EXPECT_FALSE(emu::attributes_in(config).records_event);
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  EXPECT_TRUE(emu::attributes_in(config).starts_early);
  attributes[1].val.programmaticEvent.event = reinterpret_cast<cudaEvent_t>(attributes);
  EXPECT_TRUE(emu::attributes_in(config).records_event);
}

}  // namespace

// Sizes, alignments and values that CUDA 13 on x86-64 has; checked against its headers.
#include <gtest/gtest.h>

#include <type_traits>

#include "cuda_runtime.h"

namespace {

template <class T>
constexpr std::size_t size_and_alignment() {
  return sizeof(T) * 100 + alignof(T);
}

TEST(VectorTypes, HaveCudasLayout) {
  EXPECT_EQ(size_and_alignment<char3>(), 301u);
  EXPECT_EQ(size_and_alignment<uchar4>(), 404u);
  EXPECT_EQ(size_and_alignment<short3>(), 602u);
  EXPECT_EQ(size_and_alignment<ushort4>(), 808u);
  EXPECT_EQ(size_and_alignment<int2>(), 808u);
  EXPECT_EQ(size_and_alignment<float3>(), 1204u);
  EXPECT_EQ(size_and_alignment<float4>(), 1616u);
  EXPECT_EQ(size_and_alignment<double2>(), 1616u);
  EXPECT_EQ(size_and_alignment<double3>(), 2408u);
  EXPECT_EQ(size_and_alignment<double4>(), 3216u);
  EXPECT_EQ(size_and_alignment<double4_32a>(), 3232u);
  EXPECT_EQ(size_and_alignment<ulonglong2>(), 1616u);
  EXPECT_EQ(size_and_alignment<dim3>(), 1204u);
}

TEST(VectorTypes, MakeFunctionsFillEveryMember) {
  constexpr float4 f = make_float4(1, 2, 3, 4);
  static_assert(f.x == 1 && f.y == 2 && f.z == 3 && f.w == 4);
  constexpr ulonglong3 u = make_ulonglong3(1, 2, 3);
  static_assert(u.x == 1 && u.y == 2 && u.z == 3);
  EXPECT_EQ(make_char2('a', 'b').y, 'b');
}

TEST(VectorTypes, MissingExtentsOfDim3AreOne) {
  constexpr dim3 line(7);
  static_assert(line.x == 7 && line.y == 1 && line.z == 1);
  const uint3 from = dim3(2, 3, 4);
  EXPECT_EQ(from.z, 4u);
  EXPECT_EQ(dim3(uint3{5, 6, 7}).y, 6u);
}

TEST(DriverTypes, HaveCudasLayout) {
  EXPECT_EQ(sizeof(cudaDeviceProp), 1008u);
  EXPECT_EQ(sizeof(cudaFuncAttributes), 144u);
  EXPECT_EQ(sizeof(cudaLaunchAttribute), 72u);
  EXPECT_EQ(sizeof(cudaLaunchConfig_t), 56u);
  EXPECT_EQ(sizeof(cudaMemcpy3DParms), 160u);
}

TEST(DriverTypes, HaveCudasValues) {
  EXPECT_EQ(cudaLimitDevRuntimePendingLaunchCount, 4);
  EXPECT_EQ(cudaDevAttrMultiProcessorCount, 16);
  EXPECT_EQ(cudaDevAttrOnlyPartialHostNativeAtomicSupported, 147);
  EXPECT_EQ(cudaFuncAttributeMaxDynamicSharedMemorySize, 8);
  EXPECT_EQ(cudaMemcpyDefault, 4);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(cudaStreamTailLaunch), 3u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(cudaStreamFireAndForget), 4u);
}

TEST(ChannelDescriptors, DescribeTheTexelType) {
  const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  EXPECT_EQ(f.x, 32);
  EXPECT_EQ(f.y, 0);
  EXPECT_EQ(f.f, cudaChannelFormatKindFloat);
  const cudaChannelFormatDesc u = cudaCreateChannelDesc<uchar4>();
  EXPECT_EQ(u.x + u.y + u.z + u.w, 32);
  EXPECT_EQ(u.f, cudaChannelFormatKindUnsigned);
  const cudaChannelFormatDesc by_numbers =
      cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindSigned);
  EXPECT_EQ(by_numbers.y, 16);
}

}  // namespace

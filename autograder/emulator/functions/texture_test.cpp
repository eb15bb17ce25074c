// Reading textures: which texels, with which weights. Expected values follow the programming
// guide's "Texture Fetching" and agree with what an H200 returned for the same textures.
#include <gtest/gtest.h>

#include <vector>

#include "emulator/surface_functions.h"
#include "emulator/texture_functions.h"
#include "functions/fake_seam.h"

namespace {

cudaArray array_of(std::vector<float>& texels, std::size_t width, std::size_t height = 0,
                   std::size_t depth = 0) {
  cudaArray array;
  array.data = texels.data();
  array.row_pitch = width * sizeof(float);
  array.extent = {width, height, depth};
  array.format = cudaCreateChannelDesc<float>();
  return array;
}

cudaResourceDesc resource_of(cudaArray& array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = &array;
  return resource;
}

cudaTextureDesc description_of(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                               bool normalised = false) {
  cudaTextureDesc description{};
  for (auto& each : description.addressMode) each = mode;
  description.filterMode = filter;
  description.normalizedCoords = normalised;
  return description;
}

class TextureTest : public testing::Test {
 protected:
  void SetUp() override { fake::reset(); }

  cudaTextureObject_t make(const cudaResourceDesc& resource, const cudaTextureDesc& description) {
    EXPECT_EQ(emu::make_texture(resource, description, &texture_), cudaSuccess);
    return emu::object_of(&texture_);
  }

  emu::Texture texture_;
  std::vector<float> row_ = {10, 20, 40, 80};
  std::vector<float> grid_ = {0, 1, 2, 10, 11, 12};  // two rows of three
};

TEST_F(TextureTest, PointFilterTakesTheTexelBelow) {
  cudaArray array = array_of(row_, 4);
  const auto t =
      make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModePoint));
  EXPECT_EQ(tex1D<float>(t, 0.0f), 10);
  EXPECT_EQ(tex1D<float>(t, 1.99f), 20);
  EXPECT_EQ(tex1D<float>(t, 2.0f), 40);
  EXPECT_EQ(tex1D<float>(t, -3.0f), 10);
  EXPECT_EQ(tex1D<float>(t, 100.0f), 80);
}

TEST_F(TextureTest, LinearFilterMeetsTexelsAtTheirCenters) {
  cudaArray array = array_of(row_, 4);
  const auto t =
      make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModeLinear));
  EXPECT_EQ(tex1D<float>(t, 0.5f), 10);
  EXPECT_EQ(tex1D<float>(t, 1.0f), 15);
  EXPECT_EQ(tex1D<float>(t, 2.25f), 35);
  EXPECT_EQ(tex1D<float>(t, 0.0f), 10);
  EXPECT_EQ(tex1D<float>(t, 9.0f), 80);
}

TEST_F(TextureTest, WeightsHaveEightBits) {
  cudaArray array = array_of(row_, 4);
  const auto t =
      make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModeLinear));
  EXPECT_EQ(tex1D<float>(t, 0.5f + 1.0f / 1024), 10);
  EXPECT_EQ(tex1D<float>(t, 0.5f + 3.0f / 1024), 10 + 10 / 256.0f);
}

TEST_F(TextureTest, BorderIsItsColor) {
  cudaArray array = array_of(row_, 4);
  cudaTextureDesc description = description_of(cudaAddressModeBorder, cudaFilterModePoint);
  description.borderColor[0] = -1;
  const auto t = make(resource_of(array), description);
  EXPECT_EQ(tex1D<float>(t, -0.01f), -1);
  EXPECT_EQ(tex1D<float>(t, 3.99f), 80);
  EXPECT_EQ(tex1D<float>(t, 4.0f), -1);
}

TEST_F(TextureTest, ALinearRowWithABorderIsHalfBorder) {
  cudaArray array = array_of(row_, 4);
  const auto t =
      make(resource_of(array), description_of(cudaAddressModeBorder, cudaFilterModeLinear));
  EXPECT_EQ(tex1D<float>(t, 1.5f), 10);
}

TEST_F(TextureTest, WrapAndMirrorNeedNormalisedCoordinates) {
  cudaArray array = array_of(row_, 4);
  auto t = make(resource_of(array), description_of(cudaAddressModeWrap, cudaFilterModePoint, true));
  EXPECT_EQ(tex1D<float>(t, 1.25f), 20);
  EXPECT_EQ(tex1D<float>(t, -0.25f), 80);
  t = make(resource_of(array), description_of(cudaAddressModeMirror, cudaFilterModePoint, true));
  EXPECT_EQ(tex1D<float>(t, 1.0f), 80);
  EXPECT_EQ(tex1D<float>(t, -0.3f), 20);
  t = make(resource_of(array), description_of(cudaAddressModeWrap, cudaFilterModePoint, false));
  EXPECT_EQ(tex1D<float>(t, 4.5f), 80) << "clamped";
}

TEST_F(TextureTest, WrappedLinearFilterMixesTheEnds) {
  cudaArray array = array_of(row_, 4);
  const auto t =
      make(resource_of(array), description_of(cudaAddressModeWrap, cudaFilterModeLinear, true));
  EXPECT_EQ(tex1D<float>(t, 0.0f), 45);
}

TEST_F(TextureTest, TwoDimensionsAreRows) {
  cudaArray array = array_of(grid_, 3, 2);
  auto t = make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModePoint));
  EXPECT_EQ(tex2D<float>(t, 2.5f, 1.5f), 12);
  float texel = 0;
  tex2D(&texel, t, 1.0f, 0.0f);
  EXPECT_EQ(texel, 1);
  t = make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModeLinear));
  EXPECT_EQ(tex2D<float>(t, 1.0f, 1.0f), 5.5f);
}

TEST_F(TextureTest, GatherReadsTheFourTexelsAround) {
  cudaArray array = array_of(grid_, 3, 2);
  cudaTextureDesc description{};
  ASSERT_EQ(emu::make_texture(resource_of(array), description, &texture_), cudaSuccess);
  const auto four = tex2Dgather<float4>(emu::object_of(&texture_), 1.0f, 1.0f);
  EXPECT_EQ(four.x, grid_[3]);
  EXPECT_EQ(four.y, grid_[4]);
  EXPECT_EQ(four.z, grid_[1]);
  EXPECT_EQ(four.w, grid_[0]);
}

TEST_F(TextureTest, ThreeDimensionsAndLayers) {
  std::vector<float> texels(24);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i);
  cudaArray array = array_of(texels, 4, 3, 2);
  auto t = make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModePoint));
  EXPECT_EQ(tex3D<float>(t, 1.0f, 2.0f, 1.0f), 12 + 8 + 1);
  array.flags = cudaArrayLayered;
  t = make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModePoint));
  EXPECT_EQ(tex2DLayered<float>(t, 3.0f, 0.0f, 1), 15);
  EXPECT_EQ(tex2DLayered<float>(t, 3.0f, 0.0f, 9), 15) << "the layer is clamped";
}

TEST_F(TextureTest, IntegersComeAsTheyAreOrNormalised) {
  unsigned char bytes[] = {0, 255, 128, 51};
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = bytes;
  resource.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.linear.sizeInBytes = sizeof bytes;
  cudaTextureDesc description{};
  auto t = make(resource, description);
  const uchar4 plain = tex1Dfetch<uchar4>(t, 0);
  EXPECT_EQ(plain.y, 255);
  EXPECT_EQ(plain.w, 51);
  EXPECT_EQ(tex1Dfetch<uchar4>(t, 1).y, 0) << "out of range";
  description.readMode = cudaReadModeNormalizedFloat;
  t = make(resource, description);
  EXPECT_EQ(tex1Dfetch<float4>(t, 0).y, 1.0f);
  EXPECT_FLOAT_EQ(tex1Dfetch<float4>(t, 0).w, 0.2f);
}

TEST_F(TextureTest, ReadsAreReported) {
  cudaArray array = array_of(row_, 4);
  auto t = make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModeLinear));
  tex1D<float>(t, 1.0f);
  ASSERT_EQ(fake::seam().accesses.size(), 2u);
  EXPECT_EQ(fake::seam().accesses[1].address, &row_[1]);
  EXPECT_FALSE(fake::seam().accesses[1].writes);
  fake::reset();
  tex1D<float>(t, 99.0f);
  EXPECT_EQ(fake::seam().accesses[0].address, &row_[3]);
}

TEST_F(TextureTest, RefusesWhatCudaRefuses) {
  cudaArray array = array_of(row_, 4);
  array.format = cudaCreateChannelDesc<int>();
  cudaTextureDesc linear = description_of(cudaAddressModeClamp, cudaFilterModeLinear);
  EXPECT_EQ(emu::make_texture(resource_of(array), linear, &texture_),
            cudaErrorInvalidFilterSetting);
  linear.readMode = cudaReadModeNormalizedFloat;
  EXPECT_EQ(emu::make_texture(resource_of(array), linear, &texture_), cudaErrorInvalidNormSetting);
  array.format = {32, 32, 32, 0, cudaChannelFormatKindFloat};
  EXPECT_EQ(emu::make_texture(resource_of(array), cudaTextureDesc{}, &texture_),
            cudaErrorInvalidChannelDescriptor);
}

// ---- Levels -------------------------------------------------------------------------------------

class MipmapTest : public TextureTest {
 protected:
  /// Rows of 4, 2 and 1 texels: 0 to 3, 100 and 101, 200.
  cudaTextureObject_t mipmap(cudaTextureFilterMode between, float least = 0, float most = 99) {
    for (unsigned i = 0; i < 3; ++i) {
      levels_[i] = array_of(texels_[i], texels_[i].size());
      mipmap_.levels[i] = &levels_[i];
    }
    mipmap_.count = 3;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = &mipmap_;
    cudaTextureDesc description = description_of(cudaAddressModeClamp, cudaFilterModePoint, true);
    description.mipmapFilterMode = between;
    description.minMipmapLevelClamp = least;
    description.maxMipmapLevelClamp = most;
    return make(resource, description);
  }

  std::vector<float> texels_[3] = {{0, 1, 2, 3}, {100, 101}, {200}};
  cudaArray levels_[3];
  cudaMipmappedArray mipmap_;
};

TEST_F(MipmapTest, PointFilterTakesTheNearestLevel) {
  const auto t = mipmap(cudaFilterModePoint);
  EXPECT_EQ(tex1DLod<float>(t, 0.6f, -1.0f), 2);
  EXPECT_EQ(tex1DLod<float>(t, 0.6f, 0.499f), 2);
  EXPECT_EQ(tex1DLod<float>(t, 0.6f, 0.5f), 101);
  EXPECT_EQ(tex1DLod<float>(t, 0.6f, 9.0f), 200);
  EXPECT_EQ(tex1D<float>(t, 0.6f), 2);
}

TEST_F(MipmapTest, LinearFilterWeighsTwoLevels) {
  const auto t = mipmap(cudaFilterModeLinear);
  EXPECT_EQ(tex1DLod<float>(t, 0.6f, 0.25f), 0.75f * 2 + 0.25f * 101);
  EXPECT_EQ(tex1DLod<float>(t, 0.6f, 0.499f), 2 + 99 * 127 / 256.0f) << "rounded down";
  EXPECT_EQ(tex1DLod<float>(t, 0.6f, 2.0f), 200);
}

TEST_F(MipmapTest, ClampsHoldWithoutALevelToo) {
  EXPECT_EQ(tex1D<float>(mipmap(cudaFilterModePoint, 1), 0.6f), 101);
  EXPECT_EQ(tex1DLod<float>(mipmap(cudaFilterModePoint, 0, 1), 0.6f, 2.0f), 101);
}

TEST_F(MipmapTest, GradientsCountTexels) {
  const auto t = mipmap(cudaFilterModePoint);
  EXPECT_EQ(tex1DGrad<float>(t, 0.6f, 0.25f, 0.0f), 2);
  EXPECT_EQ(tex1DGrad<float>(t, 0.6f, 0.0f, -0.5f), 101);
  EXPECT_EQ(tex1DGrad<float>(t, 0.6f, 1.0f, 0.25f), 200);
}

// ---- Cubes --------------------------------------------------------------------------------------

TEST_F(TextureTest, DirectionsLeadToFaces) {
  std::vector<float> faces;
  for (int i = 0; i < 6 * 4; ++i) faces.push_back(static_cast<float>(i / 4 * 100 + i % 4));
  cudaArray array = array_of(faces, 2, 2, 6);
  array.flags = cudaArrayCubemap;
  const auto t =
      make(resource_of(array), description_of(cudaAddressModeClamp, cudaFilterModePoint, true));
  EXPECT_EQ(texCubemap<float>(t, 2, 1, 1), 0);
  EXPECT_EQ(texCubemap<float>(t, -2, 1, 1), 101);
  EXPECT_EQ(texCubemap<float>(t, 1, 2, 1), 203);
  EXPECT_EQ(texCubemap<float>(t, 1, -2, 1), 301);
  EXPECT_EQ(texCubemap<float>(t, 1, 1, 2), 401);
  EXPECT_EQ(texCubemap<float>(t, 1, 1, -2), 500);
  EXPECT_EQ(texCubemap<float>(t, 1, 1, 1), 401) << "of equal ones z counts first";
  EXPECT_EQ(texCubemap<float>(t, 1, 1, 0), 203) << "then y";
}

class SurfaceTest : public TextureTest {};

TEST_F(SurfaceTest, ReadsAndWritesByBytes) {
  cudaArray array = array_of(grid_, 3, 2);
  array.flags = cudaArraySurfaceLoadStore;
  emu::Surface surface;
  ASSERT_EQ(emu::make_surface(resource_of(array), &surface), cudaSuccess);
  const cudaSurfaceObject_t s = emu::object_of(&surface);
  surf2Dwrite(77.0f, s, 2 * 4, 1);
  EXPECT_EQ(grid_[5], 77);
  EXPECT_EQ(surf2Dread<float>(s, 4, 0), 1);
}

TEST_F(SurfaceTest, TheBoundaryModeDecidesWhatLiesOutside) {
  cudaArray array = array_of(grid_, 3, 2);
  array.flags = cudaArraySurfaceLoadStore;
  emu::Surface surface;
  ASSERT_EQ(emu::make_surface(resource_of(array), &surface), cudaSuccess);
  const cudaSurfaceObject_t s = emu::object_of(&surface);
  EXPECT_EQ(surf2Dread<float>(s, 12, 1, cudaBoundaryModeZero), 0);
  EXPECT_EQ(surf2Dread<float>(s, 12, 1, cudaBoundaryModeClamp), 12);
  surf2Dwrite(5.0f, s, -4, 0, cudaBoundaryModeZero);
  EXPECT_EQ(grid_[0], 0);
  EXPECT_THROW(surf2Dread<float>(s, 0, 2), std::string);
}

TEST_F(SurfaceTest, NeedsAnArrayMadeForIt) {
  cudaArray array = array_of(grid_, 3, 2);
  emu::Surface surface;
  EXPECT_EQ(emu::make_surface(resource_of(array), &surface), cudaErrorInvalidValue);
}

}  // namespace

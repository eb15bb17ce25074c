// What compilers say of names that they do not know, and which of these are CUDA's.
#include "toolchain/messages/missing_cuda.h"

#include <gtest/gtest.h>

namespace emu::toolchain {
namespace {

TEST(MissingCuda, IsNamedInTheWordsOfBothCompilers) {
  const std::string told =
      "'cudaGetKernel' is CUDA's, but the emulator does not have it: kernels are compiled with the "
      "program: no library of compiled kernels can be loaded";
  for (const char* words :
       {"'cudaGetKernel' was not declared in this scope",
        "'cudaGetKernel' was not declared in this scope; did you mean 'cudaGetKernels'?",
        "\xe2\x80\x98"
        "cudaGetKernel\xe2\x80\x99 was not declared in this scope",
        "there are no arguments to 'cudaGetKernel' that depend on a template parameter, "
        "so a declaration of 'cudaGetKernel' must be available",
        "use of undeclared identifier 'cudaGetKernel'",
        "use of undeclared identifier 'cudaGetKernel'; did you mean 'cudaGetKernels'?"})
    EXPECT_EQ(missing_cuda(words), told) << words;
}

TEST(MissingCuda, KnowsTypesAndNamespaces) {
  const std::string no_graphics =
      "'cudaGraphicsMapFlags' is CUDA's, but the emulator does not have it: there is no graphics API "
      "whose buffers and images could be mapped";
  EXPECT_EQ(missing_cuda("'cudaGraphicsMapFlags' does not name a type"), no_graphics);
  EXPECT_EQ(missing_cuda("unknown type name 'cudaGraphicsMapFlags'"), no_graphics);
  const std::string told =
      "'cooperative_groups::exclusive_scan_update' is CUDA's, but the emulator does not have it: they "
      "need atomics of libcu++ (cuda::atomic), which the emulator does not have; use "
      "cooperative_groups::reduce or inclusive_scan, and atomicAdd";
  EXPECT_EQ(missing_cuda("'exclusive_scan_update' is not a member of 'cooperative_groups'"), told);
  EXPECT_EQ(missing_cuda("'exclusive_scan_update' is not a member of 'cg'; did you mean 'x'?"),
            told);
  EXPECT_EQ(missing_cuda("'exclusive_scan_update' is not a member of 'mine'"), "");
  EXPECT_EQ(
      missing_cuda("no member named 'exclusive_scan_update' in namespace 'cooperative_groups'"),
      told);
}

TEST(MissingCuda, NamesOfLibrariesAreSaidToBeTheirs) {
  EXPECT_EQ(missing_cuda("'shuffle' is not a member of 'thrust'"),
            "'thrust::shuffle' is not part of what the emulator has of Thrust");
  EXPECT_EQ(missing_cuda("no member named 'DeviceSpmv' in namespace 'cub'"),
            "'cub::DeviceSpmv' is not part of what the emulator has of CUB");
  EXPECT_EQ(missing_cuda("'vector' is not a member of 'cuda::std'; did you mean 'std::vector'?"),
            "'cuda::std::vector' is not part of what the emulator has of libcu++");
}

TEST(MissingCuda, KnowsNamesOfOlderVersions) {
  EXPECT_EQ(
      missing_cuda("'cudaBindTexture2D' was not declared in this scope"),
      "'cudaBindTexture2D' is CUDA's, but the emulator does not have it: CUDA 12 no longer has "
      "references to textures and surfaces; make an object by cudaCreateTextureObject or "
      "cudaCreateSurfaceObject");
}

TEST(MissingCuda, KnowsMembersThatAreGone) {
  const std::string told =
      "'cudaDeviceProp::clockRate' is CUDA's, but the emulator does not have it: CUDA 13 no longer "
      "has this member; call cudaDeviceGetAttribute with cudaDevAttrClockRate, "
      "cudaDevAttrMemoryClockRate, cudaDevAttrComputeMode, cudaDevAttrGpuOverlap or its like";
  EXPECT_EQ(missing_cuda("'struct cudaDeviceProp' has no member named 'clockRate'"), told);
  EXPECT_EQ(missing_cuda("'cudaDeviceProp' has no member named 'clockRate'"), told);
  EXPECT_EQ(missing_cuda("no member named 'clockRate' in 'cudaDeviceProp'"), told);
  EXPECT_EQ(missing_cuda("'struct Mine' has no member named 'clockRate'"), "");
  EXPECT_EQ(missing_cuda("no member named 'clockRat' in 'cudaDeviceProp'"), "");
}

TEST(MissingCuda, KnowsWhoseOldNamesAre) {
  EXPECT_EQ(missing_cuda("'cutilSafeCall' was not declared in this scope"),
            "'cutilSafeCall' is not CUDA's: it belongs to the SDK before CUDA 5; look at the "
            "cudaError_t that a call returns, and measure time with cudaEventElapsedTime");
  for (const char* name :
       {"__shfl", "__shfl_down", "__ballot", "__nv_expf", "cudaLaunch", "cudaConfigureCall",
        "cudaEventElapsedTime_v2", "cudaLaunchParams", "CUcontext", "CUresult", "CUDA_SUCCESS",
        "curandStateSobol32_t", "curandDirectionVectors32_t", "curandStateMtgp32",
        "curandDiscreteDistribution_t", "curandGenerateBinomial", "cudaGLRegisterBufferObject"})
    EXPECT_EQ(
        missing_cuda("'" + std::string(name) + "' was not declared in this scope")
            .find("'" + std::string(name) + "' is CUDA's, but the emulator does not have it: "),
        0u)
        << name;
  EXPECT_EQ(missing_cuda("'experimental' is not a member of 'nvcuda::wmma'"),
            "'nvcuda::wmma::experimental' is CUDA's, but the emulator does not have it: 4-bit and "
            "1-bit integers are not emulated; fragments of half, bfloat16, tf32, double and bytes "
            "are");
}

TEST(MissingCuda, OtherNamesAndOtherWordsStay) {
  EXPECT_EQ(missing_cuda("'total' was not declared in this scope"), "");
  EXPECT_EQ(missing_cuda("'exclusive_scan_update' was not declared in this scope"), "");
  EXPECT_EQ(missing_cuda("too few arguments to function 'cudaMalloc'"), "");
  EXPECT_EQ(missing_cuda(""), "");
}

}  // namespace
}  // namespace emu::toolchain

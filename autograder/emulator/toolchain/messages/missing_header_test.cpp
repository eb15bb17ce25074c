// What preprocessors say of headers that are not there, and what users read.
#include "toolchain/messages/missing_header.h"

#include <gmock/gmock.h>

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;

TEST(MissingHeader, IsExplainedInThePlaceOfTheCompilersWords) {
  const std::string why =
      "the emulator does not have <cublas_v2.h>: cuBLAS is not emulated; write the product as a "
      "kernel, or leave this part out with #ifndef __EMULATOR__\n";
  EXPECT_EQ(about_missing_headers("In file included from a.cu:1:\n"
                                  "b.h:1:10: fatal error: cublas_v2.h: No such file or directory\n"
                                  "    1 | #include <cublas_v2.h>\n"
                                  "      |          ^~~~~~~~~~~~~\n"
                                  "compilation terminated.\n"),
            "In file included from a.cu:1:\nb.h:1:10: fatal error: " + why +
                "    1 | #include <cublas_v2.h>\n"
                "      |          ^~~~~~~~~~~~~\n");
  EXPECT_EQ(about_missing_headers("a.cu:1:10: fatal error: 'cublas_v2.h' file not found\n"
                                  "#include <cublas_v2.h>\n"
                                  "         ^~~~~~~~~~~~~\n"
                                  "1 error generated.\n"),
            "a.cu:1:10: fatal error: " + why +
                "#include <cublas_v2.h>\n"
                "         ^~~~~~~~~~~~~\n"
                "1 error generated.\n");
}

TEST(MissingHeader, IsExplainedInColors) {
  EXPECT_THAT(about_missing_headers("\33[01m\33[Ka.cu:1:10:\33[m\33[K \33[01;31m\33[Kfatal error: "
                                    "\33[m\33[Kcufft.h: No such file or directory\n"),
              HasSubstr("\33[01;31m\33[Kfatal error: \33[m\33[Kthe emulator does not have "
                        "<cufft.h>: cuFFT is not emulated"));
}

TEST(MissingHeader, HasAReasonInEveryLibraryOfCuda) {
  for (const std::string header : {"cublasLt.h",
                                   "cufftXt.h",
                                   "cusparse_v2.h",
                                   "cusolverDn.h",
                                   "npp.h",
                                   "nppi.h",
                                   "cudnn.h",
                                   "nccl.h",
                                   "nvrtc.h",
                                   "optix.h",
                                   "cutlass/gemm/device/gemm.h",
                                   "cute/tensor.hpp",
                                   "cuda_gl_interop.h",
                                   "cuda_fp8.h",
                                   "cuda_fp8.hpp",
                                   "cuda_awbarrier_primitives.h",
                                   "cudaTypedefs.h",
                                   "cupti.h",
                                   "nvml.h",
                                   "nvjpeg.h",
                                   "crt/host_runtime.h",
                                   "nvfunctional",
                                   "texture_fetch_functions.h",
                                   "curand_mtgp32_host.h",
                                   "nvtx3/nvToolsExtCuda.h",
                                   "thrust/shuffle.h",
                                   "cub/grid/grid_barrier.cuh",
                                   "cuda/std/mdspan",
                                   "nv/target",
                                   "cooperative_groups/details/helpers.h",
                                   "helper_cuda.h",
                                   "cutil_inline.h",
                                   "hip/hip_runtime.h",
                                   "cuda_whatever.h"})
    EXPECT_THAT(about_missing_headers("a.cu:1:10: fatal error: " + header +
                                      ": No such file or directory\n"),
                HasSubstr("a.cu:1:10: fatal error: the emulator does not have <" + header + ">: "));
}

TEST(MissingHeader, OfOthersTheCompilerTells) {
  const std::string own =
      "a.cu:1:10: fatal error: mine.h: No such file or directory\n"
      "compilation terminated.\n";
  EXPECT_EQ(about_missing_headers(own), own);
  EXPECT_EQ(about_missing_headers("a.cu:1:2: error: #error cublas_v2.h\n"),
            "a.cu:1:2: error: #error cublas_v2.h\n");
  EXPECT_EQ(about_missing_headers(""), "");
}

}  // namespace
}  // namespace emu::toolchain

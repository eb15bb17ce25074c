// What compilers say of names that they do not know, and which of these are CUDA's.
#include "toolchain/messages/missing_cuda.h"

#include <gtest/gtest.h>

namespace emu::toolchain {
namespace {

TEST(MissingCuda, IsNamedInTheWordsOfBothCompilers) {
  const std::string told =
      "'cudaMallocMipmappedArray' is CUDA's, but the emulator does not have it";
  for (
      const char* words :
      {"'cudaMallocMipmappedArray' was not declared in this scope",
       "'cudaMallocMipmappedArray' was not declared in this scope; did you mean 'cudaMallocArray'?",
       "\xe2\x80\x98"
       "cudaMallocMipmappedArray\xe2\x80\x99 was not declared in this scope",
       "there are no arguments to 'cudaMallocMipmappedArray' that depend on a template parameter, "
       "so a declaration of 'cudaMallocMipmappedArray' must be available",
       "use of undeclared identifier 'cudaMallocMipmappedArray'",
       "use of undeclared identifier 'cudaMallocMipmappedArray'; did you mean 'cudaMallocArray'?"})
    EXPECT_EQ(missing_cuda(words), told) << words;
}

TEST(MissingCuda, KnowsTypesAndNamespaces) {
  EXPECT_EQ(missing_cuda("'cudaMipmappedArray_t' does not name a type"),
            "'cudaMipmappedArray_t' is CUDA's, but the emulator does not have it");
  EXPECT_EQ(missing_cuda("unknown type name 'cudaMipmappedArray_t'"),
            "'cudaMipmappedArray_t' is CUDA's, but the emulator does not have it");
  const std::string told =
      "'cooperative_groups::exclusive_scan_update' is CUDA's, but the emulator does not have it";
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

TEST(MissingCuda, OtherNamesAndOtherWordsStay) {
  EXPECT_EQ(missing_cuda("'total' was not declared in this scope"), "");
  EXPECT_EQ(missing_cuda("'exclusive_scan_update' was not declared in this scope"), "");
  EXPECT_EQ(missing_cuda("too few arguments to function 'cudaMalloc'"), "");
  EXPECT_EQ(missing_cuda(""), "");
}

}  // namespace
}  // namespace emu::toolchain

#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

const std::string kKernels =
    "__global__ void k(int);\nnamespace n { template <class T> __global__ void t(T); }\nvoid "
    "f();\n";
const std::string kTranslated =
    "void k(int);\nnamespace n { template <class T> void t(T); }\nvoid f();\n";

void expect_becomes(const std::string& text, const std::string& wanted) {
  EXPECT_EQ(translated(kKernels + text), tokens_of(kTranslated + wanted));
}

TEST(KernelPointers, KeepTheirParameters) {
  expect_becomes("void* p = (void*)k;", "void* p = ::emu::kernel_pointer(k);");
  expect_becomes("const void* p = (const void*)&k;", "const void* p = ::emu::kernel_pointer(&k);");
  expect_becomes("void* p = (void *)n::t<float>;", "void* p = ::emu::kernel_pointer(n::t<float>);");
  expect_becomes("void* p[] = {(void*)k, (void*)::k};",
                 "void* p[] = {::emu::kernel_pointer(k), ::emu::kernel_pointer(::k)};");
}

TEST(KernelPointers, OfNamedCasts) {
  expect_becomes("auto p = (void**)&k;", "auto p = (void**)&k;");
  expect_becomes("static_cast<void>(k);", "static_cast<void>(k);");
  expect_becomes("void* p = reinterpret_cast<void*>(k);", "void* p = ::emu::kernel_pointer(k);");
  expect_becomes("void* p = reinterpret_cast<const void*>(&n::t<int>);",
                 "void* p = ::emu::kernel_pointer(&n::t<int>);");
}

TEST(KernelPointers, OtherCastsStay) {
  for (const std::string text : {"void* p = (void*)f;", "void* p = (void*)q;", "int p = (int)k;",
                                 "void* p = reinterpret_cast<void*>(q);"}) {
    expect_becomes(text, text);
  }
}

TEST(KernelPointers, LaunchCallsTakeTheKernelItself) {
  expect_becomes("void g() { cudaLaunchKernel((void*)k, 1, 1, a, 0, 0); }",
                 "void g() { cudaLaunchKernel(k, 1, 1, a, 0, 0); }");
}

}  // namespace
}  // namespace emu::translator

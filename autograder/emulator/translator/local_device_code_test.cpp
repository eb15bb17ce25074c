#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

std::string local(const std::string& text) {
  TranslateOptions options;
  options.local_device_code = true;
  return translated(text, options);
}

const std::string kStatic = "static __attribute__((unused)) ";

TEST(LocalDeviceCode, FunctionsAreOfTheirFile) {
  EXPECT_EQ(local("__device__ int f(int); __device__ int f(int n) { return n; }"),
            tokens_of(kStatic + "int f(int); " + kStatic + "int f(int n) { return n; }"));
  EXPECT_EQ(local("template <class T> __device__ inline T f(T n) { return n; }"
                  "template <> __device__ int f<int>(int n) { return n; }"),
            tokens_of("template <class T> " + kStatic +
                      "inline T f(T n) { return n; }"
                      "template <> int f<int>(int n) { return n; }"));
}

TEST(LocalDeviceCode, VariablesAreOfTheirFile) {
  EXPECT_EQ(local("__device__ int n = 3, a[2];"),
            tokens_of("static int n __attribute__((section(\"emu_device\"), unused)) = 3, "
                      "a[2] __attribute__((section(\"emu_device\"), unused));"));
}

// What may be another file's, or is declared in a way to which `static` cannot be added.
TEST(LocalDeviceCode, OthersStay) {
  for (const std::string text :
       {"__device__ int f(int);", "__host__ __device__ int f() { return 1; }",
        "static __device__ int f() { return 1; }", "extern \"C\" __device__ int f() { return 1; }",
        "extern \"C\" { __device__ int f() { return 1; } }",
        "struct S { friend __device__ int f(S); }; __device__ int f(S) { return 1; }",
        "struct S { __device__ int f(); }; __device__ int S::f() { return 1; }",
        "extern __device__ int f(); __device__ int f() { return 1; }",
        "extern __device__ int n; __device__ int n = 3;", "static __device__ int n;",
        "template <class T> __device__ T n;", "inline __device__ int n;"})
    EXPECT_EQ(local(text), translated(text)) << text;
}

}  // namespace
}  // namespace emu::translator

// What device code may not call.
#include <gmock/gmock.h>

#include "translator/arch_branches.h"
#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(HostCalls, OfTheApiAreRefusedInNvccsWords) {
  EXPECT_THAT(
      refusals("__global__ void parent() {\n\n  cudaDeviceSynchronize();\n}\n"),
      ElementsAre("exercise.cu(3): error: calling a __host__ function(\"cudaDeviceSynchronize\") "
                  "from a __global__ function(\"parent\") is not allowed: since CUDA 12, a kernel "
                  "cannot wait for its children; launch what comes after them into "
                  "cudaStreamTailLaunch, or compile with --cdp1 as for a textbook",
                  "exercise.cu(3): error: identifier \"cudaDeviceSynchronize\" is undefined in "
                  "device code"));
  EXPECT_THAT(
      refusals("__device__ int f() { return ::cudaStreamCreate(&s); }"),
      ElementsAre("exercise.cu(1): error: calling a __host__ function(\"cudaStreamCreate\") "
                  "from a __device__ function(\"f\") is not allowed",
                  "exercise.cu(1): error: identifier \"cudaStreamCreate\" is undefined in "
                  "device code"));
}

TEST(HostCalls, LaunchesWithAttributesAreTheHosts) {
  EXPECT_THAT(
      refusals("__global__ void parent() { cudaLaunchKernelEx(&config, child, 1); }"),
      ElementsAre("exercise.cu(1): error: calling a __host__ function(\"cudaLaunchKernelEx\") "
                  "from a __global__ function(\"parent\") is not allowed",
                  "exercise.cu(1): error: identifier \"cudaLaunchKernelEx\" is undefined in "
                  "device code"));
}

TEST(HostCalls, OfExercisesAreExplainedByTheCourse) {
  TranslateOptions options;
  options.untrusted = true;
  EXPECT_THAT(refusals("__global__ void parent() { cudaDeviceSynchronize(); }", options),
              ElementsAre(EndsWith("is not allowed"), EndsWith("is undefined in device code")));
}

TEST(HostCalls, InHostDeviceFunctionsAreErrorsToo) {
  EXPECT_THAT(
      refusals("__host__ __device__ void f() { cudaMemcpy(a, b, 1, k); }"),
      ElementsAre("exercise.cu(1): error: calling a __host__ function(\"cudaMemcpy\") from a "
                  "__host__ __device__ function(\"f\") is not allowed"));
}

TEST(HostCalls, InHostOnlyBranchesAreFine) {
  TranslateOptions options;
  options.read_source = [](const std::string& file) -> std::string {
    EXPECT_EQ(file, "exercise.cu");
    return "__host__ __device__ void f() {\n#ifndef __CUDA_ARCH__\ncudaDeviceSynchronize();\n"
           "#endif\ncudaDeviceSynchronize(); }\n";
  };
  EXPECT_THAT(
      refusals("__host__ __device__ void f() {\n\ncudaDeviceSynchronize();\n\n"
               "cudaDeviceSynchronize(); }\n",
               options),
      ElementsAre("exercise.cu(5): error: calling a __host__ function("
                  "\"cudaDeviceSynchronize\") from a __host__ __device__ function(\"f\") is "
                  "not allowed: since CUDA 12, a kernel cannot wait for its children; launch what "
                  "comes after them into cudaStreamTailLaunch, or compile with --cdp1 as for a "
                  "textbook"));
}

TEST(References, ToTexturesAndSurfacesAreRefusedWithWhatToDo) {
  for (const char* line :
       {"texture<float, 2> image;", "static texture<float4, cudaTextureType2D> image;",
        "texture<float> a, b;", "typedef texture<uchar4, 2, cudaReadModeNormalizedFloat> Image;",
        "template <class T> void bind(texture<T>& image);", "::texture<float> image;"})
    EXPECT_THAT(refusals(line),
                ElementsAre(StartsWith("exercise.cu(1): error: CUDA 12 no longer has references to "
                                       "textures: create a cudaTextureObject_t with")))
        << line;
  EXPECT_THAT(refusals("\nsurface<void, cudaSurfaceType2D> image;"),
              ElementsAre(StartsWith("exercise.cu(2): error: CUDA 12 no longer has references to "
                                     "surfaces: create a cudaSurfaceObject_t with")));
  EXPECT_THAT(
      refusals("void f() {\ncudaBindTexture(0, image, p, n);\ncudaUnbindTexture(image); }"),
      ElementsAre(StartsWith("exercise.cu(2): error: the emulator has no cudaBindTexture(): "
                             "CUDA 12 no longer has references"),
                  StartsWith("exercise.cu(3): error: the emulator has no "
                             "cudaUnbindTexture(): CUDA 12 no longer has references")));
}

TEST(References, OtherTexturesAreThePrograms) {
  for (const char* text : {"template <class T> struct texture {}; texture<float> image;",
                           "int f(int texture, int b) "
                           "{ return texture < b; }",
                           "gl::texture<float> image;", "int texture; int* surface;",
                           "template <class T> class surface; void f(surface<int>& s);"})
    EXPECT_THAT(refusals(text), IsEmpty()) << text;
}

TEST(LibraryCalls, InDeviceCodeAreRefused) {
  EXPECT_THAT(refusals("__device__ void f(char* a) {\n\n  strcpy(a, a); }"),
              ElementsAre("exercise.cu(3): error: calling a __host__ function(\"strcpy\") from a "
                          "__device__ function(\"f\") is not allowed: the C++ library is the "
                          "host's"));
  EXPECT_THAT(refusals("__global__ void k(int* a) { a[0] = std::max(a[1], a[2]); }"),
              ElementsAre("exercise.cu(1): error: calling a constexpr __host__ "
                          "function(\"max\") from a __global__ function(\"k\") is not allowed: "
                          "the C++ library is the host's"));
  for (const char* call :
       {"std::strlen(s)", "::read(0, s, 1)", "std::sort<int*>(p, p + 1)",
        "std::numeric_limits<int>::max()", "rand()", "std::ranges::sort(p, p + 1)",
        "::std::ranges::sort(p, p + 1)", "std::views::iota(1)", "sort(p, p + 1)"}) {
    EXPECT_THAT(refusals("__global__ void k() { " + std::string(call) + "; }"), SizeIs(1)) << call;
  }
}

TEST(LibraryCalls, AreRefusedByWhateverNameTheyCome) {
  const std::string kernel = " __global__ void k(int* p) { ", end = " }";
  for (const char* call :
       {"using std::sort; sort(p, p + 1);", "using namespace std; sort(p, p + 1);",
        "using namespace std; ranges::sort(p, p + 1);", "namespace r = std::ranges; r::sort(p, p);",
        "namespace s = std; s::ranges::sort(p, p + 1);"})
    EXPECT_THAT(refusals(kernel + call + end), SizeIs(1)) << call;
}

// The user's own, and those that cooperative groups have.
TEST(LibraryCalls, OfTheSameNameAreNot) {
  for (const char* text :
       {"__device__ void sort(int*); __global__ void k(int* p) { sort(p); }",
        "struct F { __device__ void operator()(int*) const; }; __constant__ F sort;"
        "__global__ void k(int* p) { sort(p); }",
        "template <class F> __device__ void f(int* p, F sort) { sort(p); }",
        "__global__ void k(int* p) { auto sort = [](int*) {}; sort(p); }",
        "struct S { __device__ void sort(); }; __global__ void k(S* s) { s->sort(); }",
        "namespace my { __device__ void sort(int*); } __global__ void k(int* p) { my::sort(p); }",
        "namespace cg = cooperative_groups; __global__ void k(int* p) { cg::reduce(p, 1); }",
        "using namespace cooperative_groups; __global__ void k(int* p) { reduce(p, 1); }",
        "__global__ void k(int* p) { *p = max(*p, 1); }",
        "__global__ void k(int* p) { cuda::std::sort(p); }"})
    EXPECT_THAT(refusals(text), IsEmpty()) << text;
}

TEST(LibraryCalls, ANewThatDoesNotThrowIsTheHosts) {
  for (const char* where : {"std::nothrow", "nothrow"}) {
    const std::string statement = "int* p = new (" + std::string(where) + ") int[4]; delete[] p;";
    EXPECT_THAT(
        refusals("__global__ void k() { " + statement + " }"),
        ElementsAre(AllOf(StartsWith("exercise.cu(1): error: identifier \"std::nothrow\" is "
                                     "undefined in device code"),
                          HasSubstr("(H3)"))));
    EXPECT_THAT(refusals("void host() { " + statement + " }"), IsEmpty());
  }
  EXPECT_THAT(refusals("__global__ void k() { new (place) T; }"), IsEmpty());
}

TEST(LibraryCalls, ThatTheDeviceHasAndConstantsAreFine) {
  for (const char* statement :
       {"memcpy(a, b, 4)", "std::memset(a, 0, 4)", "printf(\"x\")", "std::sqrt(2.0)",
        "std::abs(-1)", "std::move(a)", "max(1, 2)", "x.read(1)", "x->write(1)",
        "cuda::std::max(1, 2)", "constexpr int most = std::max(1, 2)",
        "static_assert(std::size(names) == 2)", "if constexpr (std::max(1, 2) == 2) f()",
        "auto rand = [] { return 4; }; rand()", "mine::read(1)"}) {
    EXPECT_THAT(refusals("__global__ void k() { " + std::string(statement) + "; }"), IsEmpty())
        << statement;
  }
  EXPECT_THAT(refusals("void host() { strlen(s); std::max(1, 2); rand(); }"), IsEmpty());
  EXPECT_THAT(refusals("__device__ int rand() { return 4; }  __global__ void k() { rand(); }"),
              IsEmpty());
  EXPECT_THAT(refusals("__host__ __device__ int f() { return std::max(1, 2); }"), IsEmpty());
}

TEST(MissingFunctions, AreNamedWithTheReason) {
  EXPECT_THAT(refusals("void f() {\n  cuInit(0);\n  cudaIpcGetMemHandle(&h, p); }\n"
                       "__global__ void k() { __barrier_sync(1); __barrier_sync_count(1, 64); }"),
              ElementsAre(AllOf(StartsWith("exercise.cu(2): error: the emulator has no cuInit(): "),
                                HasSubstr("runtime API")),
                          AllOf(StartsWith("exercise.cu(3): error: the emulator has no "
                                           "cudaIpcGetMemHandle(): "),
                                HasSubstr("one process")),
                          AllOf(HasSubstr("no __barrier_sync(): "), HasSubstr("__syncthreads()")),
                          HasSubstr("no __barrier_sync_count(): ")));
  EXPECT_THAT(refusals("void f() { ::cuMemAlloc_v2(&p, 4); cuLaunchKernel(k); }"), SizeIs(2));
}

TEST(MissingFunctions, OthersMayHaveSuchNames) {
  EXPECT_THAT(refusals("int cuInitial(int); int cuInit(int i) { return i; }\n"
                       "void f() { cuInit(1); x.cuCtxCreate(2); cuInitial(3); cuCadd(a, b);\n"
                       "  customer(); int cuMemory = 3; }"),
              IsEmpty());
}

TEST(HostCalls, OfTheHostAreFine) {
  EXPECT_THAT(refusals("void f() { cudaDeviceSynchronize(); cudaMemcpy(a, b, 1, k); }\n"
                       "struct cudaMemcpy {};\n"
                       "__device__ void g() { x.cudaMemcpy(1); y::cudaMemcpy(2); }"),
              testing::SizeIs(2))
      << "a qualified call is still a call, a member's is not";
}

TEST(HostCalls, OfTheDevicesPartAreFine) {
  EXPECT_THAT(refusals("__global__ void k() { cudaMalloc(&p, 4); cudaGetLastError(); "
                       "cudaStreamCreateWithFlags(&s, 1); cudaMemcpyAsync(a, b, 1, c, s); }"),
              IsEmpty());
}

TEST(HostCalls, OfTheUsersHostFunctionsAreRefused) {
  EXPECT_THAT(
      refusals("void helper(const float* p, int n = 3);\n"
               "void helper(const float* q, int m) {}\n"
               "__global__ void k() { helper(0, 1); }\n"),
      ElementsAre("exercise.cu(3): error: calling a __host__ function(\"helper(const float "
                  "*, int)\") from a __global__ function(\"k\") is not allowed",
                  "exercise.cu(3): error: identifier \"helper\" is undefined in device code"));
}

TEST(HostCalls, OfFunctionsThatMayRunOnTheDeviceAreFine) {
  for (const std::string callee :
       {"__device__ int c(int);", "__host__ __device__ int c(int);", "constexpr int c(int x);",
        "template <class T> int c(T);", "int c(float); __device__ int c(int);",
        "struct S { int c(int); };", "int c(int); int c(float);"}) {
    EXPECT_THAT(refusals(callee + " __global__ void k() { c(1); }"), IsEmpty()) << callee;
  }
}

TEST(HostCalls, OfALocalNameAreFine) {
  EXPECT_THAT(refusals("int c(int); __global__ void k(int (*c)(int)) { c(1); }"), IsEmpty());
  EXPECT_THAT(refusals("int c(int); template <class F> __global__ void k(F c) { c(1); }"),
              IsEmpty());
  EXPECT_THAT(refusals("int c(int); __global__ void k() { auto c = [](int) {}; c(1); }"),
              IsEmpty());
  EXPECT_THAT(refusals("struct c {}; int c(int); __global__ void k() { T c(1); }"), IsEmpty());
}

TEST(HostCalls, InLambdas) {
  EXPECT_THAT(refusals("int c(int);\nvoid f() {\n  run([] __device__ (int i) { c(i); });\n"
                       "  run([] (int i) { c(i); });\n}\n"),
              ElementsAre("exercise.cu(3): error: calling a __host__ function(\"c(int)\") from a "
                          "__device__ function(\"operator()\") is not allowed",
                          "exercise.cu(3): error: identifier \"c\" is undefined in device code"));
}

TEST(HostCalls, OfFunctionsThatCudaHasForTheDeviceAreFine) {
  EXPECT_THAT(refusals("float max(float, float); __global__ void k() { max(1, 2); }"), IsEmpty());
}

TEST(Cdp1, LetsTheDeviceSynchronize) {
  TranslateOptions options;
  options.cdp1 = true;
  EXPECT_THAT(refusals("__global__ void k() { cudaDeviceSynchronize(); }", options), IsEmpty());
  EXPECT_EQ(refusals("__global__ void k() { cudaStreamCreate(&s); }", options).size(), 2u);
}

TEST(Cdp1, DoesNotKnowTheNewStreams) {
  TranslateOptions options;
  options.cdp1 = true;
  EXPECT_THAT(
      refusals("__global__ void k() {\n c<<<1, 1, 0, cudaStreamFireAndForget>>>();\n"
               " c<<<1, 1, 0, cudaStreamTailLaunch>>>();\n}",
               options),
      ElementsAre("exercise.cu(2): error: identifier \"cudaStreamFireAndForget\" is undefined",
                  "exercise.cu(3): error: identifier \"cudaStreamTailLaunch\" is undefined"));
}

TEST(UnconfiguredCalls, OfKernelsAreRefused) {
  EXPECT_THAT(refusals("__global__ void k(int);\ntemplate <class T> __global__ void t(T);\n"
                       "void f() {\n  k(1);\n  t<int>(2);\n  if (x) ::k(3);\n}\n"
                       "__global__ void k(int) { k(4); }\n"),
              ElementsAre("exercise.cu(4): error: a __global__ function call must be configured",
                          "exercise.cu(5): error: a __global__ function call must be configured",
                          "exercise.cu(6): error: a __global__ function call must be configured",
                          "exercise.cu(8): error: a __global__ function call must be configured"));
}

TEST(UnconfiguredCalls, AreNotSeenWhereThereAreNone) {
  EXPECT_THAT(refusals("__global__ void k(int); void f() { k<<<1, 1>>>(1); run(k); auto p = &k; "
                       "x.k(1); dim3 k(1); }\n"
                       "__global__ void m(int); int m(float); void g() { m(1.f); }"),
              IsEmpty());
}

TEST(UnconfiguredCalls, MeanTheNamespaceThatTheyName) {
  EXPECT_THAT(
      refusals("__global__ void sort(int*, int); template <class T> __global__ void vector(T*);\n"
               "void f() { std::sort(a, b); g(std::vector<int>(3)); thrust::sort(a, b); }\n"),
      IsEmpty());
  EXPECT_THAT(refusals("namespace a::b { namespace { __global__ void k(int); } }\n"
                       "void f() { b::k(3); }\n"
                       "void g() { c::k(3); }\n"),
              ElementsAre("exercise.cu(2): error: a __global__ function call must be configured"));
}

TEST(UnconfiguredCalls, HaveAsManyArgumentsAsTheKernelTakes) {
  EXPECT_THAT(refusals("__global__ void sort(int*, int, int = 3);\n"
                       "void f() {\n  sort(a);\n  sort(a, b);\n  sort(a, b, c);\n"
                       "  sort(a, b, c, d);\n}\n"),
              ElementsAre("exercise.cu(4): error: a __global__ function call must be configured",
                          "exercise.cu(5): error: a __global__ function call must be configured"));
}

TEST(UnconfiguredCalls, MayMeanStdsFunctionBehindUsingNamespace) {
  for (const std::string use : {"using namespace std;", "using std::fill;"}) {
    EXPECT_THAT(
        refusals(use + " __global__ void fill(int*, int, int); __global__ void k(int);\n"
                       "void f() { fill(v.begin(), v.end(), 4); }\n"
                       "void g() { k(4); }\n"),
        ElementsAre("exercise.cu(3): error: a __global__ function call must be configured"));
  }
}

TEST(HostCalls, OfOtherNamespacesAreFine) {
  EXPECT_THAT(refusals("int reduce(int, int, int); void sync(int);\n"
                       "__global__ void k() { cg::reduce(tile, 1, op); cg::sync(2); sync(1, 2); }"),
              IsEmpty());
  EXPECT_EQ(refusals("namespace n { void sync(int); }\n__global__ void k() { n::sync(2); }").size(),
            2u);
}

TEST(Refusals, ComeInTheOrderOfTheText) {
  EXPECT_THAT(refusals("__global__ void a() { cudaSetDevice(0); }\n"
                       "__global__ int b();\n"
                       "void f() { k<<<1, 2; }\n"),
              ElementsAre(testing::HasSubstr("(1)"), testing::HasSubstr("(1)"),
                          testing::HasSubstr("(2)"), testing::HasSubstr("(3)")));
}

TEST(Refusals, NameTheFileThatTheTextCameFrom) {
  const Translation translation = translate(
      "# 1 \"a.cu\"\n# 1 \"b.cuh\" 1\n\n__global__ int k();\n# 2 \"a.cu\" 2\n__global__ int m();\n",
      {});
  ASSERT_EQ(translation.refusals.size(), 2u);
  EXPECT_EQ(translation.refusals[0].file, "b.cuh");
  EXPECT_EQ(translation.refusals[0].line, 2u);
  EXPECT_EQ(translation.refusals[1].file, "a.cu");
  EXPECT_EQ(translation.refusals[1].line, 2u);
}

TEST(ArchBranches, AreFoundByLine) {
  const std::string source =
      "a\n#if defined(X)\nb\n#else\nc\n#endif\n#ifndef __CUDA_ARCH__\nd\n# ifdef Y\ne\n# endif\n"
      "#else\nf\n#endif\ng\n";
  for (const int line : {1, 3, 5, 15}) {
    EXPECT_FALSE(in_arch_branch(source, static_cast<std::uint32_t>(line))) << line;
  }
  for (const int line : {8, 10, 13}) {
    EXPECT_TRUE(in_arch_branch(source, static_cast<std::uint32_t>(line))) << line;
  }
  EXPECT_FALSE(in_arch_branch("", 10));
}

}  // namespace
}  // namespace emu::translator

#include <gmock/gmock.h>

#include "translated.h"

namespace emu::translator {
namespace {

using ::testing::ElementsAre;

struct Case {
  const char* before;
  const char* after;
};

class LaunchForms : public ::testing::TestWithParam<Case> {};

TEST_P(LaunchForms, BecomeACallAndALaunch) {
  EXPECT_EQ(translated(GetParam().before), tokens_of(GetParam().after));
}

INSTANTIATE_TEST_SUITE_P(
    Configurations, LaunchForms,
    ::testing::Values(
        Case{"k<<<1, 2>>>(x);", "(k(x), ::emu::launch(1, 2));"},
        Case{"k<<<1, 2>>>();", "(k(), ::emu::launch(1, 2));"},
        Case{"k<<<1>>>();", "(k(), ::emu::launch(1, 1));"},
        Case{"k<<<g, b, s, st>>>(x, y);", "(k(x, y), ::emu::launch(g, b, s, st));"},
        Case{"k <<< dim3(1, 2), dim3{3, 4} >>> (x);",
             "(k (x), ::emu::launch(dim3(1, 2), dim3{3, 4}));"},
        Case{"k<<<(n + 255) / 256, n >> 1>>>(x);",
             "(k(x), ::emu::launch((n + 255) / 256, n >> 1));"},
        Case{"k<<<a < b ? 1 : 2, 32>>>(x);", "(k(x), ::emu::launch(a < b ? 1 : 2, 32));"},
        Case{"k<<<a < b, c < d>>>(x);", "(k(x), ::emu::launch(a < b, c < d));"},
        Case{"k<<<A<B<C<1>>>::v, 2>>>(x);", "(k(x), ::emu::launch(A<B<C<1>>>::v, 2));"},
        Case{"k<<<f<C<D<int>>>(x), 1>>>(y);", "(k(y), ::emu::launch(f<C<D<int>>>(x), 1));"},
        Case{"k<<<1, sizeof(A<B<C<int>>>)>>>(y);",
             "(k(y), ::emu::launch(1, sizeof(A<B<C<int>>>)));"},
        Case{"k<<<1, A<int>{}>>>(y);", "(k(y), ::emu::launch(1, A<int>{}));"},
        Case{"k<<<1, f<A<int>>()>>>(y);", "(k(y), ::emu::launch(1, f<A<int>>()));"},
        Case{"k<<<1, v<int>>>>(y);", "(k(y), ::emu::launch(1, v<int>));"},
        Case{"k<<<max(a, b), [] { return 32; }()>>>(y);",
             "(k(y), ::emu::launch(max(a, b), [] { return 32; }()));"},
        Case{"k<<<1, 1>>>(c<<<1, 1>>>(2));",
             "(k((c(2), ::emu::launch(1, 1))), ::emu::launch(1, 1));"}));

INSTANTIATE_TEST_SUITE_P(
    Kernels, LaunchForms,
    ::testing::Values(
        Case{"k<A<B<int>>><<<g, f<C<D<int>>>(x)>>>(y);",
             "(k<A<B<int>>>(y), ::emu::launch(g, f<C<D<int>>>(x)));"},
        Case{"k<int, (3 > 2)><<<1, 2>>>(y);", "(k<int, (3 > 2)>(y), ::emu::launch(1, 2));"},
        Case{"a::b<T>::k<<<1, 2>>>(y);", "(a::b<T>::k(y), ::emu::launch(1, 2));"},
        Case{"::k<<<1, 2>>>(y);", "(::k(y), ::emu::launch(1, 2));"},
        Case{"T::template k<int><<<1, 2>>>(y);", "(T::template k<int>(y), ::emu::launch(1, 2));"},
        Case{"table[i]<<<1, 2>>>(y);", "(table[i](y), ::emu::launch(1, 2));"},
        Case{"t.m[1][2]<<<1, 2>>>(y);", "(t.m[1][2](y), ::emu::launch(1, 2));"},
        Case{"p->q.kernel<<<1, 2>>>(y);", "(p->q.kernel(y), ::emu::launch(1, 2));"},
        Case{"(*f)<<<1, 2>>>(y);", "((*f)(y), ::emu::launch(1, 2));"},
        Case{"(c ? a : b)<<<1, 2>>>(y);", "((c ? a : b)(y), ::emu::launch(1, 2));"},
        Case{"choose(3)<<<1, 2>>>(y);", "(choose(3)(y), ::emu::launch(1, 2));"},
        Case{"choose<int>(3)<<<1, 2>>>(y);", "(choose<int>(3)(y), ::emu::launch(1, 2));"},
        Case{"this->f<<<1, 2>>>(y);", "(this->f(y), ::emu::launch(1, 2));"}));

INSTANTIATE_TEST_SUITE_P(
    Places, LaunchForms,
    ::testing::Values(
        Case{"return k<<<1, 2>>>(y);", "return (k(y), ::emu::launch(1, 2));"},
        Case{"return ::k<<<1, 2>>>(y);", "return (::k(y), ::emu::launch(1, 2));"},
        Case{"if (a) k<<<1, 2>>>(); else c<<<3, 4>>>();",
             "if (a) (k(), ::emu::launch(1, 2)); else (c(), ::emu::launch(3, 4));"},
        Case{"a ? k<<<1, 2>>>() : c<<<3, 4>>>();",
             "a ? (k(), ::emu::launch(1, 2)) : (c(), ::emu::launch(3, 4));"},
        Case{"for (k<<<1, 2>>>(); i < 3; ++i, c<<<3, 4>>>()) ;",
             "for ((k(), ::emu::launch(1, 2)); i < 3; ++i, (c(), ::emu::launch(3, 4))) ;"},
        Case{"x = 1, k<<<1, 2>>>(), y = 2;", "x = 1, (k(), ::emu::launch(1, 2)), y = 2;"},
        Case{"auto f = [=] { k<<<1, 2>>>(p); };", "auto f = [=] { (k(p), ::emu::launch(1, 2)); };"},
        Case{"do k<<<1, 2>>>(); while (0);", "do (k(), ::emu::launch(1, 2)); while (0);"},
        Case{"case 1: k<<<1, 2>>>();", "case 1: (k(), ::emu::launch(1, 2));"},
        Case{"label: k<<<1, 2>>>();", "label: (k(), ::emu::launch(1, 2));"},
        Case{"!x && (k<<<1, 2>>>(), true);", "!x && ((k(), ::emu::launch(1, 2)), true);"},
        Case{"f(a) ; k<<<1, 2>>>();", "f(a) ; (k(), ::emu::launch(1, 2));"},
        Case{"k<<<1, 2>>>([=] __device__ (int i) { c<<<3, 4>>>(i); });",
             "(k([=] (int i) { (c(i), ::emu::launch(3, 4)); }), ::emu::launch(1, 2));"}));

INSTANTIATE_TEST_SUITE_P(
    NoLaunches, LaunchForms,
    ::testing::Values(Case{"std::cout << x << y;", "std::cout << x << y;"},
                      Case{"operator<<<int>(a, b);", "operator<<<int>(a, b);"},
                      Case{"f(\"k<<<1, 2>>>(x)\");", "f(\"k<<<1, 2>>>(x)\");"},
                      Case{"f(R\"(k<<<1, 2>>>(x))\");", "f(R\"(k<<<1, 2>>>(x))\");"},
                      Case{"std::vector<A<B<int>>> v;", "std::vector<A<B<int>>> v;"},
                      Case{"x = a >> b;", "x = a >> b;"}));

TEST(Launches, MayStandOnSeveralLines) {
  EXPECT_EQ(translated("k<int>\n  <<<1,\n     2>>>\n  (a,\n   b);"),
            tokens_of("(k<int>(a, b), ::emu::launch(1, 2));"));
}

TEST(Launches, WithFiveConfigurationArgumentsAreRefused) {
  EXPECT_THAT(refusals("\nvoid f() {\n  k<<<1, 2, 3, 4, 5>>>(x);\n}\n"),
              ElementsAre("exercise.cu(3): error: too many arguments in function call"));
}

TEST(Launches, WithoutConfigurationAreRefused) {
  EXPECT_THAT(refusals("k<<<>>>(x);"),
              ElementsAre("exercise.cu(1): error: too few arguments in function call"));
}

TEST(Launches, WithoutTheirEndAreRefused) {
  EXPECT_THAT(refusals("void f() { k<<<1, 2; }\nvoid g() { k<<<1, 2>>(x); }\n"
                       "void h() { k<<<1, 2>>>; }\nvoid i() { k<<<1, 2"),
              ElementsAre("exercise.cu(1): error: expected \">>>\" to close the launch "
                          "configuration opened here",
                          "exercise.cu(2): error: expected \">>>\" to close the launch "
                          "configuration opened here",
                          "exercise.cu(3): error: expected a \"(\" with the kernel's arguments "
                          "after \">>>\"",
                          "exercise.cu(4): error: expected \">>>\" to close the launch "
                          "configuration opened here"));
}

TEST(Launches, OfOtherFunctionsAreRefused) {
  EXPECT_THAT(refusals("__device__ void d(int);\nvoid h(int);\n"
                       "void f() {\n  d<<<1, 1>>>(1);\n  h<<<1, 1>>>(1);\n}\n"),
              ElementsAre("exercise.cu(4): error: a __device__ function call cannot be configured",
                          "exercise.cu(5): error: a host function call cannot be configured"));
}

TEST(Launches, OfAKernelThatSharesItsNameAreFine) {
  EXPECT_THAT(refusals("__device__ void k(int);\n__global__ void k(float);\n"
                       "void f() { k<<<1, 1>>>(1.f); }\n"
                       "__device__ void d(int);\n"
                       "void g(void (*d)(int)) { d<<<1, 1>>>(1); }\n"),
              ElementsAre());
}

TEST(LaunchCalls, TakeTheKernelWithoutItsCast) {
  const auto call = [](const std::string& kernel) {
    return "cudaLaunchKernel(" + kernel + ", grid, block, args);";
  };
  const std::string wanted = tokens_of(call("k<int>"));
  EXPECT_EQ(translated(call("(void*)k<int>")), wanted);
  EXPECT_EQ(translated(call("(const void*)k<int>")), wanted);
  EXPECT_EQ(translated(call("(const void *)k<int>")), wanted);
  EXPECT_EQ(translated(call("k<int>")), wanted);
  EXPECT_EQ(translated(call("(void**)&k<int>")), tokens_of(call("&k<int>")));
  EXPECT_EQ(translated(call("reinterpret_cast<void*>(k<int>)")), tokens_of(call("(k<int>)")));
  EXPECT_EQ(translated(call("reinterpret_cast<const void*>(&k<int>)")),
            tokens_of(call("(&k<int>)")));
  EXPECT_EQ(translated("cudaLaunchCooperativeKernel((void*)k, 1, 2, args);"),
            tokens_of("cudaLaunchCooperativeKernel(k, 1, 2, args);"));
  EXPECT_EQ(translated("cudaLaunchKernelExC(&config, (void*)k, args);"),
            tokens_of("cudaLaunchKernelExC(&config, k, args);"));
}

}  // namespace
}  // namespace emu::translator

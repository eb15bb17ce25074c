#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::ElementsAre;

struct LaunchCase {
  const char* before;
  const char* after;
};

class LaunchForms : public ::testing::TestWithParam<LaunchCase> {};

TEST_P(LaunchForms, BecomeACallAndALaunch) {
  EXPECT_EQ(translated(GetParam().before), tokens_of(GetParam().after));
}

INSTANTIATE_TEST_SUITE_P(
    Configurations, LaunchForms,
    ::testing::Values(
        LaunchCase{"k<<<1, 2>>>(x);", "(::emu::Configuration(1, 2) << (k(x), ::emu::Staged()));"},
        LaunchCase{"k<<<1, 2>>>();", "(::emu::Configuration(1, 2) << (k(), ::emu::Staged()));"},
        LaunchCase{"k<<<1>>>();", "(::emu::Configuration(1) << (k(), ::emu::Staged()));"},
        LaunchCase{"k<<<g, b, s, st>>>(x, y);",
                   "(::emu::Configuration(g, b, s, st) << (k(x, y), ::emu::Staged()));"},
        LaunchCase{"k <<< dim3(1, 2), dim3{3, 4} >>> (x);",
                   "(::emu::Configuration(dim3(1, 2), dim3{3, 4}) << (k (x), ::emu::Staged()));"},
        LaunchCase{"k<<<(n + 255) / 256, n >> 1>>>(x);",
                   "(::emu::Configuration((n + 255) / 256, n >> 1) << (k(x), ::emu::Staged()));"},
        LaunchCase{"k<<<a < b ? 1 : 2, 32>>>(x);",
                   "(::emu::Configuration(a < b ? 1 : 2, 32) << (k(x), ::emu::Staged()));"},
        LaunchCase{"k<<<a < b, c < d>>>(x);",
                   "(::emu::Configuration(a < b, c < d) << (k(x), ::emu::Staged()));"},
        LaunchCase{"k<<<A<B<C<1>>>::v, 2>>>(x);",
                   "(::emu::Configuration(A<B<C<1>>>::v, 2) << (k(x), ::emu::Staged()));"},
        LaunchCase{"k<<<f<C<D<int>>>(x), 1>>>(y);",
                   "(::emu::Configuration(f<C<D<int>>>(x), 1) << (k(y), ::emu::Staged()));"},
        LaunchCase{"k<<<1, sizeof(A<B<C<int>>>)>>>(y);",
                   "(::emu::Configuration(1, sizeof(A<B<C<int>>>)) << (k(y), ::emu::Staged()));"},
        LaunchCase{"k<<<1, A<int>{}>>>(y);",
                   "(::emu::Configuration(1, A<int>{}) << (k(y), ::emu::Staged()));"},
        LaunchCase{"k<<<1, f<A<int>>()>>>(y);",
                   "(::emu::Configuration(1, f<A<int>>()) << (k(y), ::emu::Staged()));"},
        LaunchCase{"k<<<1, v<int>>>>(y);",
                   "(::emu::Configuration(1, v<int>) << (k(y), ::emu::Staged()));"},
        LaunchCase{
            "k<<<max(a, b), [] { return 32; }()>>>(y);",
            "(::emu::Configuration(max(a, b), [] { return 32; }()) << (k(y), ::emu::Staged()));"},
        LaunchCase{"k<<<1, 1>>>(c<<<1, 1>>>(2));",
                   "(::emu::Configuration(1, 1) << (k((::emu::Configuration(1, 1) << (c(2), "
                   "::emu::Staged()))), ::emu::Staged()));"}));

INSTANTIATE_TEST_SUITE_P(
    Kernels, LaunchForms,
    ::testing::Values(
        LaunchCase{
            "k<A<B<int>>><<<g, f<C<D<int>>>(x)>>>(y);",
            "(::emu::Configuration(g, f<C<D<int>>>(x)) << (k<A<B<int>>>(y), ::emu::Staged()));"},
        LaunchCase{"k<int, (3 > 2)><<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (k<int, (3 > 2)>(y), ::emu::Staged()));"},
        LaunchCase{"a::b<T>::k<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (a::b<T>::k(y), ::emu::Staged()));"},
        LaunchCase{"::k<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (::k(y), ::emu::Staged()));"},
        LaunchCase{"T::template k<int><<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (T::template k<int>(y), ::emu::Staged()));"},
        LaunchCase{"table[i]<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (table[i](y), ::emu::Staged()));"},
        LaunchCase{"t.m[1][2]<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (t.m[1][2](y), ::emu::Staged()));"},
        LaunchCase{"p->q.kernel<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (p->q.kernel(y), ::emu::Staged()));"},
        LaunchCase{"(*f)<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << ((*f)(y), ::emu::Staged()));"},
        LaunchCase{"(c ? a : b)<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << ((c ? a : b)(y), ::emu::Staged()));"},
        LaunchCase{"choose(3)<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (choose(3)(y), ::emu::Staged()));"},
        LaunchCase{"choose<int>(3)<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (choose<int>(3)(y), ::emu::Staged()));"},
        LaunchCase{"this->f<<<1, 2>>>(y);",
                   "(::emu::Configuration(1, 2) << (this->f(y), ::emu::Staged()));"}));

INSTANTIATE_TEST_SUITE_P(
    Places, LaunchForms,
    ::testing::Values(
        LaunchCase{"return k<<<1, 2>>>(y);",
                   "return (::emu::Configuration(1, 2) << (k(y), ::emu::Staged()));"},
        LaunchCase{"return ::k<<<1, 2>>>(y);",
                   "return (::emu::Configuration(1, 2) << (::k(y), ::emu::Staged()));"},
        LaunchCase{"if (a) k<<<1, 2>>>(); else c<<<3, 4>>>();",
                   "if (a) (::emu::Configuration(1, 2) << (k(), ::emu::Staged())); else "
                   "(::emu::Configuration(3, 4) << (c(), ::emu::Staged()));"},
        LaunchCase{"a ? k<<<1, 2>>>() : c<<<3, 4>>>();",
                   "a ? (::emu::Configuration(1, 2) << (k(), ::emu::Staged())) : "
                   "(::emu::Configuration(3, 4) << (c(), ::emu::Staged()));"},
        LaunchCase{"for (k<<<1, 2>>>(); i < 3; ++i, c<<<3, 4>>>()) ;",
                   "for ((::emu::Configuration(1, 2) << (k(), ::emu::Staged())); i < 3; ++i, "
                   "(::emu::Configuration(3, 4) << (c(), ::emu::Staged()))) ;"},
        LaunchCase{"x = 1, k<<<1, 2>>>(), y = 2;",
                   "x = 1, (::emu::Configuration(1, 2) << (k(), ::emu::Staged())), y = 2;"},
        LaunchCase{"auto f = [=] { k<<<1, 2>>>(p); };",
                   "auto f = [=] { (::emu::Configuration(1, 2) << (k(p), ::emu::Staged())); };"},
        LaunchCase{"do k<<<1, 2>>>(); while (0);",
                   "do (::emu::Configuration(1, 2) << (k(), ::emu::Staged())); while (0);"},
        LaunchCase{"case 1: k<<<1, 2>>>();",
                   "case 1: (::emu::Configuration(1, 2) << (k(), ::emu::Staged()));"},
        LaunchCase{"label: k<<<1, 2>>>();",
                   "label: (::emu::Configuration(1, 2) << (k(), ::emu::Staged()));"},
        LaunchCase{"!x && (k<<<1, 2>>>(), true);",
                   "!x && ((::emu::Configuration(1, 2) << (k(), ::emu::Staged())), true);"},
        LaunchCase{"f(a) ; k<<<1, 2>>>();",
                   "f(a) ; (::emu::Configuration(1, 2) << (k(), ::emu::Staged()));"},
        LaunchCase{"k<<<1, 2>>>([=] __device__ (int i) { c<<<3, 4>>>(i); });",
                   "(::emu::Configuration(1, 2) << (k([=] (int i) { (::emu::Configuration(3, 4) << "
                   "(c(i), ::emu::Staged())); }), ::emu::Staged()));"}));

INSTANTIATE_TEST_SUITE_P(
    NoLaunches, LaunchForms,
    ::testing::Values(LaunchCase{"std::cout << x << y;", "std::cout << x << y;"},
                      LaunchCase{"operator<<<int>(a, b);", "operator<<<int>(a, b);"},
                      LaunchCase{"f(\"k<<<1, 2>>>(x)\");", "f(\"k<<<1, 2>>>(x)\");"},
                      LaunchCase{"f(R\"(k<<<1, 2>>>(x))\");", "f(R\"(k<<<1, 2>>>(x))\");"},
                      LaunchCase{"std::vector<A<B<int>>> v;", "std::vector<A<B<int>>> v;"},
                      LaunchCase{"x = a >> b;", "x = a >> b;"}));

TEST(Launches, MayStandOnSeveralLines) {
  EXPECT_EQ(translated("k<int>\n  <<<1,\n     2>>>\n  (a,\n   b);"),
            tokens_of("(::emu::Configuration(1, 2) << (k<int>(a, b), ::emu::Staged()));"));
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

#include "translator/text/scopes.h"

#include <gtest/gtest.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

struct Parsed {
  explicit Parsed(std::string text)
      : text_(std::move(text)), unit(text_, everything), scopes(unit) {}

  std::size_t find(std::string_view token) const {
    for (std::size_t i = 0; i < unit.size(); ++i) {
      if (unit.is(i, token)) return i;
    }
    ADD_FAILURE() << "no token " << token;
    return 0;
  }
  const Function& function(std::string_view name) const {
    for (const Function& function : scopes.functions()) {
      if (function.name == name) return function;
    }
    ADD_FAILURE() << "no function " << name;
    static const Function kNothing;
    return kNothing;
  }

 private:
  std::string text_;

 public:
  Unit unit;
  Scopes scopes;
};

TEST(Scopes, FunctionsOfNamespacesAndClasses) {
  const Parsed parsed(R"(
    int plain(int a);
    namespace n { inline namespace m { static inline float* pointer() { return 0; } } }
    extern "C" { void c_one(); }
    extern "C" void c_two() {}
    struct S : B<int> { S() : a{1}, b{2} {} void method() const noexcept { here; } int a, b; };
    template <class T, int N> requires (N > 0) __global__ void kernel(T (&x)[N]) {}
    auto trailing() -> std::vector<int> { return {}; }
    int table[] = {1, 2};
    int (*hook)(int) = plain;
    struct P point(int x) { return {}; }
    bool operator<(S a, S b) { return false; }
    constexpr int square(int x) { return x * x; }
    template <> void __launch_bounds__(256) special<int>(int) {}
  )");
  EXPECT_FALSE(parsed.function("plain").is_defined);
  EXPECT_TRUE(parsed.function("pointer").is_inline);
  EXPECT_TRUE(parsed.function("pointer").is_defined);
  EXPECT_FALSE(parsed.function("c_one").is_defined);
  EXPECT_TRUE(parsed.function("c_two").is_defined);
  EXPECT_TRUE(parsed.function("method").is_member);
  EXPECT_TRUE(parsed.function("S").is_defined);
  EXPECT_TRUE(parsed.function("kernel").is_template);
  EXPECT_TRUE(parsed.function("kernel").annotations.global);
  EXPECT_TRUE(parsed.function("trailing").is_defined);
  EXPECT_TRUE(parsed.function("point").is_defined);
  EXPECT_TRUE(parsed.function("operator").is_defined);
  EXPECT_TRUE(parsed.function("square").is_constexpr);
  EXPECT_TRUE(parsed.function("special").is_defined);
  for (const Function& function : parsed.scopes.functions()) {
    EXPECT_NE(function.name, "table");
    EXPECT_NE(function.name, "hook");
    EXPECT_NE(function.name, "a");
  }
}

TEST(Scopes, BracedMemberInitializersAreNoBodies) {
  const Parsed parsed(
      "struct S { __device__ S() : a{1}, b(2) { inside; } int a, b; int after(); };");
  EXPECT_EQ(parsed.scopes.function_at(parsed.find("inside")), &parsed.function("S"));
  EXPECT_TRUE(parsed.function("after").is_member);
}

TEST(Scopes, WhereCodeRuns) {
  const Parsed parsed(R"(
    __global__ void k() { in_kernel; auto f = [&] { in_lambda; }; if (x) { in_block; } }
    void host() { auto f = [=] __device__ (int i) mutable { in_device_lambda; }; in_host; }
    __host__ __device__ int both() { return in_both; }
    int g = in_file;
  )");
  const auto at = [&](std::string_view name) {
    return parsed.scopes.annotations_at(parsed.find(name));
  };
  EXPECT_TRUE(at("in_kernel").global);
  EXPECT_TRUE(at("in_lambda").global);
  EXPECT_TRUE(at("in_block").global);
  EXPECT_TRUE(at("in_device_lambda").device);
  EXPECT_FALSE(at("in_host").runs_on_device());
  EXPECT_TRUE(at("in_both").host && at("in_both").device);
  EXPECT_FALSE(at("in_file").runs_on_device());
  EXPECT_FALSE(parsed.scopes.in_function(parsed.find("in_file")));
  EXPECT_TRUE(parsed.scopes.in_function(parsed.find("in_block")));
}

TEST(Scopes, LambdasInEveryForm) {
  const Parsed parsed(R"(void f() {
    run([] { one; });
    run([=, &x](int a) mutable noexcept -> std::pair<int, int> { two; });
    auto g = []<class T>(T t) __attribute__((noinline)) { three; };
    int a[3] {1}; auto [p, q] = pair; a[four];
    return [=] __host__ __device__ () { five; };
  })");
  for (const std::string_view name : {"one", "two", "three", "five"}) {
    EXPECT_EQ(parsed.scopes.at(parsed.find(name)).kind, ScopeKind::kLambda) << name;
  }
  EXPECT_EQ(parsed.scopes.at(parsed.find("four")).kind, ScopeKind::kFunction);
  EXPECT_TRUE(parsed.scopes.annotations_at(parsed.find("five")).device);
}

TEST(Scopes, FunctionsAfterABrokenOneAreStillFound) {
  const Parsed parsed("void a() { f((1; }\nvoid b() {}\n");
  EXPECT_TRUE(parsed.function("b").is_defined);
}

TEST(Scopes, MergedByTheLinker) {
  const Parsed parsed(R"(
    template <class T> void t() { in_template; }
    inline void i() { in_inline; }
    struct S { void m() { in_member; } };
    void p() { in_plain; }
  )");
  EXPECT_TRUE(parsed.scopes.in_template_or_inline(parsed.find("in_template")));
  EXPECT_TRUE(parsed.scopes.in_template_or_inline(parsed.find("in_inline")));
  EXPECT_TRUE(parsed.scopes.in_template_or_inline(parsed.find("in_member")));
  EXPECT_FALSE(parsed.scopes.in_template_or_inline(parsed.find("in_plain")));
}

}  // namespace
}  // namespace emu::translator

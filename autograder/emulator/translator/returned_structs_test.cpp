#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

std::string in_function(const std::string& text) { return "void f() { " + text + " }"; }

void expect_wrapped(const std::string& left, const std::string& right,
                    const std::string& end = ";") {
  EXPECT_EQ(translated(in_function(left + " = " + right + end)),
            tokens_of(in_function(left + " = ::emu::returned(" + right + ")" + end)));
}

void expect_untouched(const std::string& text) {
  EXPECT_EQ(translated(in_function(text)), tokens_of(in_function(text)));
}

TEST(ReturnedStructs, AreCopiedWhereTheyAreAssigned) {
  for (const std::string left :
       {"p[i]", "*p", "p->x", "a.b", "a[1].b", "v", "*(p + 1)", "f(x)", "if (c) *p", "(*p)[2]",
        "*&v", "**q", "(c ? v : *p)", "*(&v)", "*reinterpret_cast<T*>(p + 1)"}) {
    expect_wrapped(left, "g(1)");
  }
}

TEST(ReturnedStructs, OfEveryKindOfCall) {
  for (const std::string right : {"g()", "n::g<float4>(t, 1.0f)", "::g(a, (b))", "a.g(1)",
                                  "a[i]->g<3>(1)", "g(1)(2)", "T::make(x).twice()"}) {
    expect_wrapped("p[i]", right);
  }
}

TEST(ReturnedStructs, OfTheLastOfSeveralAssignments) {
  EXPECT_EQ(translated(in_function("a[0] = b[0] = g(1);")),
            tokens_of(in_function("a[0] = b[0] = ::emu::returned(g(1));")));
}

TEST(ReturnedStructs, EndWithTheExpression) {
  expect_wrapped("for (i = 0; i < n; x[i]", "g(1)", ") {}");
  EXPECT_EQ(translated(in_function("a[0] = g(1), b[0] = h();")),
            tokens_of(in_function("a[0] = ::emu::returned(g(1)), b[0] = ::emu::returned(h());")));
}

TEST(ReturnedStructs, OfOperatorsAndBranches) {
  for (const std::string right :
       {"a + b", "-a", "*a", "a bitor b[1]", "c ? g(1) : T{2, 3}", "i < n ? q : n::g<a, b>(1)",
        "(c ? g(1) : d ? h() : q[1])", "(g(1))", "T{g(1)}", "is(c) ? 1 : g(1) + 2", "a.b(c).d",
        "[](int v) { return T{v}; }(i)", "[]() __attribute__((noinline)) { return T{}; }()",
        "decltype(a)(b)", "(0, g(1))"}) {
    expect_wrapped("p[i]", right);
  }
}

TEST(ReturnedStructs, InBraces) {
  const auto from = [](const std::string& text) { return translated(in_function(text)); };
  const auto to = [](const std::string& text) { return tokens_of(in_function(text)); };
  EXPECT_EQ(from("p[i] = {g(1), 2, {a + b}, c};"),
            to("p[i] = {::emu::returned(g(1)), 2, {::emu::returned(a + b)}, c};"));
  EXPECT_EQ(from("*p = {.x = g(1), .y = 2};"), to("*p = {.x = ::emu::returned(g(1)), .y = 2};"));
  EXPECT_EQ(from("new (p) n::T<a>(g(1), b);"), to("new (p) n::T<a>(::emu::returned(g(1)), b);"));
  EXPECT_EQ(from("::new (p + 1) T{g(1)};"), to("::new (p + 1) T{::emu::returned(g(1))};"));
}

TEST(ReturnedStructs, DeclarationsStay) {
  for (const std::string text :
       {"T x = g();", "const T& x = g();", "auto [a, b] = g();", "auto x = g();",
        "const auto& [a, b] = g();", "T* p = g();", "T x[2] = {g(), a + b};", "T* x[2][3] = {g()};",
        "v<T> x[] = {g()};"}) {
    expect_untouched(text);
  }
}

TEST(ReturnedStructs, OtherExpressionsStay) {
  for (const std::string text :
       {"p[i] = 0;", "p[i] = -1;", "p[i] = q;", "p[i] = q[2];", "p[i] = {1, 2};", "p[i] = a.b->c;",
        "p[i] += g(1);", "p[i] = [](int x) { return x + 1; };", "q = new T;"}) {
    expect_untouched(text);
  }
}

TEST(ReturnedStructs, FunctionsNamedNewStay) {
  const std::string text = "void* operator new(size_t n) { return g(n); }";
  EXPECT_EQ(translated(text), tokens_of(text));
}

}  // namespace
}  // namespace emu::translator

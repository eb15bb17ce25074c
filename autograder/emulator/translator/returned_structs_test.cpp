#include <gmock/gmock.h>

#include "translated.h"

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
       {"p[i]", "*p", "p->x", "a.b", "a[1].b", "v", "*(p + 1)", "f(x)", "if (c) *p", "(*p)[2]"}) {
    expect_wrapped(left, "g(1)");
  }
}

TEST(ReturnedStructs, OfEveryKindOfCall) {
  for (const std::string right : {"g()", "n::g<float4>(t, 1.0f)", "::g(a, (b))", "a.g(1)",
                                  "a[i]->g<3>(1)", "g(1)(2)", "T::make(x).twice()"}) {
    expect_wrapped("p[i]", right);
  }
}

TEST(ReturnedStructs, EndWithTheExpression) {
  expect_wrapped("for (i = 0; i < n; x[i]", "g(1)", ") {}");
  EXPECT_EQ(translated(in_function("a[0] = g(1), b[0] = h();")),
            tokens_of(in_function("a[0] = ::emu::returned(g(1)), b[0] = ::emu::returned(h());")));
}

TEST(ReturnedStructs, OfBranches) {
  const auto wrapped = [](const std::string& right) {
    return tokens_of(in_function("p[i] = " + right + ";"));
  };
  const auto from = [](const std::string& right) {
    return translated(in_function("p[i] = " + right + ";"));
  };
  EXPECT_EQ(from("c ? g(1) : T{2, 3}"), wrapped("c ? ::emu::returned(g(1)) : T{2, 3}"));
  EXPECT_EQ(from("i < n ? q : n::g<a, b>(1)"),
            wrapped("i < n ? q : ::emu::returned(n::g<a, b>(1))"));
  EXPECT_EQ(from("(c ? g(1) : d ? h() : q[1])"),
            wrapped("(c ? ::emu::returned(g(1)) : d ? ::emu::returned(h()) : q[1])"));
  EXPECT_EQ(from("(g(1))"), wrapped("(::emu::returned(g(1)))"));
  EXPECT_EQ(from("is(c) ? 1 : g(1) + 2"), wrapped("is(c) ? 1 : g(1) + 2"));
}

TEST(ReturnedStructs, DeclarationsStay) {
  for (const std::string text : {"T x = g();", "const T& x = g();", "auto [a, b] = g();",
                                 "auto x = g();", "const auto& [a, b] = g();", "T* p = g();"}) {
    expect_untouched(text);
  }
}

TEST(ReturnedStructs, OtherExpressionsStay) {
  for (const std::string text :
       {"p[i] = 0;", "p[i] = q;", "p[i] = g(1) + 2;", "p[i] = q[2];", "p[i] = {1, 2};",
        "p[i] = sizeof(int);", "p[i] += g(1);", "p[i] = a.b(c).d;"}) {
    expect_untouched(text);
  }
}

}  // namespace
}  // namespace emu::translator

// Lines and columns of the user's text are those of the translated text.
#include <map>
#include <vector>

#include "translator/translated.h"

namespace emu::translator {
namespace {

// A `name` of the `::emu::argument<decltype(name)>(name)` that stands after a kernel's body, where
// nothing of the user's is left.
bool is_told_of(const std::vector<Token>& tokens, std::size_t i) {
  const auto follows_argument = [&](std::size_t by) {
    return i >= by && tokens[i - by].is("argument") && tokens[i - 1].is("(");
  };
  return follows_argument(4) || follows_argument(8);
}

// Every word `at_LINE_N` must come out once, on that line, where it stood.
void expect_words_stay(const std::string& text) {
  const auto words = [](const std::string& in) {
    std::map<std::string, Position> found;
    const TokenList list = tokenise(in, [](std::string_view) { return true; });
    for (std::size_t i = 0; i < list.tokens.size(); ++i) {
      const Token& token = list.tokens[i];
      if (!token.text.starts_with("at_") || is_told_of(list.tokens, i)) continue;
      EXPECT_TRUE(found.emplace(token.text, token.at).second) << token.text << " comes twice";
    }
    return found;
  };
  const auto before = words("# 1 \"exercise.cu\"\n" + text);
  const auto after = words(translate_user_text(text).text);
  ASSERT_FALSE(before.empty());
  ASSERT_EQ(before.size(), after.size());
  for (const auto& [word, position] : before) {
    const auto found = after.find(word);
    ASSERT_NE(found, after.end()) << word;
    EXPECT_EQ(position.line, found->second.line) << word;
    EXPECT_EQ(position.column, found->second.column) << word;
    const std::string line = word.substr(3, word.find('_', 3) - 3);
    EXPECT_EQ(std::to_string(position.line), line) << word;
  }
}

TEST(Lines, OfKernelsAndLaunches) {
  expect_words_stay(R"(__global__ void at_1_a(int* at_1_b) { at_1_c();
  at_2_a(); /*
  */ at_3_a<<<at_3_b, at_3_c>>>(at_3_d); at_3_e;
  at_4_a<at_4_b,
         at_5_a><<<at_5_b,
                   at_6_a>>>(at_6_b,
      at_7_a); at_7_b;
  if (at_8_a) at_8_b<<<1, 1>>>(); else at_8_c<<<2, at_8_d>>>(at_8_e(at_8_f));
} int at_9_a;
template <int at_10_a> __global__ void __launch_bounds__(128,
    2) at_11_a(int at_11_b)
{ at_12_a;
} int at_13_a;
)");
}

TEST(Lines, OfVariables) {
  expect_words_stay(R"(__device__ int at_1_a, other[4] = {at_1_b,
   at_2_a}; int at_2_b;
__constant__ float at_3_a;  int at_3_b;
__device__ __forceinline__ int at_4_a(int at_4_b) { return at_4_c; }
__shared__ int x[4],
    y; int at_6_a;
__global__ void at_7_a() { __shared__ float tile[at_7_b][at_7_c],
    other; at_8_a;
  extern __shared__ at_9_a dynamic[]; at_9_b;
  auto f = [=] __device__ (int at_10_a) { return at_10_b; }; at_10_c;
}
)");
}

TEST(Lines, OfPtxAndLaunchCalls) {
  expect_words_stay(R"(__device__ void at_1_a() {
  asm volatile("mov.u32 %0, %%laneid;"
               : "=r"(x)
               :); at_4_a;
  asm volatile("membar.gl;"); at_5_a;
}
void at_7_a() { cudaLaunchKernel((void*)at_7_b, at_7_c, reinterpret_cast<void*>(
   at_8_a)); at_8_b; }
)");
}

TEST(Lines, AfterRawStringsCommentsAndCarriageReturns) {
  expect_words_stay(
      "const char* s = R\"(k<<<1>>>\n)\"; at_2_a<<<1, 2>>>(at_2_b);\r\n"
      "__device__ int at_3_a; /* \n */ at_4_a<<<1,\r\n at_5_a>>>(R\"(\n)\", at_6_a);\n"
      "#pragma unroll\nint at_8_a;\n");
}

TEST(Lines, OfSeveralFiles) {
  const std::string text =
      "# 1 \"a.cu\"\n# 1 \"b.cuh\" 1\nvoid f() { g<<<1,\n2>>>(3); one; }\n# 2 \"a.cu\" 2\n"
      "void g() { h<<<1,\n2>>>(3); two; }\n";
  const Translation translation = translate(text, {});
  const TokenList list = tokenise(translation.text, [](std::string_view) { return true; });
  int seen = 0;
  for (const Token& token : list.tokens) {
    if (token.is("one")) {
      EXPECT_EQ(list.files[token.at.file], "b.cuh");
      EXPECT_EQ(token.at.line, 2u);
      ++seen;
    }
    if (token.is("two")) {
      EXPECT_EQ(list.files[token.at.file], "a.cu");
      EXPECT_EQ(token.at.line, 3u);
      ++seen;
    }
  }
  EXPECT_EQ(seen, 2);
}

TEST(Lines, OfTheLaunchItselfAreThoseOfItsAngleBrackets) {
  const Translation translation =
      translate_user_text("void f() {\n  g\n    <<<1,\n    2>>>(3,\n    4); }\n");
  const TokenList list = tokenise(translation.text, [](std::string_view) { return true; });
  int launches = 0;
  for (const Token& token : list.tokens) {
    if (!token.is("Configuration")) continue;
    ++launches;
    EXPECT_EQ(token.at.line, 3u);
  }
  EXPECT_EQ(launches, 1);
}

TEST(Lines, TextWithoutCudaIsUntouched) {
  const std::string text =
      "# 1 \"a.cu\"\n#include <x>\nint main() { return a<b<c>>::d >> 1; } // k<<<1>>>\r\n\n\n";
  EXPECT_EQ(translate(text, {}).text, text);
}

TEST(Lines, SystemTextIsUntouched) {
  const std::string text =
      "# 1 \"a.cu\"\n# 1 \"/usr/include/x.h\" 1 3\n__device__ int __shared__ k<<<\n# 2 \"a.cu\" "
      "2\n";
  const Translation translation = translate(text, {});
  EXPECT_EQ(translation.text, text);
  EXPECT_TRUE(translation.refusals.empty());
}

}  // namespace
}  // namespace emu::translator

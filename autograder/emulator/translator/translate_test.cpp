// The translator as a whole.
#include "translator/translated.h"

namespace emu::translator {
namespace {

const std::string kProgram = R"(#define X
__device__ int counter[2] = {1, 2};
template <class T> __global__ void __launch_bounds__(64) child(T* p, int n = 3) {
  __shared__ T tile[4], *q;
  extern __shared__ float dynamic[];
  auto f = [=] __device__ (int i) -> T { return p[i] + R"x(()x"[0]; };
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(n));
  if (n) child<T><<<dim3(1), n < 3 ? 1 : 2>>>(p); else cudaLaunchKernel((void*)child<T>, 1, 1, 0);
}
)";

// Whatever a half-written file holds, the compiler must get to say what is wrong with it.
TEST(Translate, EveryBeginningAndEveryEndOfAProgramIsTranslated) {
  for (std::size_t cut = 0; cut <= kProgram.size(); ++cut) {
    const Translation beginning = translate_user_text(kProgram.substr(0, cut));
    EXPECT_NE(beginning.text.find("exercise.cu"), std::string::npos) << cut;
    const Translation end = translate_user_text(kProgram.substr(cut));
    EXPECT_NE(end.text.find("exercise.cu"), std::string::npos) << cut;
  }
}

TEST(Translate, EveryProgramWithoutOneOfItsCharactersIsTranslated) {
  for (std::size_t gone = 0; gone < kProgram.size(); ++gone) {
    std::string text = kProgram;
    text.erase(gone, 1);
    EXPECT_NE(translate_user_text(text).text.find("exercise.cu"), std::string::npos) << gone;
  }
}

TEST(Translate, TheSameTextGivesTheSameResult) {
  EXPECT_EQ(translate_user_text(kProgram).text, translate_user_text(kProgram).text);
}

TEST(Translate, UntranslatedWordsAreLeftInNoProgram) {
  const std::string text = tokens_of(translate_user_text(kProgram).text);
  for (const std::string word :
       {"__global__", "__device__", "__shared__", "__launch_bounds__", "<<<", "asm"}) {
    EXPECT_EQ(text.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace emu::translator

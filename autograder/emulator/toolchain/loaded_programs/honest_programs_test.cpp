// Honest programs run: they use the libraries, recurse, throw, and have CUDA call them.
#include "toolchain/loaded_programs/loaded_program_fixture.h"

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

INSTANTIATE_TEST_SUITE_P(Compilers, HonestProgram, ::testing::Values("g++", "clang++"));

TEST_P(HonestProgram, ProgramsUseTheLibraries) {
  const Finished finished = run_file(EMUCC_TESTDATA "/uses_much_of_the_library.cu", GetParam());
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.messages, HasSubstr("constructed\n"));
  EXPECT_THAT(finished.messages, HasSubstr("oor St12out_of_range"));
  EXPECT_THAT(finished.messages, HasSubstr("returned 77\n"));
  EXPECT_THAT(finished.messages, Not(HasSubstr("destroyed")));  // the process ends before
}

TEST_P(HonestProgram, ProgramsHaveCudaCallThem) {
  const Finished finished = run_file(EMUCC_TESTDATA "/uses_much_of_cuda.cu", GetParam());
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.messages, HasSubstr("128 84 2016 2048 0 15 50 99 called 2 bs 1024\n"));
  EXPECT_THAT(finished.messages, Not(HasSubstr("\"severity\":\"error\"")));
}

// However deep they call, and whatever exceptions leave out.
TEST_P(HonestProgram, ProgramsRecurseAndThrow) {
  std::ofstream(path("deep.cu"))
      << "#include <cstdlib>\n"
         "__host__ __device__ __attribute__((noinline)) int depth(int n) {\n"
         "  volatile int here = n;\n  return here == 0 ? 0 : depth(here - 1) + 1;\n}\n"
         "__attribute__((noinline)) int thrown(int n) {\n"
         "  if (n == 0) throw 3;\n  volatile int below = thrown(n - 1);\n  return below;\n}\n"
         "int compare(const void*, const void*) {\n"
         "  static int nested = 0;\n  int two[2] = {depth(1000), 2};\n"
         "  if (++nested < 5) std::qsort(two, 2, sizeof *two, compare);\n"
         "  try { thrown(30); } catch (int) {}\n  return 0;\n}\n"
         "__global__ void kernel(int* out) {\n  const int deep = depth(500);\n"
         "  __syncthreads();\n  out[threadIdx.x] = deep + depth(threadIdx.x);\n}\n"
         "extern \"C\" int entry(int) {\n  int sum = depth(40000), two[2] = {2, 1};\n"
         "  for (int i = 0; i < 1000; ++i) try { thrown(i % 100); } catch (int it) { sum += it; }\n"
         "  std::qsort(two, 2, sizeof *two, compare);\n  int* out;\n"
         "  cudaMallocManaged(&out, 64 * sizeof *out);\n  kernel<<<1, 64>>>(out);\n"
         "  cudaDeviceSynchronize();\n  for (int i = 0; i < 64; ++i) sum += out[i];\n"
         "  cudaFree(out);\n  return sum + depth(10);\n}\n";
  const Finished finished = run_file(path("deep.cu"), GetParam());
  EXPECT_THAT(finished.messages, HasSubstr("returned 77026\n"));
}

// What it is handed lies on the stack as well, in a frame of the program's own.
TEST_F(LoadedProgram, AFunctionThatIsCalledBackWritesToItsCallersVariables) {
  const Finished finished = run_text(
      "#include <algorithm>\n#include <cstdlib>\nint* counted = nullptr;\n"
      "int compare(const void* a, const void* b) {\n"
      "  ++*counted;\n  int own[2] = {3, 4};\n"
      "  std::qsort(own, 2, sizeof own[0], [](const void*, const void*) { return ++*counted * 0; "
      "});\n"
      "  return *(const int*)a - *(const int*)b;\n}\n"
      "void add(void* to) { *static_cast<int*>(to) += 100; }\n",
      "int calls = 0, numbers[3] = {3, 1, 2};\ncounted = &calls;\n"
      "std::qsort(numbers, 3, sizeof n, &compare);\n"
      "cudaLaunchHostFunc(nullptr, &add, &calls);\ncudaDeviceSynchronize();\n"
      "return calls > 100 && numbers[0] == 1 ? 0 : 1;");
  EXPECT_THAT(finished.messages, HasSubstr("returned 0"));
}

TEST_P(HonestProgram, NamesMayBeginWithADollarOrHaveOtherLetters) {
  const Finished finished = run_text(
      "extern \"C\" __attribute__((noinline)) int $bump(int x) { return x + 1; }\n"
      "__attribute__((noinline)) int gr\u00f6\u00dfer(int x) { return $bump(x) + 1; }\n"
      "__global__ void f\u00fclle(int* p) { *p = 3; }\n",
      "int* p;\ncudaMallocManaged(&p, sizeof *p);\nf\u00fclle<<<1, 1>>>(p);\n"
      "cudaDeviceSynchronize();\nconst int filled = *p;\ncudaFree(p);\n"
      "return gr\u00f6\u00dfer(n) == n + 2 && filled == 3 ? 0 : 1;",
      GetParam());
  EXPECT_THAT(finished.messages, HasSubstr("returned 0"));
}

TEST_P(HonestProgram, ProgramsThrowCastAndAskForClassesOfAllKinds) {
  const std::string classes = R"(
#include <any>
#include <functional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>
struct Top { virtual ~Top() = default; int top = 1; };
struct Left : virtual Top { int left = 2; };
struct Right : virtual Top { int right = 3; };
struct Bottom : Left, Right { std::string name = "at the bottom, on the heap as it is long"; };
namespace { struct Hidden : Top { int hidden = 5; }; }
template <class T> struct Of : Top { T value{}; };
int ended = 0;
struct Ends { ~Ends() { ++ended; } };
struct Nested { ~Nested() { try { throw 1; } catch (int it) { ended += it; } } };
)";
  const std::string body = R"(
Bottom bottom;
Top* volatile top = &bottom;
if (dynamic_cast<Left*>(top) != &bottom || dynamic_cast<Hidden*>(top) != nullptr) return 1;
if (dynamic_cast<void*>(top) != &bottom || typeid(*top) != typeid(Bottom)) return 2;
Of<double> of;
Top& other = of;
try { dynamic_cast<Right&>(other); return 3; } catch (const std::bad_cast&) {}
try { throw bottom; } catch (const Right& it) { if (it.right != 3 || it.top != 1) return 4; }
try { throw [n] { return n + 1; }; } catch (...) {}
try { throw &of; } catch (Top* it) { if (it != &of) return 5; }
try { throw Hidden(); } catch (Top& it) { if (dynamic_cast<Hidden&>(it).hidden != 5) return 6; }
struct Local : std::runtime_error { using std::runtime_error::runtime_error; };
try {
  try {
    const Ends one;
    const Nested two;
    throw Local("local");
  } catch (std::runtime_error&) {
    const Ends three;
    throw;
  }
} catch (const Local& it) { if (std::string(it.what()) != "local") return 7; }
if (ended != 3) return 8;
for (int i = 0; i < 100; ++i) {
  try {
    try {
      const Ends one;
      std::vector<int>(3).at(5);
    } catch (...) {
      try { throw; } catch (const std::logic_error&) {}
      throw;
    }
    return 9;
  } catch (const std::out_of_range&) {}
}
try { std::any_cast<int>(std::any(2.0)); return 10; } catch (const std::bad_any_cast&) {}
try { std::function<int()>()(); return 11; } catch (const std::bad_function_call&) {}
try { std::stoi("no number"); return 12; } catch (const std::exception&) {}
return 0;
)";
  EXPECT_THAT(run_text(classes, body, GetParam()).messages, HasSubstr("returned 0"));
}

TEST_F(LoadedProgram, ConstructorsRunByPriority) {
  const Finished finished = run_text(
      "struct Says { explicit Says(int i) { seen = 10 * seen + i; } static inline int seen = 0; "
      "};\n"
      "__attribute__((init_priority(400))) Says second{2};\nSays third{3};\n"
      "__attribute__((init_priority(300))) Says first{1};\n",
      "return Says::seen;");
  EXPECT_THAT(finished.messages, HasSubstr("returned 123"));
}

}  // namespace
}  // namespace emu::toolchain

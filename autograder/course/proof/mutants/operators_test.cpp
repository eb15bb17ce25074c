// What the operators make of small sources.
#include "course/proof/mutants/operators.h"

#include <gmock/gmock.h>

namespace course::mutants {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// "operator: from → to" of each mutant of `body`, as a kernel's.
std::vector<std::string> in_kernel(const std::string& body) {
  std::vector<std::string> found;
  const std::string text = "__global__ void kernel(int* out, int n) {\n  // begin: part\n  " +
                           body + "\n  // end: part\n}\n";
  for (const Mutant& mutant : find_mutants(text, "exercise.cu")) {
    found.push_back(mutant.change + ": " + mutant.shown());
  }
  return found;
}

/// Those of one operator, without its name.
std::vector<std::string> by(const std::string& change, const std::string& body) {
  std::vector<std::string> found;
  for (const std::string& one : in_kernel(body)) {
    if (one.starts_with(change + ": ")) found.push_back(one.substr(change.size() + 2));
  }
  return found;
}

TEST(Operators, OnlyWhatStudentsWriteChanges) {
  const std::string text =
      "int given(int a) { return a + 1; }\n// begin: x\nint mine(int a) { return a * 2; }\n"
      "// end: x\nint also_given(int a) { return a - 3; }\n";
  for (const Mutant& mutant : find_mutants(text, "exercise.cu")) EXPECT_EQ(mutant.line, 3U);
  EXPECT_THAT(find_mutants("int f(int a) { return a < 2; }\n", "exercise.cu"), IsEmpty());
}

TEST(Operators, NothingChangesInCommentsStringsAndDirectives) {
  EXPECT_THAT(in_kernel("// a < b, 17\n  /* 3 + 4 */"), IsEmpty());
  EXPECT_THAT(in_kernel("printf(\"a < 17\");"),
              ElementsAre("without-call: without printf(\"a < 17\")"));
  EXPECT_THAT(in_kernel("\n#if 3 < 4\n#define TWICE(a) \\\n  ((a) + (a))\n#endif\n"), IsEmpty());
}

TEST(Operators, Comparisons) {
  EXPECT_THAT(by("boundary", "bool b = n < 4;"), ElementsAre("< → <="));
  EXPECT_THAT(by("boundary", "bool b = n <= 4;"), ElementsAre("<= → <"));
  EXPECT_THAT(by("boundary", "bool b = n > 4;"), ElementsAre("> → >="));
  EXPECT_THAT(by("boundary", "bool b = n >= 4;"), ElementsAre(">= → >"));
  EXPECT_THAT(by("equality", "bool b = n == 4 || n != 5;"), ElementsAre("== → !=", "!= → =="));
}

TEST(Operators, TemplatesAreNotCompared) {
  EXPECT_THAT(by("boundary", "float f = static_cast<float>(n);"), IsEmpty());
  EXPECT_THAT(by("boundary", "std::array<std::pair<int, int>> a;"), IsEmpty());
  EXPECT_THAT(by("arithmetic", "std::array<std::pair<int, int>> a;"), IsEmpty());
  EXPECT_THAT(by("constant", "auto tile = cg::tiled_partition<32>(block);"),
              ElementsAre("32 → 16"));
}

TEST(Operators, ArithmeticWantsBlanksOnBothSides) {
  EXPECT_THAT(by("arithmetic", "int a = n * 2 % 3;"), ElementsAre("* → /", "% → /"));
  EXPECT_THAT(by("arithmetic", "int* a = &n; const int& b = *a;"), IsEmpty());
  EXPECT_THAT(by("arithmetic", "n <<= 1; n = n >> 2;"), ElementsAre(">> → <<"));
  EXPECT_THAT(by("negation", "n = -n; if (!n) return;"), ElementsAre("without -", "without !"));
}

TEST(Operators, ALoopThatRunsAwayIsNotTried) {
  const auto found = in_kernel("for (int i = 0; i < n; i += 2) out[i] = i;");
  EXPECT_THAT(found, IsSupersetOf({"boundary: < → <=", "bound: n → n - 1", "loop: i < n → false",
                                   "constant: 2 → 1", "without-assignment: without out[i] = i"}));
  EXPECT_THAT(found, Not(Contains("arithmetic: += → -=")));
}

TEST(Operators, ConstantsAndWhatTheyAreFor) {
  EXPECT_THAT(by("constant", "n = 4;"), ElementsAre("4 → 5", "4 → 3"));
  EXPECT_THAT(by("constant", "n = 0;"), ElementsAre("0 → 1"));
  EXPECT_THAT(by("constant", "unsigned a = 1'000u;"),
              ElementsAre("1'000u → 1001u", "1'000u → 999u"));
  EXPECT_THAT(by("constant", "float f = 0.5f;"), ElementsAre("0.5f → (2 * 0.5f)"));
  EXPECT_THAT(by("constant", "bool b = true;"), ElementsAre("true → false"));
  EXPECT_THAT(by("constant", "int room[8];"), ElementsAre("8 → 7"));  // more room is never wrong
  EXPECT_THAT(by("constant", "out[8] = n;"), ElementsAre("8 → 9", "8 → 7"));
}

TEST(Operators, GuardsAreInvertedDroppedAndForgottenInParts) {
  EXPECT_THAT(by("guard", "if (n > 0 && out != nullptr) n = 1;"),
              UnorderedElementsAre("n > 0 && out != nullptr → !(n > 0 && out != nullptr)",
                                   "n > 0 && out != nullptr → true", "n > 0 → true",
                                   "out != nullptr → true"));
  EXPECT_THAT(by("guard", "const bool b = n > 0 || n == -1;"),
              UnorderedElementsAre("n > 0 → false", "n == -1 → false"));
  EXPECT_THAT(by("guard", "if (n > 0) {\n n = 1;\n }"), Contains("n > 0 → false"));
  EXPECT_THAT(by("choice", "n = n > 0 ? 1 : n + 2;"), ElementsAre("1 : n + 2 → n + 2 : 1"));
}

TEST(Operators, StatementsAreLeftOutByWhatTheyAreFor) {
  EXPECT_THAT(in_kernel("__syncthreads();"),
              ElementsAre("without-barrier: without __syncthreads()"));
  EXPECT_THAT(in_kernel("__threadfence();"),
              UnorderedElementsAre("without-fence: without __threadfence()",
                                   "scope: __threadfence → __threadfence_block"));
  EXPECT_THAT(in_kernel("keep_error(cudaGetLastError());"),
              ElementsAre("without-error-check: without keep_error(cudaGetLastError())"));
  EXPECT_THAT(by("flag", "n = cudaGetLastError();"),
              ElementsAre("cudaGetLastError → cudaPeekAtLastError"));
  EXPECT_THAT(in_kernel("delete[] out;"), ElementsAre("without-free: without delete[] out"));
  EXPECT_THAT(in_kernel("TRY(cudaEventRecord(done, stream));"),
              Contains("without-event: without TRY(cudaEventRecord(done, stream))"));
  EXPECT_THAT(in_kernel("if (n == 7) return;"), Contains("without-return: without return"));
  EXPECT_THAT(by("without-assignment", "int a = 1; a = 2; ++a;"),
              ElementsAre("without a = 2", "without ++a"));
}

TEST(Operators, TheLastReturnOfAFunctionStays) {
  const std::string text =
      "// begin: f\nint f(int n) {\n  if (n > 1) return 1;\n  return n;\n}\n// end: f\n";
  std::vector<std::string> left_out;
  for (const Mutant& mutant : find_mutants(text, "exercise.cu")) {
    if (mutant.change == "without-return") left_out.push_back(mutant.from);
  }
  EXPECT_THAT(left_out, ElementsAre("return 1"));
}

TEST(Operators, Launches) {
  const auto found = in_kernel("child<<<n, 32>>>(out, n);");
  EXPECT_THAT(found, IsSupersetOf({"without-launch: without child<<<n, 32>>>(out, n)",
                                   "shape: n, 32 → 32, n", "shape: n → n - 1",
                                   "stream: 32 → 32, 0, cudaStreamFireAndForget",
                                   "stream: 32 → 32, 0, cudaStreamTailLaunch",
                                   "stream: 32 → 32, 0, cudaStreamPerThread",
                                   "arguments: out, n → n, out", "argument: n → n - 1"}));
  EXPECT_THAT(by("stream", "child<<<1, 2, 0, cudaStreamTailLaunch>>>(n);"),
              UnorderedElementsAre("cudaStreamTailLaunch → cudaStreamFireAndForget",
                                   "cudaStreamTailLaunch → cudaStreamPerThread",
                                   "cudaStreamTailLaunch → nullptr"));
  EXPECT_THAT(by("shared-bytes", "child<<<1, 2, 4 * n>>>(n);"), ElementsAre("4 * n → 0"));
  EXPECT_THAT(by("stream", "cudaStream_t mine; other(mine); child<<<1, 2>>>(n);"),
              Contains("2 → 2, 0, mine"));
}

TEST(Operators, TheHostHasOtherStreamsThanTheDevice) {
  const std::string text =
      "int start(int n, cudaStream_t first, cudaStream_t second) {\n  // begin: s\n"
      "  child<<<1, 2, 0, first>>>(n);\n  // end: s\n  return 0;\n}\n";
  std::vector<std::string> streams;
  for (const Mutant& mutant : find_mutants(text, "exercise.cu")) {
    if (mutant.change == "stream") streams.push_back(mutant.to);
  }
  EXPECT_THAT(streams, UnorderedElementsAre("cudaStreamPerThread", "second", "nullptr"));
}

TEST(Operators, StepsMoveWithTheirErrorChecks) {
  const auto moved = by("moved-event",
                        "TRY(cudaEventRecord(a, s));\n  child<<<1, 1, 0, s>>>(n);\n"
                        "  TRY(cudaGetLastError());");
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_THAT(moved[0], testing::HasSubstr("→ child<<<1, 1, 0, s>>>(n); TRY(cudaGetLastError());"));
  EXPECT_THAT(in_kernel("__syncthreads();\n  return;"), Not(Contains(StartsWith("moved-barrier"))));
}

TEST(Operators, AtomicsBecomePlainOrOfANarrowerScope) {
  EXPECT_THAT(by("scope", "atomicAdd(out, n);"), ElementsAre("atomicAdd → atomicAdd_block"));
  EXPECT_THAT(
      by("scope", "atomicAdd_system(out, n);"),
      UnorderedElementsAre("atomicAdd_system → atomicAdd_block", "atomicAdd_system → atomicAdd"));
  EXPECT_THAT(by("scope", "atomicAdd_block(out, n);"), IsEmpty());
  EXPECT_THAT(by("scope", "__shared__ int sum; atomicAdd(&sum, n);"), IsEmpty());
  ASSERT_EQ(by("plain", "atomicMax(out, n);").size(), 1U);
}

TEST(Operators, MasksOfLanes) {
  EXPECT_THAT(by("mask", "unsigned b = __ballot_sync(0xffffffffu, n);"),
              UnorderedElementsAre("0xffffffffu → __activemask()", "0xffffffffu → 0x0000ffffu"));
  EXPECT_THAT(by("mask", "__syncwarp();"), ElementsAre("() → (__activemask())"));
}

TEST(Operators, LimitsDevicesAndSizes) {
  EXPECT_THAT(
      by("limit", "cudaDeviceSetLimit(cudaLimitMallocHeapSize, n);"),
      UnorderedElementsAre("n → n - 1", "n → (n) / 2",
                           "cudaLimitMallocHeapSize → cudaLimitDevRuntimePendingLaunchCount"));
  EXPECT_THAT(by("device", "cudaSetDevice(n);"), UnorderedElementsAre("n → 0", "n → 1"));
  EXPECT_THAT(by("size", "cudaMalloc(&out, n * sizeof(int));"),
              ElementsAre("n * sizeof(int) → (n * sizeof(int)) - 1"));
}

TEST(Operators, Ptx) {
  const auto found = in_kernel(
      "asm volatile(\"atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;\" : \"=r\"(n) : \"l\"(out) : "
      "\"memory\");");
  EXPECT_THAT(found,
              IsSupersetOf({"asm-volatile: without volatile", "clobber: without \"memory\"",
                            "ptx-order: .acq_rel → .relaxed", "ptx-order: .acq_rel → .release",
                            "ptx-scope: .gpu → .cta", "ptx-operation: .inc. → .add."}));
  EXPECT_THAT(in_kernel("asm volatile(\"bar.sync 0;\");"),
              Contains(StartsWith("without-barrier: ")));
}

TEST(Mutants, LinesKeepTheirNumbers) {
  const std::string text =
      "__global__ void f(int* a) {\n// begin: x\n  g(a,\n    1);\n  a[0] = 2;\n// end: x\n}\n";
  for (const Mutant& mutant : find_mutants(text, "exercise.cu")) {
    const std::string after = mutated(text, mutant);
    EXPECT_EQ(std::count(after.begin(), after.end(), '\n'), 7) << mutant.shown();
  }
}

TEST(Mutants, AreKnownByTheirTextNotByTheirLine) {
  const std::string text =
      "void f(int n) {\n// begin: x\n  if (n < 1) g();\n  if (n < 1) g();\n// end: x\n}\n";
  const std::vector<Mutant> before = find_mutants(text, "exercise.cu");
  const std::vector<Mutant> after = find_mutants("// A line more.\n" + text, "exercise.cu");
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].line + 1, after[i].line);
    EXPECT_EQ(before[i].line_text, after[i].line_text);
    EXPECT_EQ(before[i].occurrence, after[i].occurrence);
  }
  EXPECT_EQ(before.back().occurrence, 2U);
}

TEST(Mutants, ADiffHasThreeLinesAround) {
  const std::string text = "1\n2\n3\n4\nabc\n6\n7\n8\n9\n";
  Mutant mutant;
  mutant.offset = text.find('b');
  mutant.length = 1;
  mutant.to = "x";
  EXPECT_EQ(diff_of(text, mutant, "e.cu"),
            "--- a/e.cu\n+++ b/e.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-abc\n+axc\n 6\n 7\n 8\n");
}

}  // namespace
}  // namespace course::mutants

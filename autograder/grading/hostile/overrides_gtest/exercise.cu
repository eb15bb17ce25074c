// Does nothing, and defines GoogleTest functions that report no failure.
#include "../parts/does_nothing.cu"

namespace testing {
class UnitTest {
 public:
  bool Passed() const;
  int Run();
};
bool UnitTest::Passed() const { return true; }
int UnitTest::Run() { return 0; }
namespace internal {
class AssertHelper {
 public:
  void report() const;
};
void AssertHelper::report() const {}
bool AlwaysTrue() { return true; }
}  // namespace internal
}  // namespace testing

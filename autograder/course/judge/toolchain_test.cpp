// What exercises are compiled by, and when that is something else than before.
#include "course/judge/toolchain.h"

#include <gmock/gmock.h>

#include "course/judge/build_cache.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::IsSupersetOf;

/// All fingerprints of the tools, and the keys made from them.
std::vector<std::string> fingerprints(const LittleCourse& little) {
  std::vector<std::string> all;
  for (const Device device : {Device::kEmulator, Device::kGpu}) {
    all.push_back(exercise_key(little.course(), little.lesson(), little.exercise(), device));
    for (const Look look : {Look::kTimes, Look::kContents}) {
      all.push_back(compiler_fingerprint(device, look));
      all.push_back(toolchain_fingerprint(toolchain_of(little.course()), device, look));
    }
  }
  return all;
}

TEST(Toolchain, AnotherCompilerChangesEveryFingerprint) {
  const LittleCourse little;
  const std::vector<std::string> before = fingerprints(little);
  EXPECT_EQ(fingerprints(little), before);
  const NamedCompiler other("another-compiler");
  const std::vector<std::string> after = fingerprints(little);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NE(after[i], before[i]) << i;
}

TEST(Toolchain, EveryProgramAndHeaderCounts) {
  const LittleCourse little;
  const Toolchain tools = toolchain_of(little.course());
  const std::filesystem::path header = tools.headers / "emulator" / "seam.h";
  write_file(header, "");
  for (const Look look : {Look::kTimes, Look::kContents}) {
    for (const auto& file : {tools.emucc, tools.emulator, tools.runner, header}) {
      const std::string before = toolchain_fingerprint(tools, Device::kEmulator, look);
      write_file(file, read_file(file) + "changed\n");
      EXPECT_NE(toolchain_fingerprint(tools, Device::kEmulator, look), before) << file;
    }
  }
}

TEST(Toolchain, TheSameContentsMadeAgainAreTheSame) {
  const LittleCourse little;
  const Toolchain tools = toolchain_of(little.course());
  const auto all = [&](Look look) { return toolchain_fingerprint(tools, Device::kEmulator, look); };
  const std::string times = all(Look::kTimes), contents = all(Look::kContents);
  std::filesystem::last_write_time(tools.emulator, {});
  EXPECT_NE(all(Look::kTimes), times);
  EXPECT_EQ(all(Look::kContents), contents);
}

TEST(Toolchain, TheCommandNamesTheCompilerThatIsNamed) {
  const NamedCompiler named("another-compiler");
  EXPECT_EQ(compiler_below(), "another-compiler");
  for (const Device device : {Device::kEmulator, Device::kGpu}) {
    EXPECT_THAT(compile_command("emucc", device, {"lessons/01", "exercise.cu", "exercise.so"}),
                IsSupersetOf({"-ccbin", "another-compiler", "-Ilessons/01", "-o", "exercise.so",
                              "exercise.cu"}));
  }
}

}  // namespace
}  // namespace course

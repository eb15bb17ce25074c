#include "toolchain/nvcc/dependencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace emu::toolchain {
namespace {

using ::testing::ElementsAre;

TEST(Dependencies, FlagsNameTheObjectUnlessATargetIsGiven) {
  Dependencies wanted;
  EXPECT_THAT(dependency_flags(wanted, "x.o", "f"), ElementsAre("-MD", "-MF", "f", "-MQ", "x.o"));
  wanted.targets = {"-MT", "y.o"};
  wanted.with_system = false;
  wanted.phony = true;
  EXPECT_THAT(dependency_flags(wanted, "x.o", "f"),
              ElementsAre("-MMD", "-MF", "f", "-MP", "-MT", "y.o"));
}

TEST(Dependencies, AreBesideTheObjectUnlessAFileIsGiven) {
  EXPECT_EQ(dependency_file({}, "a/x.o"), "a/x.d");
  Dependencies wanted;
  wanted.file = "b.dep";
  EXPECT_EQ(dependency_file(wanted, "a/x.o"), "b.dep");
}

TEST(Dependencies, TemporaryFilesAreLeftOut) {
  EXPECT_EQ(without_files_below(
                "x.o: a.cu /tmp/e/0.h \\\n a\\ b.h \\\n  /tmp/e/1.h c.h\n\n/tmp/e/0.h:\n\na.cu:\n",
                "/tmp/e/"),
            "x.o: \\\n a.cu \\\n a\\ b.h \\\n c.h\na.cu:\n");
  EXPECT_EQ(without_files_below("", "/tmp/e/"), "");
  EXPECT_EQ(without_files_below("x.o: a.cu", "/tmp/e/"), "x.o: \\\n a.cu\n");
}

}  // namespace
}  // namespace emu::toolchain

// The builder in the background: what it builds, that only one is at work, and that it can be
// ended. A stand-in for ninja notes its words and sleeps.
#include "course/judge/checks_ahead.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <chrono>
#include <functional>
#include <thread>

#include "base/process.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

bool comes_true(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return condition();
}

class ChecksAheadTest : public testing::Test {
 protected:
  ChecksAheadTest() {
    fs::remove(little_.course().checks / "01-little");
    write_file(little_.course().build / "build.ninja", "");
    const fs::path builder = "autograder/course/judge/build_ahead.sh";
    fs::create_directories((little_.course().root / builder).parent_path());
    fs::copy_file(fs::path(COURSE_ROOT) / builder, little_.course().root / builder);
    const fs::path tools = little_.course().root / "tools";
    write_file(tools / "ninja",
               "#!/bin/sh\necho \"$@\" >>'" + asked_.string() + "'\nsleep 60 &\nwait\n");
    fs::permissions(tools / "ninja", fs::perms::owner_all);
    setenv("PATH", (tools.string() + ":" + path_).c_str(), 1);
  }
  ~ChecksAheadTest() override {
    stop_building_ahead(little_.course());
    setenv("PATH", path_.c_str(), 1);
  }

  std::string asked() const { return fs::exists(asked_) ? read_file(asked_) : ""; }
  std::string words_for(const std::string& targets) const {
    return "-C " + little_.course().build.string() + " -j 1 " + targets + "\n";
  }

  LittleCourse little_;
  const std::string path_ = getenv("PATH");
  const fs::path asked_ = little_.course().root / "asked";
};

TEST_F(ChecksAheadTest, BuildsWhatIsNotThere) {
  write_file(little_.course().checks / "02-there", "");
  EXPECT_TRUE(build_ahead(little_.course(), {"01-little", "02-there", "03-next"}));
  EXPECT_TRUE(comes_true([&] { return !asked().empty(); }));
  EXPECT_EQ(asked(), words_for("checks_01-little checks_03-next"));
}

TEST_F(ChecksAheadTest, BuildsTheEmulatorFirst) {
  fs::remove(little_.course().runner());
  EXPECT_FALSE(emulator_is_built(little_.course()));
  build_ahead(little_.course(), {"01-little"});
  EXPECT_TRUE(comes_true([&] { return !asked().empty(); }));
  EXPECT_EQ(asked(), words_for("course_runtime checks_01-little"));
}

TEST_F(ChecksAheadTest, IsAlone) {
  build_ahead(little_.course(), {"01-little"});
  ASSERT_TRUE(comes_true([&] { return asked() == words_for("checks_01-little"); }));
  const fs::path builder = little_.course().root / "autograder/course/judge/build_ahead.sh";
  EXPECT_TRUE(
      base::run_process({{builder.string(), little_.course().build.string(), "checks_02-next"}})
          .ok());
  EXPECT_EQ(asked(), words_for("checks_01-little"));
}

TEST_F(ChecksAheadTest, LeavesNoNumberThatAnotherGroupCouldGet) {
  build_ahead(little_.course(), {"01-little"});
  ASSERT_TRUE(comes_true([&] { return !asked().empty(); }));
  const fs::path number = little_.course().build / ".ahead";
  EXPECT_FALSE(fs::is_empty(number));
  stop_building_ahead(little_.course());
  EXPECT_TRUE(fs::is_empty(number));
  write_file(little_.course().root / "tools/ninja", "#!/bin/sh\nexit 1\n");
  fs::permissions(little_.course().root / "tools/ninja", fs::perms::owner_all);
  EXPECT_TRUE(comes_true([&] {
    base::run_process({{(little_.course().root / "autograder/course/judge/build_ahead.sh").string(),
                        little_.course().build.string(), "checks_01-little"}});
    return fs::is_empty(number);
  }));
}

TEST_F(ChecksAheadTest, MakesRoom) {
  build_ahead(little_.course(), {"01-little"});
  ASSERT_TRUE(comes_true([&] { return asked() == words_for("checks_01-little"); }));
  stop_building_ahead(little_.course());
  EXPECT_TRUE(comes_true([&] {
    build_ahead(little_.course(), {"02-next"});
    return asked() == words_for("checks_01-little") + words_for("checks_02-next");
  })) << asked();
}

TEST_F(ChecksAheadTest, StartsNothingWhereNothingCanBeBuilt) {
  fs::remove(little_.course().build / "build.ninja");
  EXPECT_FALSE(build_ahead(little_.course(), {"01-little"}));
  write_file(little_.course().build / "build.ninja", "");
  EXPECT_TRUE(comes_true([&] {  // a builder of 01 would be in the way
    build_ahead(little_.course(), {"02-next"});
    return !asked().empty();
  }));
  EXPECT_EQ(asked(), words_for("checks_02-next"));
}

TEST_F(ChecksAheadTest, TellsThatNoBuilderCouldBeStarted) {
  setenv("PATH", (little_.course().root / "tools").c_str(), 1);  // there is no setsid
  EXPECT_FALSE(build_ahead(little_.course(), {"01-little"}));
  write_file(little_.course().checks / "01-little", "");
  EXPECT_TRUE(build_ahead(little_.course(), {"01-little"}));  // nothing is missing
}

TEST(LessonsFrom, AreThoseThatFollow) {
  std::vector<Lesson> lessons(3);
  for (std::size_t i = 0; i < 3; ++i) lessons[i].name = "0" + std::to_string(i);
  EXPECT_THAT(lessons_from(lessons, "01", 2), ElementsAre("01", "02"));
  EXPECT_THAT(lessons_from(lessons, "02", 2), ElementsAre("02"));
}

}  // namespace
}  // namespace course

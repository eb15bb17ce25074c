// course slides and course docs, with stand-ins for cmake and for the desktop's xdg-open.
#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/temporary_folder.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class PagesTest : public testing::Test {
 protected:
  PagesTest() : path_(std::getenv("PATH")) {
    setenv("PATH", (programs_.path().string() + ":" + path_).c_str(), 1);
    setenv("DISPLAY", ":0", 1);
    write_stand_in("cmake", "echo \"$@\" > '" + log("cmake").string() + "'");
    write_stand_in("xdg-open", "echo \"$@\" > '" + log("xdg-open").string() + "'");
  }

  ~PagesTest() override {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("DISPLAY");
  }

  void write_stand_in(const std::string& name, const std::string& script) const {
    const fs::path file = programs_.path() / name;
    write_file(file, "#!/bin/sh\n" + script + "\n");
    fs::permissions(file, fs::perms::owner_all);
  }

  fs::path log(const std::string& program) const { return programs_.path() / (program + ".log"); }
  std::string page() const { return (little_.course().build / "slides" / "index.html").string(); }

  LittleCourse little_;
  base::TemporaryFolder programs_;
  std::string path_;
};

TEST_F(PagesTest, MakesThePagesAndOpensTheFirst) {
  EXPECT_EQ(little_.run({"slides"}), 0);
  EXPECT_EQ(little_.out, "opened " + page() + "\n");
  EXPECT_EQ(read_file(log("cmake")),
            "--build " + little_.course().build.string() + " --target slides\n");
  EXPECT_EQ(read_file(log("xdg-open")), page() + "\n");
}

TEST_F(PagesTest, MakesTheDocumentationAndSaysWhereItIs) {
  EXPECT_EQ(little_.run({"docs", "--no-open"}), 0);
  const fs::path front = little_.course().build / "docs" / "html" / "index.html";
  EXPECT_EQ(little_.out, front.string() + "\n");
  EXPECT_EQ(read_file(log("cmake")),
            "--build " + little_.course().build.string() + " --target docs\n");
}

TEST_F(PagesTest, SaysWhereThePageIsWhenAskedNotToOpenIt) {
  EXPECT_EQ(little_.run({"slides", "--no-open"}), 0);
  EXPECT_EQ(little_.out, page() + "\n");
  EXPECT_FALSE(fs::exists(log("xdg-open")));
}

TEST_F(PagesTest, SaysWhereThePageIsWhereThereIsNoDesktop) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  EXPECT_EQ(little_.run({"slides", "--json"}), 0);
  EXPECT_EQ(json::parse(little_.out)["page"], page());
  EXPECT_EQ(json::parse(little_.out)["opened"], false);
}

TEST_F(PagesTest, SaysWhyPagesCannotBeMade) {
  write_stand_in("cmake", "echo 'Slides need nodejs: apt-get install nodejs' >&2; exit 1");
  EXPECT_EQ(little_.run({"slides", "--json"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("the slides could not be made"));
  EXPECT_THAT(little_.err, HasSubstr("apt-get install nodejs"));
  EXPECT_FALSE(fs::exists(log("xdg-open")));
}

TEST_F(PagesTest, ShowsWhatTheBuildSaysAsItComes) {
  write_stand_in("cmake", "echo '01-first-child-grid.html: 19 slides'; echo no room >&2; exit 1");
  EXPECT_EQ(little_.run({"slides"}), 2);
  EXPECT_EQ(little_.out, "");
  EXPECT_THAT(little_.err, HasSubstr("01-first-child-grid.html: 19 slides\nno room"));
  EXPECT_THAT(little_.err, HasSubstr("the slides could not be made; the lines above say why"));
  EXPECT_FALSE(fs::exists(log("xdg-open")));
}

}  // namespace
}  // namespace course

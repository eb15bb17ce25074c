// Whoever may write to the class's folder can exchange one of theirs while it is read.
#include "grading/intake/regular_file.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/temporary_folder.h"
#include "grading/intake/misplaced.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(RegularFileTest, NoNameBelowTheFolderIsALink) {
  const base::TemporaryFolder folder;
  const fs::path& root = folder.path();
  std::filesystem::create_directory(root / "real");
  std::ofstream(root / "real" / "a.txt") << "a";
  std::filesystem::create_directory_symlink(root / "real", root / "link");
  const Folder opened(root);
  EXPECT_NO_THROW(RegularFile(Folder(opened, "real", "real"), "a.txt", "a.txt"));
  EXPECT_NO_THROW(RegularFile(Folder(root / "link"), "a.txt", "a.txt"));
  EXPECT_THROW(Folder(opened, "link", "link"), NotReadable);
}

TEST(FolderTest, IsTheOneThatWasOpenedWhateverTakesItsName) {
  const base::TemporaryFolder folder;
  const fs::path& root = folder.path();
  for (const char* student : {"ada", "bob"}) {
    fs::create_directory(root / student);
    std::ofstream(root / student / "exercise.cu") << student;
  }
  std::ofstream(root / "bob" / "private.txt") << "bob's";
  const Folder ada(Folder(root), "ada", "ada");
  fs::rename(root / "ada", root / "away");
  fs::create_directory_symlink(root / "bob", root / "ada");
  EXPECT_FALSE(ada.has("private.txt"));
  EXPECT_THAT(files_below(ada.path()), ElementsAre("exercise.cu"));
  char text[4] = "";
  EXPECT_EQ(read(RegularFile(ada, "exercise.cu", "exercise.cu").descriptor(), text, 3), 3);
  EXPECT_STREQ(text, "ada");
}

}  // namespace
}  // namespace grading

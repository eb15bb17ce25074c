// Archives of honest students are taken in, whatever tool has made them.
#include <cstdlib>

#include "grading/intake/tests/little_class.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::SizeIs;

// What the tools of honest students write, as far as they are here.
class HonestArchives : public IntakeTest {
 protected:
  void made_by(const std::string& command) {
    write("../work/01-first/exercise.cu", "one");
    write("../work/01-first/answers.toml", "a");
    write("../work/01-first/notes Ü.txt", std::string(100'000, 'n'));
    fs::create_directories(class_);
    const std::string tool = command.substr(0, command.find(' '));
    if (std::system(("command -v " + tool + " >/dev/null").c_str()) != 0)
      GTEST_SKIP() << tool << " is not here";
    ASSERT_EQ(
        std::system(("cd '" + (folder_.path() / "work").string() + "' && " + command).c_str()), 0);
    const Intake intake = take();
    for (const Refused& refused : intake.refused) ADD_FAILURE() << refused.why;
    EXPECT_THAT(intake.handed_in, SizeIs(1));
    EXPECT_THAT(intake.doubts, IsEmpty());
    EXPECT_EQ(kept("ada/01-first/exercise.cu"), "one");
    EXPECT_EQ(kept("ada/01-first/answers.toml"), "a");
  }
};

TEST_F(HonestArchives, OfInfoZip) { made_by("zip -qr ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipToAPipe) { made_by("zip -qr - . >../class/ada.zip"); }
TEST_F(HonestArchives, OfInfoZipWithSizesBehind) { made_by("zip -qrfd ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipInTheWideForm) { made_by("zip -qrfz ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipStored) { made_by("zip -qr0 ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipWithAComment) {
  made_by("zip -qr ../class/ada.zip 01-first && echo by ada | zip -qz ../class/ada.zip");
}
TEST_F(HonestArchives, OfInfoZipChangedLater) {
  made_by(
      "zip -qr ../class/ada.zip . && echo more >more && zip -q ../class/ada.zip more && "
      "zip -qd ../class/ada.zip more");
}
TEST_F(HonestArchives, Of7z) { made_by("7z a -bd ../class/ada.zip . >/dev/null"); }
TEST_F(HonestArchives, OfGnuTar) { made_by("tar czf ../class/ada.tar.gz ."); }
TEST_F(HonestArchives, OfGnuTarInPax) { made_by("tar czf ../class/ada.tgz --format=pax 01-first"); }
TEST_F(HonestArchives, OfBsdtar) { made_by("bsdtar czf ../class/ada.tgz ."); }
TEST_F(HonestArchives, OfBsdtarAsZip) { made_by("bsdtar --format=zip -cf ../class/ada.zip ."); }
TEST_F(HonestArchives, OfTarInDeepFolders) {
  made_by(
      "tar czf ../class/ada.tgz --transform=\"s,^,$(printf 'Ordner-ä/%.0s' $(seq 30)),\" 01-first");
}
TEST_F(HonestArchives, OfGit) {
  made_by(
      "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a && "
      "git archive --format=tar.gz -o ../class/ada.tar.gz HEAD");
}
TEST_F(HonestArchives, OfGitAsZip) {
  made_by(
      "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a && "
      "git archive --format=zip -o ../class/ada.zip HEAD");
}
TEST_F(HonestArchives, OfPython) {
  made_by("python3 -c 'import shutil; shutil.make_archive(\"../class/ada\", \"zip\")'");
}
TEST_F(HonestArchives, OfPythonToAPipe) {
  made_by("python3 -m zipfile -c /dev/stdout 01-first | cat >../class/ada.zip");
}
TEST_F(HonestArchives, OfPythonInTar) {
  made_by("python3 -c 'import shutil; shutil.make_archive(\"../class/ada\", \"gztar\")'");
}
TEST_F(HonestArchives, OfAMac) {
  made_by(
      "python3 -c '\n"
      "import io, sys, zipfile\n"
      "class Pipe(io.RawIOBase):\n"
      "    def writable(self): return True\n"
      "    def write(self, data): sys.stdout.buffer.write(data); return len(data)\n"
      "with zipfile.ZipFile(Pipe(), \"w\", zipfile.ZIP_DEFLATED) as z:\n"
      "    z.writestr(\"w\\u0308/01-first/\", \"\")\n"
      "    z.write(\"01-first/exercise.cu\", \"w\\u0308/01-first/exercise.cu\")\n"
      "    z.writestr(\"__MACOSX/w\\u0308/01-first/._exercise.cu\", b\"\\0\\5\\x16\\7\")\n"
      "    z.write(\"01-first/answers.toml\", \"w\\u0308/01-first/answers.toml\")\n"
      "' >../class/ada.zip");
}
TEST_F(HonestArchives, WithAnOlderArchiveInThem) {
  made_by("zip -qr old.zip 01-first && zip -qr0 ../class/ada.zip .");
}

}  // namespace
}  // namespace grading

// emucc in nvcc's place: what build systems ask, and object files that another linker links.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/process.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Answers : public ::testing::Test {
 protected:
  Answers() {
    std::string name = (fs::temp_directory_path() / "answers-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Answers() override { fs::remove_all(folder_); }

  static base::Ended emucc(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), EMUCC);
    return run(arguments);
  }
  static base::Ended run(std::vector<std::string> command) {
    return base::run_process({.arguments = std::move(command), .heard = base::Heard::kAll});
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  /// Where the emulator's libraries are, by what `-v` says.
  static std::string library_folder() {
    const std::string said = emucc({"-v", "no-such-file"}).err;
    const std::string before = "LIBRARIES=\"-L";
    const std::size_t begin = said.find(before) + before.size();
    return said.substr(begin, said.find('"', begin) - begin);
  }

 private:
  fs::path folder_;
};

TEST_F(Answers, TheVersionIsThatOfCuda) {
  const std::string said = emucc({"--version"}).out;
  EXPECT_THAT(said, HasSubstr("nvcc: NVIDIA (R) Cuda compiler driver"));
  EXPECT_THAT(said, HasSubstr("release 13.0, V13.0.88"));
  EXPECT_THAT(said, HasSubstr("emulated device"));
}

TEST_F(Answers, TheToolkitIsThereWhereItIsSaidToBe) {
  const base::Ended ended = emucc({"-v", "__cmake_determine_cuda"});
  EXPECT_NE(ended.exit_status, 0);
  EXPECT_THAT(ended.err, ContainsRegex("#\\$ TOP=/"));
  const std::size_t begin = ended.err.find("#$ TOP=") + 7;
  const fs::path top = ended.err.substr(begin, ended.err.find('\n', begin) - begin);
  EXPECT_TRUE(fs::exists(top / "bin" / "nvcc"));
  EXPECT_TRUE(fs::exists(top / "include" / "cuda_runtime.h"));
  EXPECT_TRUE(fs::exists(top / "lib" / "libcudart.so"));
}

TEST_F(Answers, NothingIsSaidUnasked) {
  const std::string source = file("e.cu", "__global__ void nothing() {}\n");
  EXPECT_EQ(emucc({"-c", source, "-o", path("e.o"), "-Xptxas", "-v"}).err, "");
}

constexpr const char* kKernel = R"(
#include <cstdio>
#include <cstdlib>
#include "n.h"
__global__ void fill(int* data) { data[threadIdx.x] = N; }
int start() {
  int* data = nullptr;
  if (cudaMallocManaged(&data, 32 * sizeof(int)) != cudaSuccess) return 1;
  char* text = static_cast<char*>(std::malloc(100));
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  std::snprintf(text, 100, "%d", data[31]);
  const int value = std::atoi(text);
  std::free(text);
  cudaFree(data);
  return value == N ? 0 : 1;
}
)";

TEST_F(Answers, AnyLinkerLinksItsObjects) {
  file("n.h", "#define N 7\n");
  file("main.cpp", "int start(); int main() { return start(); }");
  for (const std::string compiler : {"g++", "clang++"}) {
    ASSERT_EQ(emucc({"-c", file("k.cu", kKernel), "-o", path("k.o"), "--compiler", compiler}).err,
              "");
    for (const std::string library : {"-lcudart_static", "-lcudart"}) {
      const base::Ended linked =
          run({compiler, path("main.cpp"), path("k.o"), "-o", path("program"),
               "-L" + library_folder(), "-lcudadevrt", library});
      ASSERT_EQ(linked.exit_status, 0) << linked.err;
      const base::Ended ended = run({path("program")});
      EXPECT_EQ(ended.exit_status, 0);
      EXPECT_EQ(ended.err, "");
    }
  }
}

TEST_F(Answers, DependenciesNameTheUsersHeaders) {
  file("n.h", "#define N 7\n");
  file("n_device.h", "");
  const std::string source = file(
      "k.cu", "#ifdef __CUDA_ARCH__\n#include \"n_device.h\"\n#endif\n" + std::string(kKernel));
  ASSERT_EQ(
      emucc({"-c", source, "-DM=3", "-o", path("k.o"), "-MD", "-MT", "obj/k.o", "-MF", path("k.d")})
          .err,
      "");
  EXPECT_THAT(text_of("k.d"), HasSubstr("obj/k.o:"));
  EXPECT_THAT(text_of("k.d"), HasSubstr("/n.h"));
  EXPECT_THAT(text_of("k.d"), HasSubstr("/n_device.h"));
  EXPECT_THAT(text_of("k.d"), Not(HasSubstr("emucc-")));  // temporary
  const std::string only = emucc({"-MM", source, "-MT", "k.obj"}).out;
  EXPECT_THAT(only, HasSubstr("k.obj:"));
  EXPECT_THAT(only, HasSubstr("/n.h"));
  EXPECT_THAT(only, Not(HasSubstr("cuda_runtime.h")));
}

TEST_F(Answers, DeviceLinksMakeAnObject) {
  file("n.h", "#define N 7\n");
  ASSERT_EQ(emucc({"-dc", file("k.cu", kKernel), "-o", path("k.o")}).err, "");
  ASSERT_EQ(emucc({"-dlink", path("k.o"), "-o", path("d.o"), "-lcudadevrt"}).err, "");
  file("main.cpp", "int start(); int main() { return start(); }");
  ASSERT_EQ(run({"g++", path("main.cpp"), path("k.o"), path("d.o"), "-o", path("program"),
                 "-L" + library_folder(), "-lcudart"})
                .exit_status,
            0);
  EXPECT_EQ(run({path("program")}).exit_status, 0);
}

}  // namespace
}  // namespace emu::toolchain

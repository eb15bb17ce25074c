// emucc as its users run it, with the real headers and both compilers.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "toolchain/process.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Emucc : public ::testing::Test {
 protected:
  Emucc() {
    std::string name = (fs::temp_directory_path() / "emucc-test-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Emucc() override { fs::remove_all(folder_); }

  Finished emucc(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), EMUCC);
    return run(arguments);
  }
  static std::string source(const std::string& name) {
    return std::string(EMUCC_TESTDATA "/") + name;
  }
  std::string made(const std::string& name) const { return (folder_ / name).string(); }

  void expect_compiles(const std::vector<std::string>& flags) const {
    std::vector<std::string> arguments = {
        "-c", source("forms.cu"), "-o", made("forms.o"), "-Werror", "-Wall"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Finished finished = emucc(arguments);
    EXPECT_EQ(finished.status, 0);
    EXPECT_THAT(finished.messages, IsEmpty());
    EXPECT_TRUE(fs::exists(made("forms.o")));
  }

 private:
  fs::path folder_;
};

TEST_F(Emucc, EveryFormCompilesChecked) { expect_compiles({}); }
TEST_F(Emucc, EveryFormCompilesUnchecked) { expect_compiles({"--no-check"}); }
TEST_F(Emucc, EveryFormCompilesWithClang) { expect_compiles({"--compiler", "clang++", "-I", "."}); }
TEST_F(Emucc, EveryFormCompilesAsInExercises) { expect_compiles({"-std=c++20"}); }

// `g++ -H` marks a precompiled header that it uses with an exclamation mark.
TEST_F(Emucc, PrecompiledHeadersAreUsed) {
  const std::vector<std::string> arguments = {"-c",        source("kernel.cu"), "-o",
                                              made("k.o"), "-Xcompiler",        "-H"};
  const auto messages = [&](std::vector<std::string> more) {
    more.insert(more.begin(), arguments.begin(), arguments.end());
    return emucc(more).messages;
  };
  EXPECT_THAT(messages({}), ContainsRegex("! [^\n]*prefix.h.gch/checked.gch"));
  EXPECT_THAT(messages({"-DT=int", "-UN"}), ContainsRegex("! [^\n]*prefix.h.gch/checked.gch"));
  EXPECT_THAT(messages({"-std=c++20"}), ContainsRegex("! [^\n]*prefix.h.gch/checked_20.gch"));
  EXPECT_THAT(messages({"-std=c++20", "--no-check"}),
              ContainsRegex("! [^\n]*prefix.h.gch/unchecked.gch"));
}

TEST_F(Emucc, MacrosOfTheUsersChangeNoHeader) {
  std::vector<std::string> arguments = {"-c", source("macros.cu"), "-o", made("m.o"), "-DV"};
  for (char name = 'A'; name <= 'Z'; ++name)
    if (name != 'V') arguments.push_back(std::string("-D") + name + "=" + std::to_string(name));
  for (const std::string compiler : {"g++", "clang++"}) {
    auto each = arguments;
    each.insert(each.end(), {"--compiler", compiler});
    const Finished finished = emucc(each);
    EXPECT_EQ(finished.status, 0) << compiler;
    EXPECT_EQ(finished.messages, "");
  }
}

TEST_F(Emucc, TheLanguageIsNvccs) {
  const auto status = [&](std::vector<std::string> flags) {
    flags.insert(flags.end(), {"-c", source("cpp17.cu"), "-o", made("l.o")});
    return emucc(flags).status;
  };
  EXPECT_EQ(status({}), 0);
  EXPECT_EQ(status({"--compiler", "clang++"}), 0);
  EXPECT_EQ(status({"-std=c++20"}), 1);
}

TEST_F(Emucc, NamesOfCuda12Work) {
  const Finished built = emucc({source("cuda12.cu"), "-o", made("program")});
  EXPECT_EQ(built.messages, "");
  ASSERT_EQ(built.status, 0);
  EXPECT_EQ(run({made("program")}).status, 0);
}

TEST_F(Emucc, NamesOfCudaThatItDoesNotHaveAreNamed) {
  for (const char* compiler : {"g++", "clang++"}) {
    const Finished finished =
        emucc({"-c", source("missing_name.cu"), "-o", made("n.o"), "--compiler", compiler});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(
        finished.messages,
        ContainsRegex("missing_name.cu:3:[0-9]*: error: 'cudaGetKernel' is CUDA's, but the "
                      "emulator does not have it: kernels are compiled with the program: no "
                      "library of compiled kernels can be loaded\n"));
    EXPECT_THAT(finished.messages, Not(HasSubstr("declared")));
  }
}

TEST_F(Emucc, OtherFlagsThanThePrecompiledHeadersWorkToo) {
  expect_compiles({"-O1", "-DUNUSED=3", "--default-stream=per-thread"});
}

TEST_F(Emucc, TheCompilersMessagesPointAtTheUsersWords) {
  const Finished finished = emucc({"-c", source("broken.cu"), "-o", made("b.o")});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.messages, HasSubstr("broken.cu:5:19: error: "));
  EXPECT_THAT(finished.messages, HasSubstr("fill<<<1, 32>>>(dta);"));
  EXPECT_FALSE(fs::exists(made("b.o")));
}

TEST_F(Emucc, ClangsMessagesPointAtTheUsersWords) {
  const Finished finished =
      emucc({"-c", source("broken.cu"), "-o", made("b.o"), "--compiler", "clang++"});
  EXPECT_THAT(finished.messages, HasSubstr("broken.cu:5:19: error: use of undeclared identifier"));
}

TEST_F(Emucc, MessagesKnowNeitherLambdasNorOurHeaders) {
  for (const char* compiler : {"g++", "clang++"}) {
    const Finished finished =
        emucc({"-c", source("wrong_kernel.cu"), "-o", made("w.o"), "--compiler", compiler});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.messages, HasSubstr("wrong_kernel.cu:4:23: error: "));
    EXPECT_THAT(finished.messages, HasSubstr("  data[threadIdx.x] = mising;"));
    EXPECT_THAT(finished.messages, ContainsRegex("wrong_kernel.cu:5:[0-9]*: error: "));  // return 5
    EXPECT_THAT(finished.messages, HasSubstr("error: <<<…>>> takes a grid"));
    for (const char* internal : {"lambda", "emu::", "emu_shared", "EMU_", "seam.h"})
      EXPECT_THAT(finished.messages, Not(HasSubstr(internal))) << compiler;
  }
}

TEST_F(Emucc, LibrariesThatItDoesNotHaveAreNamed) {
  for (const char* compiler : {"g++", "clang++"}) {
    const Finished finished =
        emucc({"-c", source("cublas.cu"), "-o", made("t.o"), "--compiler", compiler});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.messages,
                HasSubstr("cublas.cu:1:10: fatal error: the emulator does not have "
                          "<cublas_v2.h>: cuBLAS is not emulated; "));
    EXPECT_THAT(finished.messages, Not(HasSubstr("No such file")));
    const Finished part =
        emucc({"-c", source("thrust.cu"), "-o", made("t.o"), "--compiler", compiler});
    EXPECT_EQ(part.status, 1);
    EXPECT_THAT(part.messages,
                HasSubstr("the emulator does not have <thrust/shuffle.h>: of Thrust, the emulator "
                          "has the parts that its documentation lists"));
  }
}

TEST_F(Emucc, RefusedCodeIsNotCompiled) {
  const Finished finished = emucc({"-c", source("refused.cu"), "-o", made("r.o")});
  EXPECT_EQ(finished.status, 2);
  const std::string start = source("refused.cu") + "(3): error: ";
  EXPECT_EQ(finished.messages,
            start +
                "calling a __host__ function(\"cudaDeviceSynchronize\") from a __global__ "
                "function(\"parent\") is not allowed: since CUDA 12, a kernel cannot wait for its "
                "children; launch what comes after them into cudaStreamTailLaunch, or compile with "
                "--cdp1 as for a textbook\n" +
                start + "identifier \"cudaDeviceSynchronize\" is undefined in device code\n");
  EXPECT_FALSE(fs::exists(made("r.o")));
}

TEST_F(Emucc, WrongUseIsToldInOneLine) {
  const Finished missing = emucc({"-c", "nowhere/x.cu"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.messages, "emucc: the input file nowhere/x.cu does not exist\n");
  const Finished compiler = emucc({"-c", source("kernel.cu"), "--compiler", "no-such-compiler"});
  EXPECT_EQ(compiler.status, 2);
  EXPECT_THAT(compiler.messages, HasSubstr("emucc: no-such-compiler cannot be started"));
  EXPECT_EQ(emucc({}).status, 2);
}

TEST_F(Emucc, AnotherInstallationMustExist) {
  setenv("EMULATOR_HOME", "/nowhere", 1);
  const Finished finished = emucc({"-c", source("kernel.cu"), "-o", made("k.o")});
  unsetenv("EMULATOR_HOME");
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.messages, HasSubstr("include folder /nowhere/include does not exist"));
}

TEST_F(Emucc, SystemHeadersOfTheUsersAreNotTranslated) {
  const Finished finished =
      emucc({"--translate", source("kernel.cu"), "-o", made("k.ii"), "--compiler", "clang++"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.messages, IsEmpty());
  EXPECT_GT(fs::file_size(made("k.ii")), 1000u);
}

// Programs run on the real device: a kernel in one file, its launch and host code in others.
TEST_F(Emucc, SeveralFilesMakeOneProgram) {
  const Finished made_program = emucc(
      {source("kernel.cu"), source("launch.cu"), source("host_part.cpp"), "-o", made("program")});
  EXPECT_EQ(made_program.messages, "");
  ASSERT_EQ(made_program.status, 0);
  EXPECT_EQ(run({made("program")}).status, 0);
}

TEST_F(Emucc, ObjectFilesMakeOneProgram) {
  for (const std::string compiler : {"g++", "clang++"}) {
    for (const std::string name : {"kernel.cu", "launch.cu", "host_part.cpp"}) {
      ASSERT_EQ(
          emucc({"-dc", source(name), "-o", made(name + ".o"), "--compiler", compiler}).status, 0);
    }
    ASSERT_EQ(emucc({"-rdc=true", made("kernel.cu.o"), made("launch.cu.o"), made("host_part.cpp.o"),
                     "-o", made("program"), "--compiler", compiler})
                  .status,
              0);
    EXPECT_EQ(run({made("program")}).status, 0) << compiler;
  }
}

// On the host `new` never returns null, and compilers would leave the look out.
TEST_F(Emucc, KernelsLookWhetherTheHeapWasFull) {
  for (const std::string compiler : {"g++", "clang++"}) {
    ASSERT_EQ(emucc({source("full_heap.cu"), "-o", made("program"), "--compiler", compiler}).status,
              0);
    EXPECT_EQ(run({made("program")}).status, 0) << compiler;
  }
}

TEST_F(Emucc, SharedLibrariesHoldHostFunctions) {
  ASSERT_EQ(emucc({"--shared", source("kernel.cu"), source("host_part.cpp"), "-o", made("libk.so")})
                .status,
            0);
  void* library = dlopen(made("libk.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_NE(dlsym(library, "_Z9host_parti"), nullptr);
  dlclose(library);
}

TEST_F(Emucc, DeviceCodeIsItsFilesOwn) {
  for (const char* compiler : {"g++", "clang++"}) {
    const std::vector<std::string> arguments = {
        source("local_one.cu"), source("local_two.cu"), "-o",
        made("program"),        "--compiler",           compiler};
    const Finished built = emucc(arguments);
    EXPECT_EQ(built.messages, "");
    ASSERT_EQ(built.status, 0);
    EXPECT_EQ(run({made("program")}).status, 0);
  }
}

TEST_F(Emucc, DeviceCodeOfOtherFilesIsFoundWithRdc) {
  std::vector<std::string> arguments = {source("local_one.cu"), source("local_two.cu"), "-o",
                                        made("program"), "-rdc=true"};
  EXPECT_THAT(emucc(arguments).messages, HasSubstr("multiple definition of"));
  arguments = {source("rdc_user.cu"), source("kernel.cu"), "-o", made("program")};
  EXPECT_THAT(emucc(arguments).messages,
              HasSubstr("emucc: device code of one file can use that of another only with -rdc="));
  arguments.emplace_back("-rdc=true");
  EXPECT_EQ(emucc(arguments).messages, "");
}

TEST_F(Emucc, UncheckedProgramsRunToo) {
  ASSERT_EQ(emucc({"--no-check", source("kernel.cu"), source("launch.cu"), source("host_part.cpp"),
                   "-o", made("program")})
                .status,
            0);
  EXPECT_EQ(run({made("program")}).status, 0);
}

}  // namespace
}  // namespace emu::toolchain

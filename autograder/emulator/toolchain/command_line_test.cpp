#include "toolchain/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace emu::toolchain {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    parse_command_line(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

int arch_of_call(std::vector<std::string> words) {
  words.emplace_back("x.cu");
  return parse_command_line(words).arch;
}

TEST(CommandLine, TheArchitectureIsWhatDeviceCodeSees) {
  EXPECT_EQ(arch_of_call({}), 900);
  EXPECT_EQ(arch_of_call({"-arch=sm_75"}), 750);
  EXPECT_EQ(arch_of_call({"--gpu-architecture", "compute_80"}), 800);
  EXPECT_EQ(arch_of_call({"-arch=sm_90a"}), 900);
  EXPECT_EQ(arch_of_call({"-arch=native"}), 900);
}

TEST(CommandLine, OfSeveralArchitecturesTheHighestThatTheCardRuns) {
  EXPECT_EQ(arch_of_call({"-gencode", "arch=compute_60,code=sm_60",
                          "-gencode=arch=compute_80,code=[sm_80,compute_80]", "--generate-code",
                          "arch=compute_70,code=sm_70"}),
            800);
  EXPECT_EQ(arch_of_call({"-gencode=arch=compute_100,code=sm_100"}), 900);
}

TEST(CommandLine, AnArchitectureThatIsNoneIsRefused) {
  EXPECT_THROW(arch_of_call({"-arch=hopper"}), UsageError);
  EXPECT_THROW(arch_of_call({"-arch=sm_"}), UsageError);
}

TEST(CommandLine, DefaultsToACheckedProgramByGcc) {
  const CommandLine line = parse_command_line({"x.cu"});
  EXPECT_EQ(line.goal, Goal::kProgram);
  EXPECT_EQ(line.compiler, "g++");
  EXPECT_TRUE(line.checked);
  EXPECT_FALSE(line.cdp1);
  ASSERT_EQ(line.inputs.size(), 1u);
  EXPECT_EQ(line.inputs[0].kind, InputKind::kCuda);
}

TEST(CommandLine, InputsAreToldByTheirEndings) {
  const CommandLine line = parse_command_line({"a.cu", "b.cpp", "c.cc", "d.o", "e.so", "f.a"});
  std::vector<InputKind> kinds;
  for (const Input& input : line.inputs) kinds.push_back(input.kind);
  EXPECT_THAT(kinds, ElementsAre(InputKind::kCuda, InputKind::kCpp, InputKind::kCpp,
                                 InputKind::kObject, InputKind::kObject, InputKind::kObject));
}

TEST(CommandLine, LanguageMayBeForced) {
  EXPECT_EQ(parse_command_line({"-x", "cu", "a.cpp"}).inputs[0].kind, InputKind::kCuda);
}

TEST(CommandLine, Goals) {
  EXPECT_EQ(parse_command_line({"--shared", "x.cu"}).goal, Goal::kSharedLibrary);
  EXPECT_EQ(parse_command_line({"-c", "x.cu"}).goal, Goal::kObjects);
  EXPECT_EQ(parse_command_line({"-dc", "x.cu"}).goal, Goal::kObjects);
  EXPECT_EQ(parse_command_line({"--translate", "x.cu"}).goal, Goal::kTranslation);
}

TEST(CommandLine, CompilersFlagsAreHandedOnInOrder) {
  const CommandLine line = parse_command_line(
      {"-I", "inc", "-Iother", "-DN=3", "-O0", "-Wall", "-g", "x.cu", "-lm", "-L", "d"});
  EXPECT_THAT(line.compile_flags,
              ElementsAre("-I", "inc", "-Iother", "-DN=3", "-O0", "-Wall", "-g"));
  EXPECT_THAT(line.link_flags, ElementsAre("-lm", "-Ld"));
}

TEST(CommandLine, NvccsWordsWithoutMeaningHereArePassedOver) {
  const CommandLine line = parse_command_line({"-arch=sm_90",
                                               "-arch",
                                               "sm_90",
                                               "-gencode",
                                               "arch=compute_90,code=sm_90",
                                               "-gencode=arch=compute_90,code=sm_90",
                                               "-rdc=true",
                                               "-rdc",
                                               "true",
                                               "-lineinfo",
                                               "-G",
                                               "--extended-lambda",
                                               "--expt-relaxed-constexpr",
                                               "-lcudadevrt",
                                               "-lcudart",
                                               "-Xptxas",
                                               "-v",
                                               "-maxrregcount=32",
                                               "-Werror",
                                               "all-warnings",
                                               "-cudart",
                                               "shared",
                                               "x.cu"});
  EXPECT_THAT(line.compile_flags, IsEmpty());
  EXPECT_THAT(line.link_flags, IsEmpty());
  EXPECT_EQ(line.inputs.size(), 1u);
}

TEST(CommandLine, NvccsWordsWithMeaningAreTranslated) {
  EXPECT_THAT(parse_command_line({"-Xcompiler", "-Wall,-fopenmp", "x.cu"}).compile_flags,
              ElementsAre("-Wall", "-fopenmp"));
  EXPECT_THAT(parse_command_line({"-Xcompiler", ",\"-g\",-O2", "x.cu"}).compile_flags,
              ElementsAre("-g", "-O2"));
  EXPECT_EQ(parse_command_line({"--std", "c++20", "x.cu"}).standard, "c++20");
  EXPECT_EQ(parse_command_line({"-std=c++20", "x.cu"}).standard, "c++20");
  EXPECT_EQ(parse_command_line({"x.cu"}).standard, "c++17");
  EXPECT_THAT(parse_command_line({"-Xlinker", "-z,now", "x.cu"}).link_flags,
              ElementsAre("-Wl,-z,now"));
  EXPECT_THAT(parse_command_line({"--default-stream", "per-thread", "x.cu"}).compile_flags,
              ElementsAre("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"));
  EXPECT_THAT(parse_command_line({"--default-stream=legacy", "x.cu"}).compile_flags, IsEmpty());
  EXPECT_EQ(parse_command_line({"-ccbin", "clang++", "x.cu"}).compiler, "clang++");
  EXPECT_EQ(parse_command_line({"--compiler=clang++", "x.cu"}).compiler, "clang++");
}

TEST(CommandLine, NvccsLongWordsAreItsShortOnes) {
  const CommandLine line = parse_command_line(
      {"--define-macro=N=3", "--include-path", "inc", "--system-include=sys", "--optimize", "1",
       "--library", "m", "--library-path=d", "--output-file=x", "--device-c", "x.cu"});
  EXPECT_THAT(line.compile_flags, ElementsAre("-D", "N=3", "-I", "inc", "-isystem", "sys", "-O1"));
  EXPECT_THAT(line.link_flags, ElementsAre("-lm", "-Ld"));
  EXPECT_EQ(line.output, "x");
  EXPECT_TRUE(line.rdc);
}

TEST(CommandLine, WhatCMakeSaysToNvccIsTaken) {
  const CommandLine line =
      parse_command_line({"-forward-unknown-to-host-compiler",
                          "-ccbin=g++",
                          "-isystem=/usr/include/x",
                          "-O3",
                          "--generate-code=arch=compute_80,code=[compute_80,sm_80]",
                          "-Xcompiler=-fPIC,-Wall",
                          "-march=native",
                          "-fopenmp",
                          "-MD",
                          "-MT",
                          "a.cu.o",
                          "-MF",
                          "a.cu.o.d",
                          "-x",
                          "cu",
                          "-rdc=true",
                          "-c",
                          "a.cu",
                          "-o",
                          "a.cu.o"});
  EXPECT_EQ(line.goal, Goal::kObjects);
  EXPECT_EQ(line.arch, 800);
  EXPECT_TRUE(line.dependencies.wanted);
  EXPECT_EQ(line.dependencies.file, "a.cu.o.d");
  EXPECT_THAT(line.dependencies.targets, ElementsAre("-MT", "a.cu.o"));
  EXPECT_THAT(line.compile_flags, ElementsAre("-isystem", "/usr/include/x", "-O3", "-fPIC", "-Wall",
                                              "-march=native", "-fopenmp"));
}

TEST(CommandLine, UnknownWordsAreHandedOnWhereNvccIsTold) {
  EXPECT_THAT(error_of({"-pipe", "x.cu"}), HasSubstr("unknown option -pipe"));
  EXPECT_THAT(
      parse_command_line({"-forward-unknown-to-host-compiler", "-pipe", "x.cu"}).compile_flags,
      ElementsAre("-pipe"));
}

TEST(CommandLine, DeviceLinkIsAGoalWhateverElseIsSaid) {
  EXPECT_EQ(parse_command_line({"-shared", "-dlink", "a.o", "-o", "d.o"}).goal, Goal::kDeviceLink);
  EXPECT_EQ(parse_command_line({"--device-link", "-shared", "a.o"}).goal, Goal::kDeviceLink);
  EXPECT_EQ(parse_command_line({"-M", "a.cu"}).goal, Goal::kDependencies);
}

TEST(CommandLine, AGpusCodeIsRefused) {
  for (const char* option : {"-ptx", "--cubin", "-fatbin"})
    EXPECT_THAT(error_of({option, "x.cu"}), HasSubstr("asks for a GPU's machine code"));
}

TEST(CommandLine, OlderStandardsAreReadAsCpp17) {
  EXPECT_EQ(parse_command_line({"-std=c++11", "x.cu"}).standard, "c++17");
  EXPECT_EQ(parse_command_line({"-std=gnu++14", "x.cu"}).standard, "c++17");
  EXPECT_EQ(parse_command_line({"-std=gnu++20", "x.cu"}).standard, "gnu++20");
}

TEST(CommandLine, DeviceCodeIsLocalWithoutRdc) {
  const auto is_local = [](const std::vector<std::string>& arguments) {
    return parse_command_line(arguments).has_local_device_code();
  };
  EXPECT_TRUE(is_local({"a.cu", "b.cu"}));
  EXPECT_TRUE(is_local({"-c", "a.cu"}));
  EXPECT_TRUE(is_local({"-rdc=false", "a.cu", "b.cu"}));
  EXPECT_FALSE(is_local({"a.cu", "b.cpp", "c.o"}));
  EXPECT_FALSE(is_local({"-dc", "a.cu"}));
  EXPECT_FALSE(is_local({"-rdc=true", "a.cu", "b.cu"}));
  EXPECT_FALSE(is_local({"--relocatable-device-code", "true", "-c", "a.cu"}));
  EXPECT_THAT(error_of({"-rdc=maybe", "a.cu"}), HasSubstr("-rdc takes true or false"));
}

TEST(CommandLine, TheEnvironmentNamesTheCompilerAsForNvcc) {
  setenv("NVCC_CCBIN", "clang++", 1);
  EXPECT_EQ(parse_command_line({"x.cu"}).compiler, "clang++");
  EXPECT_EQ(parse_command_line({"--compiler", "g++", "x.cu"}).compiler, "g++");
  unsetenv("NVCC_CCBIN");
  EXPECT_EQ(parse_command_line({"x.cu"}).compiler, "g++");
}

TEST(CommandLine, Cdp1HasNvccsMacroToo) {
  EXPECT_TRUE(parse_command_line({"--cdp1", "x.cu"}).cdp1);
  EXPECT_TRUE(parse_command_line({"-DCUDA_FORCE_CDP1_IF_SUPPORTED", "x.cu"}).cdp1);
  EXPECT_TRUE(parse_command_line({"-D", "CUDA_FORCE_CDP1_IF_SUPPORTED", "x.cu"}).cdp1);
  EXPECT_TRUE(parse_command_line({"-DCUDA_FORCE_CDP1_IF_SUPPORTED=1", "x.cu"}).cdp1);
}

TEST(CommandLine, WrongUseIsToldInASentence) {
  EXPECT_THAT(error_of({}), HasSubstr("no input file"));
  EXPECT_THAT(error_of({"--frobnicate", "x.cu"}), HasSubstr("unknown option --frobnicate"));
  EXPECT_THAT(error_of({"x.cu", "-o"}), HasSubstr("option -o needs a value"));
  EXPECT_THAT(error_of({"x.txt"}), HasSubstr("do not know what to do with x.txt"));
  EXPECT_THAT(error_of({"-x", "fortran", "x.cu"}), HasSubstr("-x takes cu or c++"));
  EXPECT_THAT(error_of({"--default-stream", "third", "x.cu"}), HasSubstr("legacy or per-thread"));
  EXPECT_THAT(error_of({"-c", "a.cu", "b.cu", "-o", "x.o"}), HasSubstr("-o names one file"));
  EXPECT_THAT(error_of({"--untrusted", "a.cu", "b.o"}), HasSubstr("takes no b.o"));
  EXPECT_EQ(error_of({"--help"}), "");
}

TEST(CommandLine, HelpNamesEveryOptionOfItsOwn) {
  for (const char* option : {"--shared", "-c", "--translate", "--no-check", "--cdp1", "--untrusted",
                             "--compiler", "--default-stream", "-v", "EMULATOR_HOME"}) {
    EXPECT_THAT(help_text(), HasSubstr(option));
  }
}

}  // namespace
}  // namespace emu::toolchain

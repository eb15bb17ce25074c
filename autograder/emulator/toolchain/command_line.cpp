#include "toolchain/command_line.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include "toolchain/compute_capability.h"
#include "toolchain/nvcc/options_file.h"
#include "toolchain/nvcc/words.h"
#include "translator/text/starts_with_any.h"

namespace emu::toolchain {
namespace {

using Words = std::unordered_set<std::string_view>;

const Words kCompileFlagsWithValue = {"-I", "-D", "-U", "-isystem", "-include", "-iquote"};

/// CMake's old FindCUDA writes `,"-g"`.
std::string without_quotes(std::string_view word) {
  if (word.size() >= 2 && word.front() == '"' && word.back() == '"')
    word = word.substr(1, word.size() - 2);
  return std::string(word);
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (comma > 0) parts.push_back(without_quotes(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

std::optional<InputKind> kind_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const std::string_view ending = dot == std::string_view::npos ? "" : path.substr(dot);
  if (ending == ".cu") return InputKind::kCuda;
  if (ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c") {
    return InputKind::kCpp;
  }
  if (ending == ".o" || ending == ".a" || ending == ".so") return InputKind::kObject;
  if (path.find(".so.") != std::string_view::npos) return InputKind::kObject;
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}

  CommandLine parse() {
    while (next_ < arguments_.size()) {
      const std::string argument = next_argument();
      if (argument.starts_with("-") && argument != "-") {
        option(argument);
      } else {
        input(argument);
      }
    }
    check();
    return std::move(result_);
  }

 private:
  /// With a short spelling where there is one: `-D N` for `--define-macro=N`.
  std::string next_argument() {
    const std::string argument = arguments_[next_++];
    const std::size_t equals = argument.find('=');
    std::string spelling = short_spelling(argument.substr(0, equals));
    if (spelling.empty()) return argument;
    if (equals != std::string::npos)
      arguments_.insert(arguments_.begin() + static_cast<std::ptrdiff_t>(next_),
                        argument.substr(equals + 1));
    return spelling;
  }

  void option(const std::string& argument) {
    if (goal(argument) || own(argument) || dependencies(argument) || translated(argument)) return;
    if (means_nothing(argument) || ignored_with_value(argument)) return;
    if (asks_for_gpu_code(argument)) {
      throw UsageError(argument +
                       " asks for a GPU's machine code, and the emulator makes none: leave it out");
    }
    if (kCompileFlagsWithValue.contains(argument)) {
      result_.compile_flags.push_back(argument);
      result_.compile_flags.push_back(value(argument));
    } else if (is_compile_flag(argument)) {
      result_.compile_flags.push_back(argument);
    } else if (argument == "-L" || argument == "-l") {
      result_.link_flags.push_back(argument + value(argument));
    } else if (is_link_flag(argument)) {
      result_.link_flags.push_back(argument);
    } else if (forwards_unknown_) {
      result_.compile_flags.push_back(argument);
    } else {
      throw UsageError("unknown option " + argument + "; `emucc --help` lists the options");
    }
  }

  bool goal(const std::string& argument) {
    if (argument == "--shared" || argument == "-shared") {
      result_.goal = Goal::kSharedLibrary;
    } else if (argument == "-c" || argument == "--compile") {
      result_.goal = Goal::kObjects;
    } else if (argument == "-dc" || argument == "--device-c") {
      result_.goal = Goal::kObjects;
      result_.rdc = true;
    } else if (argument == "-dlink") {
      device_link_ = true;
    } else if (argument == "-M" || argument == "-MM") {
      result_.goal = Goal::kDependencies;
      result_.dependencies.with_system = argument == "-M";
    } else if (argument == "--translate" || argument == "-E") {
      result_.goal = Goal::kTranslation;
    } else if (argument == "--precompile-prefix") {
      result_.goal = Goal::kPrecompiledPrefix;
    } else {
      return false;
    }
    return true;
  }

  bool own(const std::string& argument) {
    if (argument == "--no-check") {
      result_.checked = false;
    } else if (argument == "--untrusted") {
      result_.untrusted = true;
    } else if (argument == "--any-imports") {
      result_.any_imports = true;
    } else if (argument == "--own-tokens") {
      result_.own_tokens = value(argument);
    } else if (argument == "--cdp1") {
      result_.cdp1 = true;
    } else if (argument == "-v" || argument == "--verbose") {
      result_.verbose = true;
    } else if (argument == "-h" || argument == "--help") {
      result_.help = true;
    } else if (argument == "-V") {
      result_.version = true;
    } else if (argument == "-o") {
      result_.output = value(argument);
    } else if (const auto compiler = value_of(argument, {"--compiler", "-ccbin"})) {
      result_.compiler = *compiler;
    } else if (const auto language = value_of(argument, {"-x"})) {
      if (*language != "cu" && *language != "c++") {
        throw UsageError("-x takes cu or c++, not " + *language);
      }
      forced_kind_ = *language == "cu" ? InputKind::kCuda : InputKind::kCpp;
    } else {
      return false;
    }
    return true;
  }

  bool dependencies(const std::string& argument) {
    Dependencies& wanted = result_.dependencies;
    if (argument == "-MD" || argument == "-MMD") {
      wanted.wanted = true;
      wanted.with_system = argument == "-MD";
    } else if (argument == "-MF") {
      wanted.file = value(argument);
    } else if (argument == "-MT" || argument == "-MQ") {
      wanted.targets.insert(wanted.targets.end(), {argument, value(argument)});
    } else if (argument == "-MP") {
      wanted.phony = true;
    } else {
      return false;
    }
    return true;
  }

  // Words of nvcc's that the compilers spell differently.
  bool translated(const std::string& argument) {
    if (const auto stream = value_of(argument, {"--default-stream", "-default-stream"})) {
      if (*stream == "per-thread") {
        result_.compile_flags.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      } else if (*stream != "legacy" && *stream != "null") {
        throw UsageError("--default-stream takes legacy or per-thread, not " + *stream);
      }
    } else if (const auto flags = value_of(argument, {"-Xcompiler", "--compiler-options"})) {
      for (const std::string& flag : split_at_commas(*flags)) result_.compile_flags.push_back(flag);
    } else if (const auto linked = value_of(argument, {"-Xlinker", "--linker-options"})) {
      result_.link_flags.push_back("-Wl," + *linked);
    } else if (const auto standard = value_of(argument, {"--std", "-std"})) {
      result_.standard = at_least_cpp17(*standard);
    } else if (const auto folder = value_of(argument, {"-isystem"})) {
      result_.compile_flags.insert(result_.compile_flags.end(), {"-isystem", *folder});
    } else if (argument == "-O") {
      result_.compile_flags.push_back("-O" + value(argument));
    } else if (argument.find("forward-unknown-") != std::string::npos) {
      forwards_unknown_ = true;
    } else if (const auto card = value_of(argument, {"--gpu-architecture", "-arch"})) {
      result_.arch = arch_of(*card);
    } else if (const auto rdc = value_of(argument, {"-rdc", "--relocatable-device-code"})) {
      if (*rdc != "true" && *rdc != "false")
        throw UsageError("-rdc takes true or false, not " + *rdc);
      result_.rdc = *rdc == "true";
    } else if (const auto cards = value_of(argument, {"--generate-code", "-gencode"})) {
      arch_of_gencodes_ = std::max(arch_of_gencodes_, arch_of_gencode(*cards));
      result_.arch = arch_of_gencodes_;
    } else if (argument == "-Werror" && next_ < arguments_.size() &&
               is_kind_of_error(arguments_[next_])) {
      ++next_;
    } else {
      return false;
    }
    return true;
  }

  /// The emulator's headers are C++17, of which C++11 and C++14 are nearly a part.
  static std::string at_least_cpp17(const std::string& standard) {
    const bool older = standard.ends_with("03") || standard.ends_with("11") ||
                       standard.ends_with("14") || standard.ends_with("1y");
    return older ? "c++17" : standard;
  }

  bool ignored_with_value(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    if (!means_nothing_with_value(std::string_view(argument).substr(0, equals))) return false;
    if (equals == std::string::npos) value(argument);
    return true;
  }

  static bool is_compile_flag(std::string_view argument) {
    if (starts_with_any(argument, {"-I", "-D", "-U", "-O", "-W", "-f", "-g", "-m"}) &&
        !argument.starts_with("-Wl,"))
      return true;
    return argument == "-w" || argument == "-pthread" || argument == "-pedantic";
  }

  static bool is_link_flag(std::string_view argument) {
    return argument.starts_with("-L") || argument.starts_with("-l") ||
           argument.starts_with("-Wl,") || argument == "-rdynamic" || argument == "-static";
  }

  void input(const std::string& path) {
    const auto kind = forced_kind_ ? forced_kind_ : kind_of(path);
    if (!kind) {
      throw UsageError("do not know what to do with " + path +
                       ": its name ends in none of .cu, .cpp, .cc, .cxx, .o, .a, .so");
    }
    result_.inputs.push_back({path, *kind});
  }

  void check() {
    const bool prefix = result_.goal == Goal::kPrecompiledPrefix;
    const std::size_t sources = static_cast<std::size_t>(
        std::count_if(result_.inputs.begin(), result_.inputs.end(),
                      [](const Input& input) { return input.kind != InputKind::kObject; }));
    for (const std::string& flag : result_.compile_flags) {
      result_.cdp1 |= flag.find("CUDA_FORCE_CDP1_IF_SUPPORTED") != std::string::npos;
    }
    if (device_link_) result_.goal = Goal::kDeviceLink;  // -shared may come with it
    if (result_.help || result_.version) return;
    if (result_.inputs.empty() && !prefix) throw UsageError("no input file is given");
    for (const Input& input : result_.inputs) {
      if (!result_.untrusted || input.kind == InputKind::kCuda) continue;
      throw UsageError("--untrusted looks at .cu files only, and so takes no " + input.path);
    }
    if (prefix && result_.output.empty()) throw UsageError("--precompile-prefix needs -o FILE");
    if (result_.goal == Goal::kObjects && !result_.output.empty() && sources > 1) {
      throw UsageError("-o names one file, but -c makes one object file of each of " +
                       std::to_string(sources) + " sources");
    }
  }

  std::string value(const std::string& option) {
    if (next_ == arguments_.size()) throw UsageError("option " + option + " needs a value");
    return arguments_[next_++];
  }

  // The value in `--name value` or `--name=value`.
  std::optional<std::string> value_of(const std::string& argument,
                                      std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      if (argument == name) return value(argument);
      if (argument.starts_with(name) && argument[name.size()] == '=') {
        return argument.substr(name.size() + 1);
      }
    }
    return std::nullopt;
  }

  std::vector<std::string> arguments_;
  std::size_t next_ = 0;
  std::optional<InputKind> forced_kind_;
  int arch_of_gencodes_ = 0;
  bool forwards_unknown_ = false;
  bool device_link_ = false;
  CommandLine result_;
};

}  // namespace

bool CommandLine::has_local_device_code() const {
  const auto files = std::count_if(inputs.begin(), inputs.end(), [](const Input& input) {
    return input.kind == InputKind::kCuda;
  });
  return !rdc && !untrusted && (files > 1 || goal == Goal::kObjects);
}

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  return Parser(with_options_files(arguments)).parse();
}

std::string help_text() {
  return R"(emucc: compiles CUDA C++ for the emulated device.

  emucc [options] FILE.cu|.cpp|.cc|.o …

  -o FILE                  the program, library or object file to make (default a.out)
  -c, -dc                  make object files only
  --shared                 make a shared library
  --translate, -E          print the C++ that the .cu becomes, compile nothing
  --no-check               leave out the checks of every memory access
  --untrusted              refuse also what reaches around the compiler: #line, and all functions but
                           those of toolchain/objects/permitted_imports.inc
  --any-imports            with --untrusted, accept any functions
  --own-tokens FILE        also write the tokens of the .cu itself, as the preprocessor leaves them
  --cdp1                   CUDA Dynamic Parallelism 1: cudaDeviceSynchronize in device code
  --compiler g++|clang++   compiler underneath (default $NVCC_CCBIN, or g++ if there is one)
  --default-stream legacy|per-thread
  -arch, -gencode          what __CUDA_ARCH__ is in device code: 750 with -arch=sm_75 (default 900)
  -rdc=true                device code of one file may use that of others; so with -dc. Without it,
                           several files may define the same device functions and variables
  -std c++17|c++20|…       the language (default c++17, as nvcc)
  -I -D -U -O -g -W -f -L -l -Xcompiler -Xlinker    as for the compiler
  -MD -MMD -MF -MT         also write which files are included, for make and Ninja; -M only that
  --options-file FILE, @FILE    more options
  --forward-unknown-to-host-compiler    hand unknown options to the compiler
  -v                       print the commands that are run
  --version                the version, in the words of nvcc that build systems look for

Other words of nvcc's (-lineinfo, -G, -lcudadevrt …) are accepted and have
no effect. EMULATOR_HOME names another installation of the emulator (include/, lib/).

Exit status: 0 made, 1 the compiler or linker found errors, 2 wrong use or code that CUDA refuses.
)";
}

}  // namespace emu::toolchain

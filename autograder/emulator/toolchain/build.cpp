#include "toolchain/build.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <sstream>

#include "toolchain/compute_capability.h"
#include "toolchain/flags.h"
#include "toolchain/included_files.h"
#include "toolchain/messages/messages.h"
#include "toolchain/messages/missing_header.h"
#include "toolchain/nvcc/answers.h"
#include "toolchain/objects/control_flow.h"
#include "toolchain/objects/exports.h"
#include "toolchain/objects/imports.h"
#include "toolchain/objects/memory_looks.h"
#include "toolchain/objects/owned_names.h"
#include "toolchain/objects/volatile_constants.h"
#include "toolchain/objects/wrapped_calls.h"
#include "toolchain/own_tokens.h"
#include "toolchain/process.h"
#include "toolchain/system_text.h"
#include "toolchain/user_macros.h"
#include "translator/sides/merge.h"
#include "translator/translate.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr int kFoundErrors = 1;
constexpr int kRefused = 2;

// A folder for what lies between source and result; gone when the build is.
class BuildFolder {
 public:
  BuildFolder() {
    std::string name = (fs::temp_directory_path() / "emucc-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw CannotRun("cannot make a temporary folder like " + name);
    }
    path_ = name;
  }
  ~BuildFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

struct StepResult {
  int status = 0;
  std::string messages;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

std::string line_of_file(const std::string& path, unsigned number) {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  while (number > 0 && std::getline(in, line)) --number;
  return number == 0 ? line : "";
}

void print_command(const CommandLine& line, const Command& command) {
  if (!line.verbose) return;
  std::string words;
  for (const std::string& word : command) words += " " + word;
  std::cerr << "#$" + words + "\n";
}

StepResult run_step(const CommandLine& line, const Command& command) {
  print_command(line, command);
  Finished finished = run(command);
  return {finished.status == 0 ? 0 : kFoundErrors, std::move(finished.messages)};
}

translator::TranslateOptions translate_options(const CommandLine& line, const Installation& where) {
  translator::TranslateOptions options;
  options.cdp1 = line.cdp1;
  options.counts_work = line.checked;
  options.untrusted = line.untrusted;
  options.local_device_code = line.has_local_device_code();
  options.read_source = read_file;
  options.is_user_file = [headers = where.include.string()](std::string_view file) {
    // A path may lead out of a folder again.
    const std::string path = fs::path(file).lexically_normal().string();
    return !path.starts_with('<') && !path.starts_with(headers);
  };
  return options;
}

/// A text that did not come from where it says, or came from where the translator does not look.
std::string refused_sources(const CommandLine& line, const Installation& where,
                            const translator::Sources& sources, const std::string& stem) {
  const std::vector<OwnFile> own = own_files(sources);
  std::string refused = refused_files(sources, own, where);
  if (!refused.empty()) return refused;
  const Preprocess preprocess = [&](const std::string& text) -> std::optional<std::string> {
    std::ofstream(stem + ".cu", std::ios::binary) << text;
    const Command command = preprocess_command(line, where, stem + ".cu", stem + ".pre");
    if (run_step(line, command).status != 0) return std::nullopt;
    return read_file(stem + ".pre");
  };
  return refused_system_text(sources, own, preprocess, translate_options(line, where).is_user_file);
}

/// A file with what the command line adds to a source; "" when that is nothing. What is not trusted
/// has only files of its own.
std::string write_user_text(const CommandLine& line, const std::string& stem) {
  const std::string text = line.untrusted ? "" : user_text(line.compile_flags);
  if (text.empty()) return "";
  std::ofstream(stem + ".h", std::ios::binary) << text;
  return stem + ".h";
}

std::string object_beside(const std::string& source) {
  return fs::path(source).filename().replace_extension(".o").string();
}

/// What a build system calls the result.
std::string object_of(const CommandLine& line, const std::string& source) {
  return line.output.empty() || line.goal == Goal::kDependencies ? object_beside(source)
                                                                 : line.output;
}

/// The preprocessor tells of included files beside its output.
void append_dependency_flags(const CommandLine& line, const std::string& source,
                             const std::string& rules, Command& command) {
  if (!line.dependencies.wanted && line.goal != Goal::kDependencies) return;
  for (const std::string& flag :
       dependency_flags(line.dependencies, object_of(line, source), rules))
    command.push_back(flag);
}

/// `rules` has what the preprocessor told, of one side of the source or of both.
void write_dependencies(const CommandLine& line, const std::string& source,
                        const std::string& rules) {
  if (!line.dependencies.wanted) return;
  const std::string file = dependency_file(line.dependencies, object_of(line, source));
  const std::string folder = fs::path(rules).parent_path().string() + "/";
  std::ofstream out(file, std::ios::binary);
  out << without_files_below(read_file(rules) + read_file(rules + ".device"), folder);
  if (!out.flush()) throw CannotRun("cannot write " + file);
}

/// The text of `source` for both sides. Only a file that asks for `__CUDA_ARCH__` is preprocessed
/// once more, for the device.
StepResult preprocess(const CommandLine& line, const Installation& where, const std::string& source,
                      const std::string& stem, std::string& text) {
  const std::string added = write_user_text(line, stem);
  const auto preprocess_for = [&](For side, const std::string& rules) {
    Command command = preprocess_command(line, where, source, stem, added, side);
    append_dependency_flags(line, source, rules, command);
    return run_step(line, command);
  };
  StepResult result = preprocess_for(For::kHost, stem + ".d");
  if (result.status == 0) {
    text = read_file(stem);
    const auto is_user_file = translate_options(line, where).is_user_file;
    if (asks_for_arch(text, is_user_file, read_file)) {
      result = preprocess_for(For::kDevice, stem + ".d.device");
      if (result.status == 0) text = translator::merge_sides(text, read_file(stem), is_user_file);
    }
  }
  if (result.status == 0) write_dependencies(line, source, stem + ".d");
  if (result.status != 0) result.messages = about_missing_headers(result.messages);
  return result;
}

// Preprocesses and translates; the text goes to `translated`.
StepResult translate_file(const CommandLine& line, const Installation& where,
                          const std::string& source, const std::string& translated) {
  std::string text;
  StepResult result = preprocess(line, where, source, translated + ".pre", text);
  if (result.status != 0) return result;
  if (line.verbose)
    std::cerr << "#$ translate -arch compute_" + std::to_string(line.arch / 10) + " " + source +
                     "\n";
  if (!line.own_tokens.empty())
    std::ofstream(line.own_tokens, std::ios::binary)
        << own_tokens(text, source, translate_options(line, where).is_user_file);
  const auto translation = translator::translate(text, translate_options(line, where));
  if (const std::string refused =
          line.untrusted ? refused_sources(line, where, translation.sources, translated + ".alone")
                         : "";
      !refused.empty()) {
    result.messages += refused;
    result.status = kRefused;
  }
  for (const translator::Refusal& refusal : translation.refusals) {
    result.messages += refusal.message() + "\n";
    result.status = kRefused;
  }
  std::ofstream(translated, std::ios::binary) << translation.text;
  return result;
}

/// What hooks do not tell is looked at; where the program may go on is settled before it becomes an
/// object. What an assembler says of a compiler's text is of use only where it fails.
void assemble(const CommandLine& line, const std::string& assembly, const std::string& object,
              StepResult& compiled) {
  std::string text = read_file(assembly);
  text = look_at_memory(text, line.guided() ? Watched::kAllAccesses : Watched::kUntoldWrites);
  if (line.guided()) text = guide_control_flow(text, random_marks());
  std::ofstream(assembly, std::ios::binary) << text;
  const StepResult assembled = run_step(line, assemble_command(line, assembly, object));
  compiled.status = assembled.status;
  if (assembled.status != 0) compiled.messages += assembled.messages;
}

/// Whether a type of the program may be volatile. Only debug information says which variables are.
bool mentions_volatile(const std::string& translated) {
  const std::string text = read_file(translated);
  return text.find("volatile") != std::string::npos || text.find("add_cv") != std::string::npos;
}

StepResult compile_cuda(const CommandLine& line, const Installation& where,
                        const std::string& source, const std::string& object) {
  const std::string translated = object + ".ii";
  StepResult result = translate_file(line, where, source, translated);
  if (result.status != 0) return result;
  const std::string output = line.looks() ? object + ".s" : object;
  const bool looks_at_constants = line.untrusted && mentions_volatile(translated);
  Command command = compile_translated_command(line, where, translated, output);
  if (looks_at_constants) command.push_back("-g2");
  StepResult compiled = run_step(line, command);
  if (compiled.status == 0 && line.looks()) assemble(line, output, object, compiled);
  if (compiled.status == 0 && looks_at_constants) {
    const std::string refused = refused_constants(object);
    result.messages += refused;
    if (!refused.empty()) compiled.status = kRefused;
  }
  compiled.messages =
      result.messages + for_the_user(compiled.messages, where.include.string(), line_of_file);
  return compiled;
}

// What the object file defines and wants is looked at, whatever the source says.
void look_at_names(const CommandLine& line, const Installation& where, const std::string& source,
                   const std::string& object, StepResult& result) {
  const ObjectFile file(object);
  std::string refused = refused_definitions(file, source, where.library.string());
  if (line.untrusted && !line.any_imports)
    refused += refused_imports(file, source, where.library.string());
  if (refused.empty()) return;
  result.messages += refused;
  result.status = kRefused;
}

StepResult compile_cpp(const CommandLine& line, const Installation& where,
                       const std::string& source, const std::string& object) {
  Command command = compile_cpp_command(line, where, source, object);
  append_dependency_flags(line, source, object + ".d", command);
  StepResult result = run_step(line, command);
  if (result.status == 0) write_dependencies(line, source, object + ".d");
  if (result.status != 0) result.messages = about_missing_headers(result.messages);
  return result;
}

/// Another linker may link what is only compiled.
void rename_calls(const CommandLine& line, const std::string& object, StepResult& result) {
  const Command command = rename_calls_command(line, object);
  if (command.empty()) return;
  const StepResult renamed = run_step(line, command);
  result.status = renamed.status;
  result.messages += renamed.messages;
}

StepResult compile(const CommandLine& line, const Installation& where, const Input& input,
                   const std::string& object) {
  StepResult result = input.kind == InputKind::kCuda ? compile_cuda(line, where, input.path, object)
                                                     : compile_cpp(line, where, input.path, object);
  if (result.status == 0) look_at_names(line, where, input.path, object, result);
  if (result.status == 0 && line.goal == Goal::kObjects) rename_calls(line, object, result);
  return result;
}

void require(const fs::path& file, const std::string& what) {
  if (!fs::exists(file)) throw UsageError(what + " " + file.string() + " does not exist");
}

// Compiles all sources, two at a time; `objects` names the result of each input.
int compile_all(const CommandLine& line, const Installation& where,
                const std::vector<std::string>& objects) {
  int status = 0;
  std::vector<std::future<StepResult>> steps;
  for (std::size_t i = 0; i < line.inputs.size(); ++i) {
    if (line.inputs[i].kind == InputKind::kObject) continue;
    steps.push_back(std::async(std::launch::async, [&line, &where, &objects, i] {
      return compile(line, where, line.inputs[i], objects[i]);
    }));
  }
  for (auto& step : steps) {
    const StepResult result = step.get();
    std::cerr << result.messages;
    status = std::max(status, result.status);
  }
  return status;
}

// A compilation that fails halfway leaves no output behind.
int make_objects(const CommandLine& line, const Installation& where) {
  const BuildFolder folder;
  std::vector<std::string> objects;
  for (std::size_t i = 0; i < line.inputs.size(); ++i) {
    objects.push_back(folder.file(std::to_string(i) + ".o"));
  }
  if (const int status = compile_all(line, where, objects); status != 0) return status;
  for (std::size_t i = 0; i < line.inputs.size(); ++i) {
    const Input& input = line.inputs[i];
    if (input.kind == InputKind::kObject) continue;
    const std::string output = object_of(line, input.path);
    fs::copy_file(objects[i], output, fs::copy_options::overwrite_existing);
  }
  return 0;
}

/// nvcc, too, finds device code of other files only when it is told to.
std::string words_about_rdc(const CommandLine& line, const std::string& messages) {
  if (!line.has_local_device_code() || messages.find("undefined reference") == messages.npos)
    return "";
  return "emucc: device code of one file can use that of another only with -rdc=true, as with "
         "nvcc\n";
}

int make_linked(const CommandLine& line, const Installation& where) {
  require(where.library, "the emulator's library");
  const BuildFolder folder;
  std::vector<std::string> objects;
  for (std::size_t i = 0; i < line.inputs.size(); ++i) {
    const Input& input = line.inputs[i];
    objects.push_back(input.kind == InputKind::kObject ? input.path
                                                       : folder.file(std::to_string(i) + ".o"));
  }
  if (const int status = compile_all(line, where, objects); status != 0) return status;
  // What the user wants to show is the user's choice; an exercise shows its entry points.
  const std::string exports =
      line.untrusted && line.goal == Goal::kSharedLibrary ? folder.file("exports") : "";
  if (!exports.empty()) std::ofstream(exports) << export_script(objects);
  const std::string output = line.output.empty() ? "a.out" : line.output;
  const StepResult linked = run_step(line, link_command(line, where, objects, exports, output));
  if (line.verbose) std::cerr << host_link_line(line, where, output);
  std::cerr << linked.messages << words_about_rdc(line, linked.messages);
  return linked.status;
}

/// All that device code wants of other files is found when the program is linked. Build systems
/// that have told nvcc to link it before want an object file.
int link_device_code(const CommandLine& line) {
  const std::string output = line.output.empty() ? "a_dlink.o" : line.output;
  const StepResult made =
      run_step(line, {line.compiler, "-x", "c++", "-fPIC", "-c", "/dev/null", "-o", output});
  std::cerr << made.messages;
  return made.status;
}

/// Only which files the sources include.
int print_dependencies(const CommandLine& line, const Installation& where) {
  const BuildFolder folder;
  std::string rules;
  for (const Input& input : line.inputs) {
    if (input.kind == InputKind::kObject) continue;
    CommandLine one = line;
    one.dependencies.wanted = true;
    one.dependencies.file = folder.file("rules");
    std::string text;
    const StepResult result = preprocess(one, where, input.path, folder.file("preprocessed"), text);
    std::cerr << result.messages;
    if (result.status != 0) return result.status;
    rules += read_file(one.dependencies.file);
  }
  const std::string& file = line.output.empty() ? line.dependencies.file : line.output;
  if (file.empty())
    std::cout << rules;
  else
    std::ofstream(file, std::ios::binary) << rules;
  return 0;
}

int print_translation(const CommandLine& line, const Installation& where) {
  const BuildFolder folder;
  int status = 0;
  for (const Input& input : line.inputs) {
    if (input.kind != InputKind::kCuda) continue;
    const std::string translated = folder.file("translated");
    const StepResult result = translate_file(line, where, input.path, translated);
    std::cerr << result.messages;
    status = std::max(status, result.status);
    if (line.output.empty()) {
      std::cout << read_file(translated);
    } else {
      fs::copy_file(translated, line.output, fs::copy_options::overwrite_existing);
    }
  }
  return status;
}

int precompile_prefix(const CommandLine& line, const Installation& where) {
  require(where.include / "emulator" / "prefix.h", "the header");
  fs::create_directories(fs::path(line.output).parent_path());
  const StepResult result = run_step(line, precompile_command(line, where, line.output));
  std::cerr << result.messages;
  return result.status;
}

}  // namespace

int build(const CommandLine& line, const Installation& where) {
  if (line.goal == Goal::kDeviceLink) return link_device_code(line);
  for (const Input& input : line.inputs) require(input.path, "the input file");
  require(where.include, "the emulator's include folder");
  switch (line.goal) {
    case Goal::kObjects:
      return make_objects(line, where);
    case Goal::kDependencies:
      return print_dependencies(line, where);
    case Goal::kTranslation:
      return print_translation(line, where);
    case Goal::kPrecompiledPrefix:
      return precompile_prefix(line, where);
    case Goal::kDeviceLink:
    case Goal::kProgram:
    case Goal::kSharedLibrary:
      break;
  }
  return make_linked(line, where);
}

}  // namespace emu::toolchain
